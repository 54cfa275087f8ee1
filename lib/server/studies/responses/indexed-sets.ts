import * as z from "zod";
import { selectAnswersWithWords } from "../../counting/reason-of-answer.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { fragment, type SqlFragment, sql, withoutPreparing } from "../../platform/database/sql.ts";
import { type SearchedOptions, textSearchQuery, toUtcTime } from "./filter-conditions.ts";
import type { ResponseFilter } from "./response-filter.ts";

/** The answers that match one field of a filter, found by an index. */
export interface IndexedSet {
  /** SQL of all columns of these answers. */
  rows: SqlFragment;
  /** SQL with the same number of rows, if other tables can be counted faster. */
  counted?: SqlFragment;
  /** The fields of the filter that all of these answers match. */
  covers: readonly (keyof ResponseFilter)[];
  /** The number of these answers. If there are more than the maximum of a search, the maximum plus one. */
  count: number;
}

const countRow = z.strictObject({ number: z.number(), count: z.number() });

/**
 * The smallest set of a study's answers that one index finds for a field of a filter; null if no index can be used.
 *
 * @param maxCount counting stops after this number
 */
export async function findSmallestSet(
  studyId: string,
  filter: ResponseFilter,
  options: SearchedOptions,
  maxCount: number,
): Promise<IndexedSet | null> {
  const sets = listIndexedSets(studyId, filter, options);
  const counts = sets.map(
    ({ rows, counted = rows }, number) =>
      fragment`SELECT ${number}::int AS number, (SELECT count(*)::int FROM (${counted} LIMIT ${maxCount + 1}::int) AS matches) AS count`,
  );
  const [first, ...others] = counts;
  if (!first) return null;
  const statement = sql`${others.reduce((all, next) => fragment`${all} UNION ALL ${next}`, first)}`;
  const setCounts = await manyRows(pool(), countRow, withoutPreparing(statement));
  const smallest = setCounts.reduce((least, next) => (next.count < least.count ? next : least));
  const set = sets[smallest.number];
  return set ? { ...set, count: smallest.count } : null;
}

function listIndexedSets(
  studyId: string,
  filter: ResponseFilter,
  options: SearchedOptions,
): Omit<IndexedSet, "count">[] {
  const studyResponses = fragment`SELECT response.* FROM response WHERE response.study_id = ${studyId}::uuid`;
  const range = timeRangeSql(filter);
  const sets: (Omit<IndexedSet, "count"> | "" | undefined | false)[] = [
    filter.person && { rows: fragment`${studyResponses} AND session_id = ${filter.person}::uuid`, covers: ["person"] },
    // The text index does not contain the options of choices.
    filter.q &&
      options.answerKeys.length === 0 && {
        rows: selectAnswersWithWords(textSearchQuery(filter.q), studyId),
        covers: ["q"],
      },
    filter.excluded === "yes" && {
      // The answers are looked up one by one, because a join would read all answers.
      rows: fragment`SELECT response.* FROM (${excludedIdsSql(studyId)}) AS mark
        CROSS JOIN LATERAL (SELECT * FROM response WHERE response.id = mark.response_id OFFSET 0) AS response`,
      counted: excludedIdsSql(studyId),
      covers: ["excluded"],
    },
    filter.flag !== undefined &&
      filter.flag !== "none" && {
        rows: fragment`SELECT response.* FROM (${flaggedIdsSql(studyId, filter.flag)}) AS flag
          CROSS JOIN LATERAL (SELECT * FROM response WHERE response.id = flag.response_id OFFSET 0) AS response`,
        counted: flaggedIdsSql(studyId, filter.flag),
        covers: ["flag"],
      },
    filter.item && {
      rows: fragment`${studyResponses} AND item_version_id = ${filter.item}::uuid ${range}`,
      covers: ["item", "from", "until"],
    },
    filter.condition && {
      rows: fragment`${studyResponses} AND condition_id = ${filter.condition}::uuid`,
      covers: ["condition"],
    },
    filter.stage && { rows: fragment`${studyResponses} AND stage = ${filter.stage}::stage`, covers: ["stage"] },
    (filter.from || filter.until) && { rows: fragment`${studyResponses} ${range}`, covers: ["from", "until"] },
  ];
  return sets.filter((set) => set !== "" && set !== undefined && set !== false);
}

/** SQL: the IDs of excluded answers; each once, even if it has several exclusions. */
function excludedIdsSql(studyId: string): SqlFragment {
  return fragment`SELECT DISTINCT ON (answered_at, response_id) response_id FROM exclusion
    WHERE study_id = ${studyId}::uuid AND revoked_at IS NULL ORDER BY answered_at, response_id`;
}

/** SQL: the IDs of flagged answers; each once, even if several rules flag it. */
function flaggedIdsSql(studyId: string, rule: string): SqlFragment {
  return rule === "any"
    ? fragment`SELECT DISTINCT ON (answered_at, response_id) response_id FROM response_flag
        WHERE study_id = ${studyId}::uuid ORDER BY answered_at, response_id`
    : fragment`SELECT response_id FROM response_flag WHERE study_id = ${studyId}::uuid AND rule = ${rule}
        ORDER BY answered_at, response_id`;
}

/** SQL: the time range of a filter. */
export function timeRangeSql({ from, until }: ResponseFilter): SqlFragment {
  const start = from ? fragment`AND response.saved_at >= ${toUtcTime(from)}::timestamptz` : fragment``;
  return until ? fragment`${start} AND response.saved_at < ${toUtcTime(until)}::timestamptz` : start;
}
