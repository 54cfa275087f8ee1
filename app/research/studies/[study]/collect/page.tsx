import type { Metadata } from "next";
import { ArrivalsSection } from "@/components/studies/live/arrivals-section.tsx";
import { LiveView } from "@/components/studies/live/live-view.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { getArrivals } from "@/lib/server/studies/flow/arrivals.ts";
import { maxCountedActive } from "@/lib/server/studies/run/get-live-figures.ts";
import { getRunningStudy } from "@/lib/server/studies/run/get-running-study.ts";
import { releaseSlotsAction } from "../../actions.ts";
import { requireStudy, type StudyParams } from "../require-study.ts";

export const metadata: Metadata = { title: "Collect" };

export default async function CollectPage({
  params,
  searchParams,
}: {
  params: StudyParams;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { actor, study, base } = await requireStudy(params);
  const cellPage = Number((await searchParams).cells);
  const running = await getRunningStudy(actor, study.id);
  if (!running) {
    return (
      <EmptyState title="The study is not open yet" actions={<LinkButton href={base}>Go to the overview</LinkButton>}>
        When the study is open, this page shows its progress, where people drop out and how long they take.
      </EmptyState>
    );
  }
  const arrivals = await getArrivals(actor, study.id);
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
      readAt={running.readAt.toISOString()}
      isRunning={study.status === "open"}
      active={running.active}
      isActiveCapped={running.active === maxCountedActive}
      progress={running.progress}
      cells={running.cells}
      cellPage={Number.isInteger(cellPage) && cellPage >= 1 ? cellPage : null}
      cellPageHref={(page) => `${base}/collect?cells=${page}#cells`}
      flow={running.flow}
      completion={running.completion}
      times={running.times}
      fileHref={(file) => `/api/v1/studies/${study.id}/course/${file}`}
    />
  );
}
