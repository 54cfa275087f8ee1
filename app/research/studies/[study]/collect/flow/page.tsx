import type { Metadata } from "next";
import { FlowView } from "@/components/studies/live/flow-view.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { ResultNote } from "@/components/ui/result-note.tsx";
import { loadStudyFlow } from "@/lib/server/studies/flow/load-study-flow.ts";
import { readDataStatus } from "@/lib/server/studies/lock/read-data-status.ts";
import { recomputeAction } from "../../../../recompute-action.ts";
import { topUpAction } from "../../../actions.ts";
import { requireStudy, type StudyParams } from "../../require-study.ts";

export const metadata: Metadata = { title: "Flow" };

export default async function FlowPage({ params }: { params: StudyParams }) {
  const { actor, study, base } = await requireStudy(params);
  const status = await readDataStatus(study.id, null);
  const state = study.isFrozen ? await loadStudyFlow(actor, study.id) : null;
  const note = state && <ResultNote state={state} what="the participant flow" recompute={recomputeAction} />;
  if (state && !state.stored) return note;
  const flow = state?.stored?.document;
  if (!flow || flow.consort.arrived === 0) {
    return (
      <EmptyState title="No arrivals yet" actions={<LinkButton href={base}>Go to the overview</LinkButton>}>
        After the first arrival, this page shows the participant flow by condition.
      </EmptyState>
    );
  }
  return (
    <>
      {note}
      <FlowView flow={flow} status={status} studyId={study.id} canWrite={study.canWrite} topUp={topUpAction} />
    </>
  );
}
