import { type RecruiterKind, sourceOfRecruiter } from "@/lib/domain/survey/recruiters/recruiter.ts";
import { type Actor, can } from "../platform/access/access.ts";
import { notFoundError } from "../platform/errors/app-error.ts";
import { getStudy, type StudyFacts } from "../studies/get-study.ts";

/** The study of a ledger, and the name under which its recruiter's IDs are stored. */
export interface LedgerStudy {
  study: StudyFacts;
  recruiter: RecruiterKind;
  source: ReturnType<typeof sourceOfRecruiter>;
}

/** The study of a ledger, for users who may read recruiters' IDs; for all other users it does not exist. */
export async function requireLedgerStudy(actor: Actor, address: string): Promise<LedgerStudy> {
  const study = await getStudy(actor, address);
  if (!study || !can(actor, "identities.read", study.projectId)) throw notFoundError();
  const recruiter = study.protocol.recruiter?.kind ?? "none";
  return { study, recruiter, source: sourceOfRecruiter(recruiter) };
}
