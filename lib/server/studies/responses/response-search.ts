import { countedByDefault } from "@/lib/domain/survey/counted-response.ts";
import type { CorrectAnswer } from "@/lib/domain/survey/studies/correct-answers.ts";
import { countedWhere } from "../../counting/counted-where.ts";
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
  window: (limit: number, offset?: number) => string;
  /** The conditions of the filter that depend only on the answer (`given`). */
  own: string;
  /** Conditions on its session, its exclusions and later answers, of `response`; null if there are none. */
  standing: string | null;
  /** The number of answers read at a time. */
  looksAt: number;
  order: "ASC" | "DESC";
  /** The parsed parameters, and those of the window alone. */
  values: unknown[];
  windowValues: unknown[];
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
  const values: unknown[] = [studyId];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const order = place?.isBackwards ? "ASC" : "DESC";
  const after = (columns: string) =>
    place
      ? `AND ${columns} ${place.isBackwards ? ">" : "<"} (${bind(place.cursor.savedAt)}::timestamptz, ${bind(place.cursor.id)}::uuid)`
      : "";
  const isOfMarks = filter.excluded === "yes";
  const from = isOfMarks
    ? `FROM exclusion WHERE study_id = $1 AND revoked_at IS NULL ${after("(answered_at, response_id)")}
       ORDER BY answered_at ${order}, response_id ${order}`
    : `FROM response WHERE study_id = $1 ${filter.item ? `AND item_version_id = ${bind(filter.item)}` : ""}
       ${after("(saved_at, id)")} ORDER BY saved_at ${order}, id ${order}`;
  const ofWindow = values.length;
  const own = ownConditions(filter, judged, bind);
  const standing = standingConditions(filter, bind);
  return {
    window: (limit, offset = 0) => {
      const some = `LIMIT ${limit} OFFSET ${offset}`;
      if (!isOfMarks) return `(SELECT ${columns} ${from} ${some})`;
      // An answer is shown once, however many exclusions it has.
      return `(SELECT mark.answered_at AS saved_at, mark.response_id AS id, answer.stage, answer.item_version_id,
         answer.condition_id, answer.answer_key
       FROM (SELECT DISTINCT ON (answered_at, response_id) answered_at, response_id ${from} ${some}) AS mark
       CROSS JOIN LATERAL (SELECT * FROM response WHERE response.id = mark.response_id OFFSET 0) AS answer)`;
    },
    own: own.join(" AND ") || "true",
    standing: standing.join(" AND ") || null,
    looksAt: standing.length > 0 || isOfMarks ? byStanding : byThemselves,
    order,
    values,
    windowValues: values.slice(0, ofWindow),
  };
}

const columns = "saved_at, id, stage, item_version_id, condition_id, answer_key";

/** SQL: an answer as in the view `counted_response`, looked up by key for each answer of the window. */
export const countedAnswerSql =
  "LATERAL (SELECT * FROM counted_response WHERE counted_response.id = given.id OFFSET 0) AS response";

type Bind = (value: unknown) => string;

function ownConditions(filter: ResponseFilter, judged: readonly CorrectAnswer[], bind: Bind): string[] {
  const conditions: string[] = [];
  if (filter.condition) conditions.push(`given.condition_id = ${bind(filter.condition)}`);
  if (filter.item) conditions.push(`given.item_version_id = ${bind(filter.item)}`);
  if (filter.stage) conditions.push(`given.stage = ${bind(filter.stage)}::stage`);
  if (filter.answered) conditions.push(answeredWhere(filter.answered, judged, bind));
  return conditions;
}

function standingConditions(filter: ResponseFilter, bind: Bind): string[] {
  const conditions: string[] = [];
  if (filter.outcome === "under-way") conditions.push("response.outcome IS NULL");
  else if (filter.outcome) conditions.push(`response.outcome = ${bind(filter.outcome)}::outcome`);
  if (filter.excluded === "no") conditions.push("NOT response.is_excluded");
  if (filter.counts) {
    // In any stage.
    const counts = countedWhere(countedByDefault(""), "response");
    conditions.push(filter.counts === "yes" ? counts : `NOT (${counts})`);
  }
  return conditions;
}

/** Right, wrong or undecided answers of people, in SQL. */
function answeredWhere(
  answered: "correct" | "wrong" | "undecided",
  judged: readonly CorrectAnswer[],
  bind: Bind,
): string {
  const isListed = (wanted: readonly CorrectAnswer[]) =>
    `(given.item_version_id, coalesce(given.answer_key, '')) IN (SELECT * FROM unnest(
      ${bind(wanted.map(({ itemVersionId }) => itemVersionId))}::uuid[],
      ${bind(wanted.map(({ answerKey }) => answerKey))}::text[]))`;
  const named = judged.filter(({ answerKey }) => answerKey !== null);
  if (answered === "correct") return isListed(named.filter(({ isCorrect }) => isCorrect));
  const inOwnWords = judged.flatMap(({ itemVersionId, answerKey }) => (answerKey === null ? [itemVersionId] : []));
  const isOther = `(given.answer_key IS NOT NULL AND given.item_version_id = ANY (${bind(inOwnWords)}::uuid[])
    AND NOT ${isListed(named)})`;
  if (answered === "wrong") return `(${isListed(named.filter(({ isCorrect }) => !isCorrect))} OR ${isOther})`;
  return `NOT (${isListed(named)} OR ${isOther})`;
}
