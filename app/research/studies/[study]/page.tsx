import type { Metadata } from "next";
import { LinksForParticipants } from "@/components/studies/links-for-participants.tsx";
import { CompletionStat } from "@/components/studies/live/completion-stat.tsx";
import { slotsNote } from "@/components/studies/live/live-view.tsx";
import { NextSteps } from "@/components/studies/next-steps.tsx";
import { stageLabels } from "@/components/studies/study-labels.ts";
import { StudyTransitions } from "@/components/studies/study-transitions.tsx";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Stat, Stats } from "@/components/ui/stat.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { formatLongDay } from "@/lib/domain/format/times.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { findMargin } from "@/lib/domain/survey/design.ts";
import { completionOf, prepareFlow } from "@/lib/domain/survey/live/prepare-flow.ts";
import { prepareStrata } from "@/lib/domain/survey/live/prepare-strata.ts";
import { listScreens } from "@/lib/domain/survey/screens.ts";
import { participantLinks } from "@/lib/domain/survey/studies/participant-links.ts";
import { listTransitions } from "@/lib/domain/survey/studies/study-status.ts";
import { environment } from "@/lib/server/platform/environment.ts";
import { getLiveFigures, mostActive } from "@/lib/server/studies/run/get-live-figures.ts";
import { moveStudyAction, signLinksAction } from "../actions.ts";
import { requireStudy, type StudyParams } from "./require-study.ts";

export const metadata: Metadata = { title: "Overview" };

export default async function StudyPage({ params }: { params: StudyParams }) {
  const { actor, study, base } = await requireStudy(params);
  const figures = study.isFrozen ? await getLiveFigures(actor, study.id) : null;
  const progress = figures && prepareStrata(figures.study, figures.strata);
  const screens = listScreens(study.protocol, study.design.itemsPerSession);
  const flow = figures && progress && prepareFlow(screens, figures.sessions, progress.filled + progress.open);
  const links = participantLinks(environment().publicUrl, study.slug);
  return (
    <>
      {study.description && <p className="mb-8 max-w-measure text-lg text-ink-soft">{study.description}</p>}
      {study.canWrite && (
        <div className="mb-10 flex flex-wrap gap-3">
          <StudyTransitions
            studyId={study.id}
            transitions={listTransitions(study.status)}
            slots={findMargin(study.margins, "sessions").high}
            isMain={study.stage === "main"}
            hasEnded={study.hasEnded}
            action={moveStudyAction}
          />
        </div>
      )}
      {flow && progress && figures ? (
        <Section title="So far" actions={<Link href={`${base}/live`}>Live figures</Link>}>
          <Stats>
            <Stat
              side="people"
              label="Slots filled"
              value={formatCount(progress.filled)}
              n={`of ${formatCount(progress.target)}`}
              note={slotsNote(progress)}
            />
            <Stat
              side="people"
              label="Completed"
              value={formatCount(flow.ended.complete)}
              n={`of ${formatCount(flow.started)} who started`}
            />
            <CompletionStat completion={completionOf(flow, figures.underWay)} />
            <Stat
              label="Active now"
              value={`${formatCount(figures.active)}${figures.active === mostActive ? " or more" : ""}`}
              note="seen in the last five minutes"
            />
          </Stats>
        </Section>
      ) : (
        <NextSteps base={base} canWrite={study.canWrite} />
      )}
      <Section title="What it is">
        <DescriptionList
          entries={[
            {
              term: "Benchmark",
              value: <Link href={`/research/benchmarks/${study.benchmark.id}`}>{study.benchmark.name}</Link>,
            },
            { term: "Items", value: `${formatCount(study.items)}, ${kindLabel(study.itemKind)}` },
            {
              term: "Stage",
              value: `${stageLabels[study.stage]?.word ?? study.stage}. ${stageLabels[study.stage]?.meaning ?? ""}`,
            },
            { term: "Language", value: study.language },
            {
              term: "Protocol",
              value: (
                <>
                  Version {study.protocolVersion.version},{" "}
                  <code className="break-all text-sm">{study.protocolVersion.hash.slice(0, 16)}</code>
                </>
              ),
            },
            { term: "Made", value: <Day at={study.createdAt} /> },
            ...(study.openedAt ? [{ term: "First opened", value: <Day at={study.openedAt} /> }] : []),
            ...(study.closedAt ? [{ term: "Closed", value: <Day at={study.closedAt} /> }] : []),
          ]}
        />
      </Section>
      <LinksForParticipants
        links={links}
        isSimulation={study.stage === "simulation"}
        isOpen={study.status === "open"}
        studyId={study.id}
        signAction={study.canWrite ? signLinksAction : null}
        settingsHref={`${base}/settings`}
      />
    </>
  );
}

function Day({ at }: { at: Date }) {
  return <time dateTime={at.toISOString()}>{formatLongDay(at)}</time>;
}

function kindLabel(kind: string | null): string {
  return (itemKinds[kind ?? ""]?.label ?? kind ?? "no kind").toLowerCase();
}
