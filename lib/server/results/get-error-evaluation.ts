import type { ErrorEvaluation } from "@/lib/domain/results/error-evaluation.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { notThere } from "../platform/errors/app-error.ts";
import { subjectWith } from "../stored-results/matching-subject.ts";
import { type ResultState, readResult } from "../stored-results/stored-result.ts";
import { readsOtherTexts } from "../studies/parity/reads-other-texts.ts";
import { errorResult } from "./error-result.ts";

/**
 * Who found the errors of a study and where, as it was last computed; asks for it where it never was.
 *
 * @param asked whether models' answers to another text than people read count, as an address says it (`countsOtherTexts`)
 */
export async function getErrorEvaluation(
  actor: Actor,
  projectId: string,
  studyId: string,
  asked?: unknown,
): Promise<ResultState<ErrorEvaluation> & { withMismatches: boolean }> {
  requireRight(actor, "research.read", projectId);
  const withMismatches = await readsOtherTexts(pool(), studyId, asked);
  const state = await readResult(errorResult, subjectWith(studyId, withMismatches));
  if (!state) throw notThere();
  return { ...state, withMismatches };
}
