import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { StagesView } from "@/components/studies/live/stages-view.tsx";
import { ResultNote } from "@/components/ui/result-note.tsx";
import { prepareTimes } from "@/lib/domain/survey/live/prepare-times.ts";
import { listScreens } from "@/lib/domain/survey/screens.ts";
import { loadStudyFlow } from "@/lib/server/studies/flow/load-study-flow.ts";
import { recordInterimView } from "@/lib/server/studies/interim-views.ts";
import { readDataStatus } from "@/lib/server/studies/lock/read-data-status.ts";
import { getLiveFigures } from "@/lib/server/studies/run/get-live-figures.ts";
import { loadStages } from "@/lib/server/studies/run/stages.ts";
import { recomputeAction } from "../../../recompute-action.ts";
import { requireStudy, type StudyParams } from "../require-study.ts";
import { keepItemAction, leaveOutNextAction, nextStageAction, rewordItemAction } from "./actions.ts";

export const metadata: Metadata = { title: "Stages" };

export default async function StagesPage({
  params,
  searchParams,
}: {
  params: StudyParams;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { actor, study } = await requireStudy(params);
  const pageParam = Number((await searchParams).page);
  const [stages, flow, figures, status] = await Promise.all([
    loadStages(actor, study.id),
    study.isFrozen ? loadStudyFlow(actor, study.id) : null,
    study.isFrozen ? getLiveFigures(actor, study.id) : null,
    readDataStatus(study.id, null),
  ]);
  if (!stages) notFound();
  await recordInterimView(actor, study);
  const screens = listScreens(study.protocol, study.design.itemsPerSession);
  return (
    <>
      {flow && <ResultNote state={flow} what="the participant flow" recompute={recomputeAction} />}
      <ResultNote state={stages.report} what="the results of the items" recompute={recomputeAction} />
      <StagesView
        studyId={study.id}
        benchmarkId={study.benchmark.id}
        isPilot={study.stage === "pilot"}
        hasLists={study.hasLists}
        design={study.design}
        canWrite={study.canWrite}
        stages={stages}
        status={status}
        consort={flow?.stored?.document.consort ?? null}
        times={figures ? prepareTimes(screens, figures.times) : []}
        page={Number.isInteger(pageParam) && pageParam >= 1 ? pageParam : 1}
        reword={rewordItemAction}
        leaveOut={leaveOutNextAction}
        keep={keepItemAction}
        startNext={nextStageAction}
      />
    </>
  );
}
