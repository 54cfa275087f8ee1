import * as z from "zod";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { optionsOf } from "@/lib/domain/items/stimulus.ts";
import { labelledFactors } from "@/lib/domain/survey/kinds/asked-kind.ts";
import { type CorrectAnswer, judgeChoices } from "@/lib/domain/survey/responses/correct-answers.ts";
import { maxCountedResponses, newestFirst, type ResponseOrder } from "@/lib/domain/survey/responses/response-order.ts";
import { conditionLabel } from "@/lib/domain/survey/studies/condition-label.ts";
import type { ResponseLine } from "@/lib/domain/survey/studies/study-rows.ts";
import { wordTexts } from "@/lib/domain/words/words.ts";
import { reasonOfAnswerSql } from "../../counting/reason-of-answer.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows, oneRow } from "../../platform/database/rows.ts";
import { allConditions, fragment, type SqlFragment, sql, withoutPreparing } from "../../platform/database/sql.ts";
import { getStudy } from "../get-study.ts";
import { readStudyItems, type StudyItem } from "../study-items.ts";
import {
  type ConditionCost,
  type FilterCondition,
  filterConditions,
  type SearchedOptions,
} from "./filter-conditions.ts";
import { findSmallestSet, type IndexedSet } from "./indexed-sets.ts";
import type { ResponseCursor, ResponseFilter } from "./response-filter.ts";
import { listedResponseRow, toResponseLine } from "./response-line.ts";
import { createScan, cursorKeyOf, type ListPosition, type ResponseScan } from "./response-scan.ts";

export interface ResponsePage {
  lines: ResponseLine[];
  /** The number of matches, at most `maxCountedResponses`, among all answers or among the newest `countedAmong`. */
  matching: number;
  /** Whether there are more matches than `matching`. */
  isMore: boolean;
  /** The number of newest answers among which `matching` was counted; null if all answers were searched. */
  countedAmong: number | null;
  /** The cursors of the next and the previous page; null at the ends of the list. */
  next: ResponseCursor | null;
  previous: ResponseCursor | null;
  /** The number of answers that were read if the page ended early because of the limit; otherwise null. */
  stoppedAfter: number | null;
}

export const responsesPerPage = 50;

/** The maximum numbers of answers that are read for a page. */
export interface ScanLimits {
  /** The maximum size of a set of answers that is found by an index and sorted. */
  sorted: number;
  /** Maximum for a page in the order of the list, by the data that the filter reads for each answer. */
  page: Readonly<Record<ConditionCost, number>>;
  /** Maximum for the count of matches, by the data that the filter reads for each answer. */
  count: Readonly<Record<ConditionCost, number>>;
}
const scanLimits: ScanLimits = {
  sorted: maxCountedResponses,
  page: { own: 20_000, lookup: 20_000, costly: 5_000 },
  count: { own: 100_000, lookup: 20_000, costly: 5_000 },
};

/**
 * A page of a study's responses. Pages begin after a given response instead of counting from the top, so each page
 * costs the same and new answers do not shift it. If an index finds few answers for one field of the filter, these are
 * sorted. Otherwise a page reads a limited number of answers in the order of the list, and the next page continues from
 * there, so a filter with few matches costs the same as any other. Null for users who may not see the study.
 */
export async function listResponses(
  actor: Actor,
  address: string,
  filter: ResponseFilter,
  order: ResponseOrder = newestFirst,
  from: { after?: ResponseCursor | null; before?: ResponseCursor | null } = {},
  limits: ScanLimits = scanLimits,
): Promise<ResponsePage | null> {
  const study = await getStudy(actor, address);
  if (!study) return null;
  const items = await readStudyItems(study.id);
  const correctAnswers = await readCorrectAnswers(items);
  const options = filter.q ? findOptions(items, filter.q) : { itemVersionIds: [], answerKeys: [] };
  const set = await findSmallestSet(study.id, filter, options, limits.sorted);
  const smallSet = set && set.count <= limits.sorted ? set : null;
  const allConditionsOfFilter = filterConditions(filter, correctAnswers, options);
  const conditions = smallSet
    ? allConditionsOfFilter.filter(({ by }) => !smallSet.covers.includes(by))
    : allConditionsOfFilter;
  const cost = findHighestCost(conditions);
  const cursor = from.before ?? from.after ?? null;
  const position = cursor && { cursor, isBackwards: Boolean(from.before) };
  const ids = await readSortedIds(study.id, filter, order, items);
  const scan = createScan(study.id, filter, order, ids, smallSet, position);
  const isCounted = set !== null && allConditionsOfFilter.every(({ by }) => set.covers.includes(by));
  const [{ rows, ...ends }, counted] = await Promise.all([
    readPage(scan, conditions, order, position, smallSet ? null : limits.page[cost]),
    isCounted
      ? { ...capCount(set.count), countedAmong: null }
      : countMatching(study.id, filter, conditions, smallSet, limits.count[cost]),
  ]);
  const kind = labelledFactors(study);
  return {
    lines: rows.map((row) => toResponseLine(row, items, correctAnswers, (levels) => conditionLabel(kind, levels))),
    ...counted,
    ...ends,
  };
}

const itemKeyRow = z.strictObject({ item_version_id: z.string(), gold: json() });

/** The correct and wrong answers to the study's items, by the newest keys. */
async function readCorrectAnswers(items: readonly StudyItem[]): Promise<CorrectAnswer[]> {
  const rows = await manyRows(
    pool(),
    itemKeyRow,
    sql`SELECT DISTINCT ON (item_version_id) item_version_id, gold FROM item_key
     WHERE item_version_id = ANY (${items.map((item) => item.id)}) ORDER BY item_version_id, version DESC`,
  );
  const golds = new Map<string, unknown>(rows.map((row) => [row.item_version_id, row.gold]));
  return items.flatMap(({ id, item }) => {
    const kind = itemKinds[item.kind];
    return kind ? judgeChoices(kind, [{ itemVersionId: id, item, gold: golds.get(id) }]) : [];
  });
}

/** The options of items whose label contains all words of a text. */
function findOptions(items: readonly StudyItem[], text: string): SearchedOptions {
  const searchedWords = wordTexts(text.toLowerCase());
  const options: SearchedOptions = { itemVersionIds: [], answerKeys: [] };
  if (searchedWords.length === 0) return options;
  for (const { id, item } of items) {
    for (const { value, label } of optionsOf(item)) {
      const words = new Set(wordTexts(label.toLowerCase()));
      const answerKey = itemKinds[item.kind]?.answerKey({ choice: value }) ?? null;
      if (answerKey === null || !searchedWords.every((word) => words.has(word))) continue;
      options.itemVersionIds.push(id);
      options.answerKeys.push(answerKey);
    }
  }
  return options;
}

const idRow = z.strictObject({ id: z.string() });

/**
 * The items or conditions of a study in their order, restricted to those that match the filter; null unless the answers
 * are sorted by items or conditions.
 */
async function readSortedIds(
  studyId: string,
  filter: ResponseFilter,
  { sort }: ResponseOrder,
  items: readonly StudyItem[],
): Promise<string[] | null> {
  if (sort === "item") return filter.item ? [filter.item] : items.map(({ id }) => id);
  if (sort !== "condition") return null;
  if (filter.condition) return [filter.condition];
  const rows = await manyRows(
    pool(),
    idRow,
    sql`SELECT id FROM condition WHERE study_id = ${studyId} ORDER BY ordinal, id`,
  );
  return rows.map(({ id }) => id);
}

const countedRow = z.strictObject({ matching: z.number(), isCut: z.boolean() });

/** The number of matches, within the limits of one search. */
async function countMatching(
  studyId: string,
  filter: ResponseFilter,
  conditions: readonly FilterCondition[],
  narrow: IndexedSet | null,
  readAtMost: number,
): Promise<Pick<ResponsePage, "matching" | "isMore" | "countedAmong">> {
  const { window } = createScan(studyId, filter, newestFirst, null, narrow, null);
  const countedJoin = findHighestCost(conditions) === "costly" ? countedAnswer : fragment``;
  const statement = sql`SELECT matching, CASE WHEN matching <= ${maxCountedResponses}::int
      THEN ${narrow ? fragment`false` : fragment`EXISTS ${window(1, readAtMost)}`} ELSE false END AS "isCut"
    FROM (SELECT count(*)::int AS matching FROM (
      SELECT FROM ${window(narrow?.count ?? readAtMost)} AS given ${countedJoin}
      WHERE ${allConditions(conditions.map(({ where }) => where))} LIMIT ${maxCountedResponses + 1}::int) AS matches) AS counted`;
  const { matching, isCut } = await oneRow(pool(), countedRow, withoutPreparing(statement));
  return { ...capCount(matching), countedAmong: isCut ? readAtMost : null };
}

function capCount(count: number): Pick<ResponsePage, "matching" | "isMore"> {
  return { matching: Math.min(count, maxCountedResponses), isMore: count > maxCountedResponses };
}

/** SQL: an answer as in the view `counted_response`, looked up by key for each answer of the window. */
const countedAnswer = fragment`CROSS JOIN LATERAL (
  SELECT * FROM counted_response WHERE counted_response.id = given.id OFFSET 0) AS response`;

function findHighestCost(conditions: readonly FilterCondition[]): ConditionCost {
  return (["costly", "lookup"] as const).find((cost) => conditions.some((found) => found.cost === cost)) ?? "own";
}

async function readPage(
  { window, order }: ResponseScan,
  conditions: readonly FilterCondition[],
  listOrder: ResponseOrder,
  pagePosition: ListPosition | null,
  readAtMost: number | null,
) {
  const statement = sql`WITH page AS (
       SELECT response.*, given.rank FROM ${window(readAtMost ?? maxCountedResponses)} AS given ${countedAnswer}
       WHERE ${allConditions(conditions.map(({ where }) => where))} ORDER BY ${order("given")} LIMIT ${responsesPerPage + 1}::int
     )
     SELECT page.id, page.session_id, page.saved_at, page.item_version_id, page.condition_id,
            page.stage::text AS stage, page.position,
            page.revision, page.answer, page.answer_key, page.elapsed_ms, page.visible_ms, page.focus_losses,
            page.outcome::text AS outcome, page.is_complete, page.is_surplus, page.is_open_stratum, page.is_excluded,
            page.is_newest, session.erased_at IS NOT NULL AS is_erased, condition.levels,
            stratum.label AS stratum, reason.words AS explanation,
            ${withMicroseconds(fragment`page.saved_at`)} AS exact_saved_at,
            mark.reason AS excluded_reason, mark.note AS excluded_note, mark.created_at AS excluded_at,
            mark.rule AS excluded_rule, app_user.name AS excluded_by, mark.actor = 'plan' AS is_planned,
            ARRAY(SELECT rule FROM response_flag WHERE response_id = page.id ORDER BY rule) AS flags
     FROM page
     JOIN session ON session.id = page.session_id
     JOIN condition ON condition.id = page.condition_id
     JOIN stratum ON stratum.id = page.stratum_id
     ${reasonOfAnswerSql("page")}
     LEFT JOIN exclusion AS mark ON mark.response_id = page.id AND mark.revoked_at IS NULL
     LEFT JOIN app_user ON app_user.id = mark.created_by_id
     ORDER BY ${order("page")}`;
  const rows = await manyRows(pool(), listedResponseRow, withoutPreparing(statement));
  const isMore = rows.length > responsesPerPage;
  const pageRows = rows.slice(0, responsesPerPage);
  const stop = isMore || readAtMost === null ? null : await findStop(window, readAtMost);
  const toCursor = (row: StopRow | null | undefined): ResponseCursor | null =>
    row ? { key: cursorKeyOf(listOrder, row), savedAt: row.exact_saved_at, id: row.id } : null;
  const nextCursor = toCursor(isMore ? pageRows.at(-1) : stop);
  const previousCursor = pagePosition && pageRows.length > 0 ? toCursor(pageRows[0]) : null;
  return {
    rows: pagePosition?.isBackwards ? pageRows.toReversed() : pageRows,
    next: pagePosition?.isBackwards ? previousCursor : nextCursor,
    previous: pagePosition?.isBackwards ? nextCursor : previousCursor,
    stoppedAfter: stop && readAtMost,
  };
}

const stopRow = listedResponseRow.pick({
  id: true,
  session_id: true,
  exact_saved_at: true,
  item_version_id: true,
  condition_id: true,
  elapsed_ms: true,
});
type StopRow = z.infer<typeof stopRow>;

/** The last answer that a scan reads if further answers follow; null if the list ends earlier. */
async function findStop(window: ResponseScan["window"], readAtMost: number): Promise<StopRow | null> {
  const statement = sql`SELECT given.id, given.session_id, given.item_version_id, given.condition_id,
      given.elapsed_ms, ${withMicroseconds(fragment`given.saved_at`)} AS exact_saved_at
    FROM ${window(2, readAtMost - 1)} AS given`;
  const [last, following] = await manyRows(pool(), stopRow, withoutPreparing(statement));
  return last && following ? last : null;
}

/** SQL: a time with microseconds, in the format of a cursor. */
function withMicroseconds(time: SqlFragment): SqlFragment {
  return fragment`to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}
