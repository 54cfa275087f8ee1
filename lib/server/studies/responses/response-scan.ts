import type { ResponseOrder, ResponseSort } from "@/lib/domain/survey/responses/response-order.ts";
import { fragment, type SqlFragment } from "../../platform/database/sql.ts";
import { sqlText } from "./filter-conditions.ts";
import { type IndexedSet, timeRangeSql } from "./indexed-sets.ts";
import type { ResponseCursor, ResponseFilter } from "./response-filter.ts";

/** The cursor of a list, and the direction of paging. */
export interface ListPosition {
  cursor: ResponseCursor;
  isBackwards: boolean;
}

/**
 * How a list of answers is read in its order. A small set is read completely and sorted. Otherwise a limited number of
 * answers is read in the order of an index, even if few of them match the filter, so that no request reads the whole
 * study.
 */
export interface ResponseScan {
  /** SQL of answers as `given`, in the order of the scan. */
  window: (limit: number, offset?: number) => SqlFragment;
  /** SQL of the order of the scan, for a table alias with the columns of the window. */
  order: (rows: string) => SqlFragment;
}

const columns = (rows: string) =>
  sqlText(
    ["id", "session_id", "screen", "saved_at", "stage", "item_version_id", "condition_id", "answer", "answer_key"]
      .concat("elapsed_ms")
      .map((column) => `${rows}.${column}`)
      .join(", "),
  );

/** The column that is compared first; ties are sorted by time and ID. */
const sortColumns: Readonly<Record<ResponseSort, string | null>> = {
  time: null,
  person: "session_id",
  item: "item_version_id",
  condition: "condition_id",
  "response-time": "elapsed_ms",
};

/** The value of the sorted column in a cursor. */
export function cursorKeyOf(
  { sort }: ResponseOrder,
  row: { session_id: string; item_version_id: string; condition_id: string; elapsed_ms: number },
): string {
  if (sort === "time") return "";
  if (sort === "person") return row.session_id;
  if (sort === "item") return row.item_version_id;
  return sort === "condition" ? row.condition_id : String(row.elapsed_ms);
}

/**
 * The scan of a study's answers in an order.
 *
 * @param ids the study's items or conditions in their order, if the list is sorted by them
 */
export function createScan(
  studyId: string,
  filter: ResponseFilter,
  { sort, order }: ResponseOrder,
  ids: readonly string[] | null,
  narrow: IndexedSet | null,
  listPosition: ListPosition | null,
): ResponseScan {
  const isDescending = (order === "desc") !== (listPosition?.isBackwards ?? false);
  const direction = isDescending ? "DESC" : "ASC";
  const source = narrow ? fragment`(${narrow.rows} OFFSET 0) AS response` : fragment`response`;
  const orderColumns = sort === "time" || ids ? ["saved_at", "id"] : [sortColumns[sort] ?? "id", "saved_at", "id"];
  const orderByColumns = (rows: string) =>
    sqlText(orderColumns.map((column) => `${rows}.${column} ${direction}`).join(", "));
  const scope = narrow ? fragment`true` : fragment`response.study_id = ${studyId}::uuid`;
  const limits = (limit: number, offset: number) => fragment`LIMIT ${limit}::int OFFSET ${offset}::int`;
  if (!ids) {
    // The times and the item only restrict the index if the list is sorted by time.
    const windowFilter =
      narrow || sort !== "time" ? fragment`` : fragment`${timeRangeSql(filter)} ${filterByItem(filter)}`;
    const afterSql = listPosition ? fragment`AND ${isAfter(sort, listPosition.cursor, isDescending)}` : fragment``;
    return {
      order: orderByColumns,
      window: (limit, offset = 0) => fragment`(SELECT ${columns("response")}, 1 AS rank FROM ${source}
        WHERE ${scope} ${windowFilter} ${afterSql} ORDER BY ${orderByColumns("response")} ${limits(limit, offset)})`,
    };
  }
  const orderedIds = isDescending ? ids.toReversed() : ids;
  const start = listPosition ? Math.max(0, orderedIds.indexOf(listPosition.cursor.key)) : 0;
  const isMissing = listPosition !== null && orderedIds[start] !== listPosition.cursor.key;
  const remainingIds = orderedIds.slice(start);
  const list = fragment`unnest(${remainingIds}::uuid[]) WITH ORDINALITY AS entry (id, rank)`;
  const after =
    listPosition && !isMissing ? fragment`AND ${isAfterInFirst(listPosition.cursor, isDescending)}` : fragment``;
  const matchesEntry = fragment`response.${sqlText(sortColumns[sort] ?? "id")} = entry.id`;
  const orderByRank = (rows: string) => fragment`${sqlText(rows)}.rank, ${orderByColumns(rows)}`;
  if (narrow)
    return {
      order: orderByRank,
      window: (limit, offset = 0) => fragment`(SELECT ${columns("response")}, entry.rank
        FROM ${source} JOIN ${list} ON ${matchesEntry} WHERE true ${after}
        ORDER BY entry.rank, ${orderByColumns("response")} ${limits(limit, offset)})`,
    };
  return {
    order: orderByRank,
    window: (limit, offset = 0) => fragment`(SELECT found.*, entry.rank FROM ${list} CROSS JOIN LATERAL (
        SELECT ${columns("response")} FROM response WHERE ${scope} AND ${matchesEntry} ${timeRangeSql(filter)} ${after}
        ORDER BY ${orderByColumns("response")} LIMIT ${limit + offset}::int) AS found
      ORDER BY entry.rank, ${orderByColumns("found")} ${limits(limit, offset)})`,
  };
}

function filterByItem({ item }: ResponseFilter): SqlFragment {
  return item ? fragment`AND response.item_version_id = ${item}::uuid` : fragment``;
}

function isAfter(sort: ResponseSort, { key, savedAt, id }: ResponseCursor, isDescending: boolean): SqlFragment {
  const comparison = sqlText(isDescending ? "<" : ">");
  if (sort === "time")
    return fragment`(response.saved_at, response.id) ${comparison} (${savedAt}::timestamptz, ${id}::uuid)`;
  const value = sort === "person" ? fragment`${key}::uuid` : fragment`${key}::bigint`;
  return fragment`(response.${sqlText(sortColumns[sort] ?? "id")}, response.saved_at, response.id) ${comparison}
    (${value}, ${savedAt}::timestamptz, ${id}::uuid)`;
}

/**
 * SQL: the answer is after the cursor. This applies only to the first entry of the list; later entries are read from
 * their beginning.
 */
function isAfterInFirst({ savedAt, id }: ResponseCursor, isDescending: boolean): SqlFragment {
  const [comparison, time, least] = isDescending
    ? ["<", "infinity", "ffffffff-ffff-ffff-ffff-ffffffffffff"]
    : [">", "-infinity", "00000000-0000-0000-0000-000000000000"];
  return fragment`(response.saved_at, response.id) ${sqlText(comparison)} (
    CASE WHEN entry.rank = 1 THEN ${savedAt}::timestamptz ELSE ${time}::timestamptz END,
    CASE WHEN entry.rank = 1 THEN ${id}::uuid ELSE ${least}::uuid END)`;
}
