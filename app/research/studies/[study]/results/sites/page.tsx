import type { Metadata } from "next";
import { PoolView } from "@/components/results/sites/pool-view.tsx";
import { getPoolState, listOtherSites } from "@/lib/server/archive/request-pool.ts";
import { requireStudy, type StudyParams } from "../../require-study.ts";
import { poolSitesAction } from "./actions.ts";

export const metadata: Metadata = { title: "Pool with other sites" };

/** The accuracies of people in this study and in studies of other sites, with their random-effects summary. */
export default async function SitesPage({ params }: { params: StudyParams }) {
  const { actor, study } = await requireStudy(params);
  const [state, others] = await Promise.all([getPoolState(actor, study.id), listOtherSites(actor, study.id)]);
  return (
    <PoolView
      studyId={study.id}
      state={state}
      others={others}
      canWrite={study.canWrite}
      canImport={actor.isOwner}
      action={poolSitesAction}
    />
  );
}
