import type { Metadata } from "next";
import { CompletionStat } from "@/components/studies/live/completion-stat.tsx";
import { formatSlotsNote } from "@/components/studies/live/live-view.tsx";
import { NextSteps } from "@/components/studies/next-steps.tsx";
import { OpeningSummary } from "@/components/studies/opening-summary.tsx";
import { StageSwitches } from "@/components/studies/stage-switches.tsx";
import { StudyStateLine } from "@/components/studies/state-line.tsx";
import { stageLabels } from "@/components/studies/study-labels.ts";
import { StudyTransitions } from "@/components/studies/study-transitions.tsx";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Stat, Stats } from "@/components/ui/stat.tsx";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import { formatLongDay } from "@/lib/domain/format/times.ts";
import { findMargin } from "@/lib/domain/survey/design.ts";
import { itemKindLabel } from "@/lib/domain/survey/kinds/asked-kind.ts";
import { conditionCounts, studyConditions } from "@/lib/domain/survey/kinds/design-variants.ts";
import { computeCompletion, prepareFlow } from "@/lib/domain/survey/live/prepare-flow.ts";
import { prepareStrata } from "@/lib/domain/survey/live/prepare-strata.ts";
import { listMissing } from "@/lib/domain/survey/recruiters/readiness.ts";
import { listScreens } from "@/lib/domain/survey/screens.ts";
import { findNextStep, listStates } from "@/lib/domain/survey/studies/state-line.ts";
import { listTransitions } from "@/lib/domain/survey/studies/study-status.ts";
import { environment } from "@/lib/server/platform/environment.ts";
import { getReadiness } from "@/lib/server/recruiters/get-readiness.ts";
import { getStudyPlan } from "@/lib/server/studies/draft/study-plan.ts";
import type { StudyFacts } from "@/lib/server/studies/get-study.ts";
import { getLiveFigures, maxCountedActive } from "@/lib/server/studies/run/get-live-figures.ts";
import { listLinkedStages } from "@/lib/server/studies/run/stages.ts";
import { moveStudyAction, setStageAction } from "../actions.ts";
import { requireStudy, type StudyParams } from "./require-study.ts";

export const metadata: Metadata = { title: "Overview" };

export default async function StudyPage({ params }: { params: StudyParams }) {
  const { actor, study, base } = await requireStudy(params);
  const figures = study.isFrozen ? await getLiveFigures(actor, study.id) : null;
  const progress = figures && prepareStrata(figures.study, figures.strata);
  const screens = listScreens(study.protocol, study.design.itemsPerSession);
  const flow = figures && progress && prepareFlow(screens, figures.sessions, progress.filled + progress.open);
  const [readiness, commitment, linked] = await Promise.all([
    study.canWrite && study.status === "draft" ? getReadiness(actor, study) : null,
    study.canWrite && study.status === "draft" ? getStudyPlan(actor, study.id) : null,
    listLinkedStages(study.id),
  ]);
  const missing = listMissing(readiness?.checks ?? []);
  const slots = findMargin(study.margins, "sessions").high;
  const facts = {
    status: study.status,
    stage: study.stage,
    ...linked,
    missing: missing.length,
    filled: progress?.filled ?? 0,
    slots: progress?.target ?? slots,
  };
  return (
    <>
      {study.description && <p className="mb-8 max-w-measure text-lg text-ink-soft">{study.description}</p>}
      <div className="mb-10 grid gap-5 rounded-lg border border-rule bg-surface p-5">
        <div className="flex flex-wrap items-start justify-between gap-x-10 gap-y-4">
          <StudyStateLine states={listStates(facts)} next={study.canWrite ? findNextStep(facts) : null} base={base} />
          {study.canWrite && (
            <StageSwitches studyId={study.id} stage={study.stage} isFixed={study.isFrozen} action={setStageAction} />
          )}
        </div>
        {study.canWrite && (
          <div className="flex flex-wrap gap-3">
            <StudyTransitions
              studyId={study.id}
              transitions={listTransitions(study.status)}
              slots={slots}
              isMain={study.stage === "main"}
              hasEnded={study.hasEnded}
              opening={
                <OpeningSummary missing={missing} frozenSettings={listFrozenSettings(study)} commitment={commitment} />
              }
              action={moveStudyAction}
            />
          </div>
        )}
      </div>
      {flow && progress && figures ? (
        <Section title="Progress" actions={<Link href={`${base}/collect`}>Live figures</Link>}>
          <Stats>
            <Stat
              side="people"
              label="Slots filled"
              value={formatCount(progress.filled)}
              n={`of ${formatCount(progress.target)}`}
              note={formatSlotsNote(progress)}
            />
            <Stat
              side="people"
              label="Completed"
              value={formatCount(flow.ended.complete)}
              n={`of ${formatCount(flow.started)} who started`}
            />
            <CompletionStat completion={computeCompletion(flow, figures.underWay)} />
            <Stat
              label="Active now"
              value={`${formatCount(figures.active)}${figures.active === maxCountedActive ? " or more" : ""}`}
              note="seen in the last five minutes"
            />
          </Stats>
        </Section>
      ) : (
        <NextSteps base={base} canWrite={study.canWrite} />
      )}
      <AboutStudy study={study} />
    </>
  );
}

/** What the study asks, and since when. */
function AboutStudy({ study }: { study: StudyFacts }) {
  return (
    <Section title="About this study">
      <DescriptionList
        entries={[
          {
            term: "Benchmark",
            value: <Link href={`/research/benchmarks/${study.benchmark.id}`}>{study.benchmark.name}</Link>,
          },
          { term: "Items", value: `${formatCount(study.items)}, ${itemKindLabel(study)}` },
          {
            term: "Stage",
            value: `${stageLabels[study.stage]?.word ?? study.stage}. ${stageLabels[study.stage]?.meaning ?? ""}`,
          },
          { term: "Language", value: study.language },
          {
            term: "Address",
            value: <code className="text-sm break-all">{`${environment().publicUrl}/s/${study.slug}`}</code>,
          },
          {
            term: "Protocol",
            value: (
              <>
                Version {study.protocolVersion.version},{" "}
                <code className="break-all text-sm">{study.protocolVersion.hash.slice(0, 16)}</code>
              </>
            ),
          },
          { term: "Created", value: <LocalDay at={study.createdAt} /> },
          ...(study.openedAt ? [{ term: "First opened", value: <LocalDay at={study.openedAt} /> }] : []),
          ...(study.closedAt ? [{ term: "Closed", value: <LocalDay at={study.closedAt} /> }] : []),
        ]}
      />
    </Section>
  );
}

/** Describes the settings that become fixed at the first opening, one per line. */
function listFrozenSettings(study: StudyFacts): string[] {
  const isCommitted = study.stage === "main" || study.stage === "pilot";
  return [
    `${formatNumberOf(study.items, "item")} of ${study.benchmark.name} with their keys`,
    `${formatNumberOf(studyConditions(study.design).length, "condition")}${study.design.variants ? ` in all, at most ${formatCount(Math.max(...conditionCounts(study.design)))} per item` : ""}, ${formatNumberOf(study.design.strata.length, "quota group")}, ${formatNumberOf(findMargin(study.margins, "sessions").high, "session")} of ${formatNumberOf(study.design.itemsPerSession, "item")}`,
    `The address /s/${study.slug}`,
    ...(isCommitted
      ? ["The protocol and the analysis plan below: a later change is an amendment with a reason"]
      : ["Stage. Texts and questions can still change; each change is a new version"]),
  ];
}

function LocalDay({ at }: { at: Date }) {
  return <time dateTime={at.toISOString()}>{formatLongDay(at)}</time>;
}
