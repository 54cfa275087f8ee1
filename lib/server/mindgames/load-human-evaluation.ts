import { maxRaterColumns } from "@/lib/domain/epistemic/evaluation/fold-raters.ts";
import type { ResultState } from "@/lib/domain/result-state.ts";
import type { ResultTiePolicy } from "@/lib/domain/results/model/majority.ts";
import { type RaterGroup, raterCeiling, raterView } from "@/lib/domain/results/views/people/rater-view.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { loadStoredResult } from "../stored-results/stored-result.ts";
import { getStudy, type StudyFacts } from "../studies/get-study.ts";
import { includesOtherTexts } from "../studies/parity/includes-other-texts.ts";
import { studySubject } from "../studies/parity/study-result.ts";
import { readPlanRules } from "../studies/plan-rules.ts";
import { type RaterDocument, raterResult, readStudyProblems } from "./rater-result.ts";

export interface HumanEvaluation extends ResultState<RaterDocument> {
  study: StudyFacts;
  /** Whether models' answers to a text other than the problems' are included. */
  withMismatches: boolean;
  /** Number of problems in the study. */
  items: number;
  /** How the plan counts a tie of the majority. */
  ties: ResultTiePolicy;
}

/**
 * The results of a study about MindGames problems, as last computed: the raters' accuracy, errors and agreement, and
 * the models' results. Null for users who may not see the study, and for studies of other kinds.
 *
 * @param requested whether models' answers to a text other than the problems' are included, from the address
 * (`countsOtherTexts`)
 */
export async function loadHumanEvaluation(
  actor: Actor,
  address: string,
  requested?: unknown,
): Promise<HumanEvaluation | null> {
  const study = await getStudy(actor, address);
  if (!study) return null;
  const items = Object.keys(await readStudyProblems(pool(), study.id)).length;
  if (items === 0) return null;
  const withMismatches = await includesOtherTexts(pool(), study.id, requested);
  const state = await loadStoredResult(raterResult, await studySubject(study.id, withMismatches));
  const { ties } = await readPlanRules(pool(), study.id);
  return state && { ...state, study, withMismatches, items, ties };
}

/** People as one group and every model, as pages and files show them. */
export function createRaterGroups({ people, models }: Pick<RaterDocument, "people" | "models">): RaterGroup[] {
  return [
    ...(people.all.n > 0 ? [{ label: "People", side: "people" as const, report: people }] : []),
    ...models.map(({ label, report }) => ({ label, side: "models" as const, report })),
  ];
}

/** The evaluation's tables and figures, for download. */
export function createEvaluationView(document: RaterDocument, ties: ResultTiePolicy): View {
  const ceiling = raterCeiling(document.votes, ties);
  return raterView(createRaterGroups(document), ceiling, document.disputed, listRaterColumns(document));
}

/** The raters by name, if each gets a column in the table of wrong answers; null if there are too many. */
export function listRaterColumns({ raters }: Pick<RaterDocument, "raters">): string[] | null {
  return raters.length <= maxRaterColumns ? raters.map(({ label }) => label) : null;
}
