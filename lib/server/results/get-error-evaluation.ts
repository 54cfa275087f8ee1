import type { ErrorEvaluation } from "@/lib/domain/results/error-evaluation.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { notThere } from "../platform/errors/app-error.ts";
import { subjectWith } from "../stored-results/matching-subject.ts";
import { type ResultState, readResult } from "../stored-results/stored-result.ts";
import { errorResult } from "./error-result.ts";

/**
 * Who found the errors of a study and where, as it was last computed; asks for it where it never was.
 *
 * @param withMismatches whether answers count that models gave to another text than people read
 */
export async function getErrorEvaluation(
  actor: Actor,
  projectId: string,
  studyId: string,
  withMismatches = true,
): Promise<ResultState<ErrorEvaluation>> {
  requireRight(actor, "research.read", projectId);
  const state = await readResult(errorResult, subjectWith(studyId, withMismatches));
  if (!state) throw notThere();
  return state;
}
