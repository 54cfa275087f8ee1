import { countedByDefault } from "@/lib/domain/survey/counted-response.ts";
import type { CorrectAnswer } from "@/lib/domain/survey/studies/correct-answers.ts";
import { countedWhere } from "../../counting/counted-where.ts";
import { allOf, fragment, SqlFragment } from "../../platform/database/sql.ts";
import type { ResponseCursor, ResponseFilter } from "./response-filter.ts";

/** The cursor of a list, and its direction. */
export interface ListPosition {
  cursor: ResponseCursor;
  isBackwards: boolean;
}

/**
 * How a list of a study's answers is searched. An index has the answers in the order of the list: all of the study,
 * those to one item, or the excluded ones. A limited number of them is read at a time, however few match the other
 * filters, so that no request reads the whole study.
 */
export interface ResponseSearch {
  /** SQL of answers as `given`, in the order of the list. */
  window: (limit: number, offset?: number) => SqlFragment;
  /** The conditions of the filter that depend only on the answer (`given`). */
  own: SqlFragment;
  /** Conditions on its session, its exclusions and later answers, of `response`; null if there are none. */
  standing: SqlFragment | null;
  /** The number of answers read at a time. */
  looksAt: number;
  order: SqlFragment;
}

/** Answers read per search if the answer alone decides, and if three more tables are queried for each. */
export interface ScanLimits {
  byThemselves: number;
  byStanding: number;
}
export const mostScanned: ScanLimits = { byThemselves: 20_000, byStanding: 5_000 };

/** The search for matches of a filter, from a cursor or from the list's beginning. */
export function responseSearch(
  studyId: string,
  filter: ResponseFilter,
  judged: readonly CorrectAnswer[],
  { byThemselves, byStanding }: ScanLimits,
  place: ListPosition | null = null,
): ResponseSearch {
  const order = place?.isBackwards ? fragment`ASC` : fragment`DESC`;
  const after = (columns: SqlFragment) => {
    if (!place) return fragment``;
    const { savedAt, id } = place.cursor;
    return fragment`AND ${columns} ${place.isBackwards ? fragment`>` : fragment`<`} (${savedAt}::timestamptz, ${id}::uuid)`;
  };
  const isOfMarks = filter.excluded === "yes";
  const ofItem = filter.item ? fragment`AND item_version_id = ${filter.item}` : fragment``;
  const from = isOfMarks
    ? fragment`FROM exclusion WHERE study_id = ${studyId} AND revoked_at IS NULL ${after(fragment`(answered_at, response_id)`)}
       ORDER BY answered_at ${order}, response_id ${order}`
    : fragment`FROM response WHERE study_id = ${studyId} ${ofItem}
       ${after(fragment`(saved_at, id)`)} ORDER BY saved_at ${order}, id ${order}`;
  const standing = standingConditions(filter);
  return {
    window: (limit, offset = 0) => {
      // As constants, so that the planner knows how few rows are read.
      const some = new SqlFragment([`LIMIT ${limit} OFFSET ${offset}`], []);
      if (!isOfMarks) return fragment`(SELECT ${columns} ${from} ${some})`;
      // An answer is shown once, however many exclusions it has.
      return fragment`(SELECT mark.answered_at AS saved_at, mark.response_id AS id, answer.stage, answer.item_version_id,
         answer.condition_id, answer.answer_key
       FROM (SELECT DISTINCT ON (answered_at, response_id) answered_at, response_id ${from} ${some}) AS mark
       CROSS JOIN LATERAL (SELECT * FROM response WHERE response.id = mark.response_id OFFSET 0) AS answer)`;
    },
    own: allOf(ownConditions(filter, judged)),
    standing: standing.length > 0 ? allOf(standing) : null,
    looksAt: standing.length > 0 || isOfMarks ? byStanding : byThemselves,
    order,
  };
}

const columns = fragment`saved_at, id, stage, item_version_id, condition_id, answer_key`;

/** SQL: an answer as in the view `counted_response`, looked up by key for each answer of the window. */
export const countedAnswerSql = fragment`LATERAL (
  SELECT * FROM counted_response WHERE counted_response.id = given.id OFFSET 0) AS response`;

function ownConditions(filter: ResponseFilter, judged: readonly CorrectAnswer[]): SqlFragment[] {
  const conditions: SqlFragment[] = [];
  if (filter.condition) conditions.push(fragment`given.condition_id = ${filter.condition}`);
  if (filter.item) conditions.push(fragment`given.item_version_id = ${filter.item}`);
  if (filter.stage) conditions.push(fragment`given.stage = ${filter.stage}::stage`);
  if (filter.answered) conditions.push(answeredWhere(filter.answered, judged));
  return conditions;
}

function standingConditions(filter: ResponseFilter): SqlFragment[] {
  const conditions: SqlFragment[] = [];
  if (filter.outcome === "under-way") conditions.push(fragment`response.outcome IS NULL`);
  else if (filter.outcome) conditions.push(fragment`response.outcome = ${filter.outcome}::outcome`);
  if (filter.excluded === "no") conditions.push(fragment`NOT response.is_excluded`);
  if (filter.counts) {
    // In any stage.
    const counts = countedWhere(countedByDefault(""), "response");
    conditions.push(filter.counts === "yes" ? counts : fragment`NOT (${counts})`);
  }
  return conditions;
}

/** Right, wrong or undecided answers of people, in SQL. */
function answeredWhere(answered: "correct" | "wrong" | "undecided", judged: readonly CorrectAnswer[]): SqlFragment {
  const isListed = (wanted: readonly CorrectAnswer[]) =>
    fragment`(given.item_version_id, coalesce(given.answer_key, '')) IN (SELECT * FROM unnest(
      ${wanted.map(({ itemVersionId }) => itemVersionId)}::uuid[],
      ${wanted.map(({ answerKey }) => answerKey)}::text[]))`;
  const named = judged.filter(({ answerKey }) => answerKey !== null);
  if (answered === "correct") return isListed(named.filter(({ isCorrect }) => isCorrect));
  const inOwnWords = judged.flatMap(({ itemVersionId, answerKey }) => (answerKey === null ? [itemVersionId] : []));
  const isOther = fragment`(given.answer_key IS NOT NULL AND given.item_version_id = ANY (${inOwnWords}::uuid[])
    AND NOT ${isListed(named)})`;
  if (answered === "wrong") return fragment`(${isListed(named.filter(({ isCorrect }) => !isCorrect))} OR ${isOther})`;
  return fragment`NOT (${isListed(named)} OR ${isOther})`;
}
