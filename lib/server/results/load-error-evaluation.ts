import { countsOtherTexts } from "@/lib/domain/items/other-texts.ts";
import type { ResultState } from "@/lib/domain/result-state.ts";
import type { ErrorEvaluation } from "@/lib/domain/results/model/error-evaluation.ts";
import { type StoredPlan, storedPlan } from "@/lib/domain/results/plan/plan-record.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { notThere } from "../platform/errors/app-error.ts";
import { subjectWith } from "../stored-results/matching-subject.ts";
import { loadStoredResult } from "../stored-results/stored-result.ts";
import { errorResult } from "./error-result.ts";

/**
 * Who found the errors of a study and where, as last computed; starts the computation if there is none.
 *
 * @param asked whether models' answers to another text than people read count, from the address (`countsOtherTexts`)
 */
export async function loadErrorEvaluation(
  actor: Actor,
  projectId: string,
  studyId: string,
  asked?: unknown,
): Promise<ResultState<ErrorEvaluation> & { withMismatches: boolean; plan: StoredPlan | null }> {
  requireRight(actor, "research.read", projectId);
  const plan = await readStoredPlan(studyId);
  const withMismatches = countsOtherTexts(asked, plan?.plan.exclusions.mismatched);
  const state = await loadStoredResult(errorResult, subjectWith(studyId, withMismatches));
  if (!state) throw notThere();
  return { ...state, withMismatches, plan };
}

/** The saved plan of a study; null if there is none. */
async function readStoredPlan(studyId: string): Promise<StoredPlan | null> {
  const study = await db().study.findUnique({
    where: { id: studyId },
    select: {
      plan: { select: { document: true, registration: true } },
      freezes: { orderBy: { number: "desc" }, take: 1, select: { number: true, hasData: true, createdAt: true } },
    },
  });
  return study?.plan ? storedPlan(study.plan, study.freezes[0] ?? null) : null;
}
