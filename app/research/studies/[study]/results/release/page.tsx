import type { Metadata } from "next";
import { ReleaseView } from "@/components/studies/release/release-view.tsx";
import { can } from "@/lib/server/platform/access/access.ts";
import { listDeposits } from "@/lib/server/release/deposit/deposit-release.ts";
import { getProjectK } from "@/lib/server/release/project-k.ts";
import { listReleases } from "@/lib/server/release/release-versions.ts";
import { getReleaseState } from "@/lib/server/release/request-release.ts";
import { requireStudy, type StudyParams } from "../../require-study.ts";
import {
  depositReleaseAction,
  releaseAction,
  releasePageAction,
  reserveDoiAction,
  withdrawReleaseAction,
} from "./actions.ts";

export const metadata: Metadata = { title: "Release" };

export default async function ReleasePage({ params }: { params: StudyParams }) {
  const { actor, study, base } = await requireStudy(params);
  const [requiredK, state, versions, deposits] = await Promise.all([
    getProjectK(actor, study.projectId),
    getReleaseState(study.id),
    listReleases(study.id),
    listDeposits(study.id),
  ]);
  return (
    <ReleaseView
      base={base}
      study={{ id: study.id, slug: study.slug, name: study.name, description: study.description }}
      canWrite={study.canWrite}
      canIdentify={can(actor, "identities.read", study.projectId)}
      requiredK={requiredK}
      state={state}
      versions={versions}
      deposits={deposits}
      actions={{
        release: releaseAction,
        withdraw: withdrawReleaseAction,
        setPage: releasePageAction,
        reserve: reserveDoiAction,
        deposit: depositReleaseAction,
      }}
    />
  );
}
