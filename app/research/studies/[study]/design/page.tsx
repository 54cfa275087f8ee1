import type { Metadata } from "next";
import { PlannerSection } from "@/components/studies/planner-section.tsx";
import { SimulationSection } from "@/components/studies/simulation-section.tsx";
import { StudyDesign } from "@/components/studies/study-design.tsx";
import { LinkButton } from "@/components/ui/link.tsx";
import { canonicalJson } from "@/lib/domain/fingerprint.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { conditionKey, crossFactors } from "@/lib/domain/items/stimulus.ts";
import type { AnalysisPlan } from "@/lib/domain/results/analysis-plan.ts";
import { describeRules } from "@/lib/domain/survey/composition/describe-rules.ts";
import { sessionsByStratum } from "@/lib/domain/survey/composition/study-layout.ts";
import { findMargin } from "@/lib/domain/survey/design.ts";
import { conditionLabel } from "@/lib/domain/survey/studies/condition-label.ts";
import { planLevels } from "@/lib/domain/survey/studies/plan-levels.ts";
import { estimateMinutes, forecastStudy } from "@/lib/domain/survey/studies/planner.ts";
import { parsePlannerQuery } from "@/lib/domain/survey/studies/planner-query.ts";
import { getSimulation } from "@/lib/server/sessions/simulation-job.ts";
import { readStudyItems } from "@/lib/server/studies/study-items.ts";
import { getStudyCommitment } from "@/lib/server/studies/study-plan.ts";
import { savePlanningAction, simulateAction } from "../../actions.ts";
import { requireStudy, type StudyParams } from "../require-study.ts";

export const metadata: Metadata = { title: "Design" };

export default async function DesignPage({
  params,
  searchParams,
}: {
  params: StudyParams;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { actor, study, base } = await requireStudy(params);
  const { itemsPerSession } = study.design;
  const query = parsePlannerQuery(await searchParams, study.planning, estimateMinutes(study.protocol, itemsPerSession));
  const [items, commitment, simulation] = await Promise.all([
    readStudyItems(study.id),
    getStudyCommitment(actor, study.id),
    getSimulation(study.id),
  ]);
  const used = study.isFrozen ? items.length : (study.design.composition?.draw ?? items.length);
  const kind = itemKinds[study.itemKind ?? ""] ?? { factors: [] };
  const conditions = crossFactors(study.design.factors);
  const inGroup = sessionsByStratum(study.design, findMargin(study.margins, "sessions").high);
  const forecast = forecastStudy({
    sessions: findMargin(study.margins, "sessions").high,
    itemsPerSession,
    items: Math.max(1, used),
    stories: new Set(items.map(({ storyId }) => storyId)).size,
    levels: planLevels(items, levelsOf(commitment?.plan)),
    conditions: conditions.length,
    minutes: query.minutes,
    payPerHour: query.pay,
    fee: query.fee,
    dropOut: query.dropOut,
    accuracy: query.accuracy,
    storyCorrelation: query.story,
    personCorrelation: query.person,
    margin: commitment?.plan.margin ?? null,
    alpha: commitment?.plan.family.alpha ?? 0.05,
  });
  return (
    <>
      <StudyDesign
        benchmark={study.benchmark.name}
        items={study.items}
        seed={study.design.seed}
        strata={study.design.strata.map(({ key, label }) => ({ key, label, sessions: inGroup.get(key) ?? 0 }))}
        rules={describeRules(study.design, (name) => kind.factors.find((one) => one.name === name)?.label ?? name)}
        hasOpenStratum={study.design.openStratum}
        itemsPerSession={study.design.itemsPerSession}
        conditions={conditions.map((levels) => ({ key: conditionKey(levels), label: conditionLabel(kind, levels) }))}
        margins={study.margins}
        isFrozen={study.isFrozen}
        hasLists={study.hasLists}
        hasBlocks={itemsPerSession === 1 || study.design.composition === undefined}
        actions={study.canWrite && !study.isFrozen && <LinkButton href={`${base}/edit`}>Change the design</LinkButton>}
      />
      <PlannerSection
        studyId={study.id}
        forecast={forecast}
        query={query}
        isKept={study.planning !== null && canonicalJson(study.planning) === canonicalJson(query)}
        keepAction={study.canWrite ? savePlanningAction : null}
      />
      {study.stage !== "simulation" && (
        <SimulationSection
          studyId={study.id}
          sessions={forecast.people}
          simulation={simulation}
          readAt={new Date().toISOString()}
          canWrite={study.canWrite}
          action={simulateAction}
        />
      )}
    </>
  );
}

/** The attributes whose levels the plan compares. */
function levelsOf(plan: AnalysisPlan | undefined): string[] {
  return plan?.family.tests.flatMap(({ kind, of }) => (kind === "levels" && of !== "" ? [of] : [])) ?? [];
}
