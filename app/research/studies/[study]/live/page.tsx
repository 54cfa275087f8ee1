import type { Metadata } from "next";
import { ArrivalsSection } from "@/components/studies/live/arrivals-section.tsx";
import { LiveView } from "@/components/studies/live/live-view.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { LinkButton } from "@/components/ui/link.tsx";
import { prepareCells } from "@/lib/domain/survey/live/prepare-cells.ts";
import { completionOf, prepareFlow } from "@/lib/domain/survey/live/prepare-flow.ts";
import { prepareStrata } from "@/lib/domain/survey/live/prepare-strata.ts";
import { prepareTimes } from "@/lib/domain/survey/live/prepare-times.ts";
import { listScreens } from "@/lib/domain/survey/screens.ts";
import { getArrivals } from "@/lib/server/studies/arrivals.ts";
import { getLiveFigures, mostActive } from "@/lib/server/studies/get-live-figures.ts";
import { releaseSlotsAction } from "../../actions.ts";
import { requireStudy, type StudyParams } from "../require-study.ts";

export const metadata: Metadata = { title: "Live" };

export default async function LivePage({ params }: { params: StudyParams }) {
  const { actor, study, base } = await requireStudy(params);
  const figures = study.isFrozen ? await getLiveFigures(actor, study.id) : null;
  if (!figures) {
    return (
      <EmptyState title="Nothing to watch yet" actions={<LinkButton href={base}>To the overview</LinkButton>}>
        Once the study is open, this page shows how full it is, where people stop and how long they take.
      </EmptyState>
    );
  }
  const screens = listScreens(study.protocol, study.design.itemsPerSession);
  const arrivals = await getArrivals(actor, study.id);
  const progress = prepareStrata(figures.study, figures.strata);
  const flow = prepareFlow(screens, figures.sessions, progress.filled + progress.open);
  return (
    <LiveView
      arrivals={
        arrivals && (
          <ArrivalsSection
            studyId={study.id}
            canWrite={study.canWrite}
            arrivals={arrivals}
            release={releaseSlotsAction}
          />
        )
      }
      stage={study.stage}
      readAt={figures.readAt.toISOString()}
      isRunning={study.status === "open"}
      active={figures.active}
      isActiveCapped={figures.active === mostActive}
      progress={progress}
      cells={prepareCells(figures.study, figures.cells)}
      flow={flow}
      completion={completionOf(flow, figures.underWay)}
      times={prepareTimes(screens, figures.times)}
    />
  );
}
