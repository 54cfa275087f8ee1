import { ReleaseView } from "@/components/studies/release/release-view.tsx";
import { type Actor, can } from "@/lib/server/platform/access/access.ts";
import { listDeposits } from "@/lib/server/release/deposit/deposit-release.ts";
import { getProjectK } from "@/lib/server/release/project-k.ts";
import { type SubjectFacts, subjectRights } from "@/lib/server/release/release-subject.ts";
import { listReleases } from "@/lib/server/release/release-versions.ts";
import { getReleaseState } from "@/lib/server/release/request-release.ts";
import {
  depositReleaseAction,
  releaseAction,
  releasePageAction,
  reserveDoiAction,
  withdrawReleaseAction,
} from "./actions.ts";

/** The releases of a study, a benchmark or a collection. The caller must check the right to read it. */
export async function SubjectReleases({
  actor,
  subject,
  base,
}: {
  actor: Actor;
  subject: SubjectFacts & { description: string };
  /** The address of the subject. */
  base: string;
}) {
  const { type, id, projectId, slug, name, description } = subject;
  const [requiredK, state, versions, deposits] = await Promise.all([
    type === "study" ? getProjectK(actor, projectId) : null,
    getReleaseState(subject),
    listReleases(subject),
    listDeposits(subject),
  ]);
  return (
    <ReleaseView
      base={base}
      subject={{ type, id, slug, name, description }}
      canWrite={can(actor, subjectRights[type].write, projectId)}
      canIdentify={can(actor, "identities.read", projectId)}
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
