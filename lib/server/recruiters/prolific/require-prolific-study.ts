import { type Actor, can } from "../../platform/access/access.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { getStudy, type StudyFacts } from "../../studies/get-study.ts";

/** A study that recruits through Prolific, for users who may change it and read recruiters' IDs. */
export async function requireProlificStudy(actor: Actor, studyId: string): Promise<StudyFacts> {
  const study = await getStudy(actor, studyId);
  if (!study?.canWrite || !can(actor, "identities.read", study.projectId)) throw notFoundError();
  if (study.protocol.recruiter?.kind !== "prolific")
    throw new AppError("conflict", "The study does not recruit through Prolific.");
  return study;
}
