import type { Metadata } from "next";
import { PlanSimulationSection } from "@/components/results/simulation/plan-simulation-section.tsx";
import { AutoRefresh } from "@/components/studies/live/auto-refresh.tsx";
import { PlannerSection } from "@/components/studies/planner-section.tsx";
import { SimulationSection } from "@/components/studies/simulation-section.tsx";
import { StudyDesign } from "@/components/studies/study-design.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { canonicalJson } from "@/lib/domain/fingerprint.ts";
import { conditionKey } from "@/lib/domain/items/stimulus.ts";
import { describeRules } from "@/lib/domain/survey/composition/describe-rules.ts";
import { sessionsByStratum } from "@/lib/domain/survey/composition/study-layout.ts";
import { findMargin } from "@/lib/domain/survey/design.ts";
import { labelledFactors } from "@/lib/domain/survey/kinds/asked-kind.ts";
import { studyConditions } from "@/lib/domain/survey/kinds/design-variants.ts";
import { conditionLabel } from "@/lib/domain/survey/studies/condition-label.ts";
import { itemTimeLimit } from "@/lib/domain/survey/time-limit.ts";
import { getSimulation } from "@/lib/server/demo/simulation/simulation-job.ts";
import { getPlanSimulationViews } from "@/lib/server/results/simulation/get-plan-simulation-views.ts";
import { loadPilotMeasurements } from "@/lib/server/studies/flow/pilot-measurements.ts";
import { getForecast } from "@/lib/server/studies/run/get-forecast.ts";
import { savePlanningAction } from "../../actions.ts";
import { requireStudy, type StudyParams } from "../require-study.ts";
import { insertSimulationAction, simulateAction, simulatePlanAction } from "./actions.ts";

export const metadata: Metadata = { title: "Design" };

export default async function DesignPage({
  params,
  searchParams,
}: {
  params: StudyParams;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { actor, study, base } = await requireStudy(params);
  const [{ planning, forecast }, measured, simulation, planSimulation] = await Promise.all([
    getForecast(study, await searchParams),
    loadPilotMeasurements(actor, study),
    getSimulation(study.id),
    getPlanSimulationViews(actor, study.id),
  ]);
  const isSimulating = [planSimulation?.plan, planSimulation?.curves].some(
    (part) => part?.simulated?.state === "working",
  );
  const kind = labelledFactors(study);
  const conditions = studyConditions(study.design);
  const sessionsPerGroup = sessionsByStratum(study.design, findMargin(study.margins, "sessions").high);
  return (
    <>
      <StudyDesign
        benchmark={study.benchmark.name}
        items={study.items}
        seed={study.design.seed}
        strata={study.design.strata.map(({ key, label }) => ({ key, label, sessions: sessionsPerGroup.get(key) ?? 0 }))}
        rules={describeRules(
          study.design,
          (name) => kind.factors.find((one) => one.name === name)?.label ?? name,
          itemTimeLimit(study.protocol),
        )}
        hasOpenStratum={study.design.openStratum}
        itemsPerSession={study.design.itemsPerSession}
        conditions={conditions.map((levels) => ({ key: conditionKey(levels), label: conditionLabel(kind, levels) }))}
        margins={study.margins}
        isFrozen={study.isFrozen}
        hasLists={study.hasLists}
        hasBlocks={study.design.itemsPerSession === 1 || study.design.composition === undefined}
        actions={
          study.canWrite && !study.isFrozen && <LinkButton href={`${base}/design/edit`}>Edit the design</LinkButton>
        }
      />
      <PlannerSection
        studyId={study.id}
        forecast={forecast}
        query={planning}
        measured={measured}
        isKept={study.planning !== null && canonicalJson(study.planning) === canonicalJson(planning)}
        keepAction={study.canWrite ? savePlanningAction : null}
      />
      {isSimulating && (
        <AutoRefresh readAt={new Date().toISOString()} isRunning summary="The plan is being simulated." />
      )}
      {planSimulation && (
        <PlanSimulationSection
          studyId={study.id}
          profile={planSimulation.profile}
          times={planSimulation.times}
          seed={planSimulation.seed}
          aim={planSimulation.aim}
          parts={[
            { name: "plan", label: "The planned tests", ...planSimulation.plan },
            { name: "curves", label: "Curves", ...planSimulation.curves },
          ]}
          isFrozen={planSimulation.isFrozen}
          canInsert={planSimulation.isCurrent}
          actions={study.canWrite ? { simulate: simulatePlanAction, insert: insertSimulationAction } : null}
        />
      )}
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
