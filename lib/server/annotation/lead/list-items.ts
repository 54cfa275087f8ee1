import * as z from "zod";
import type { ListedItem } from "@/lib/domain/annotation/collection-rows.ts";
import { itemFlags, itemStatuses } from "@/lib/domain/annotation/task.ts";
import type { KsteKind } from "@/lib/domain/stories/items/kste-item.ts";
import { boundedText } from "@/lib/domain/text.ts";
import { escapeLike } from "../../../domain/format/escape.ts";
import type { Actor } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows, rowCountOf, text } from "../../platform/database/rows.ts";
import { allConditions, fragment, SqlFragment, sql, withoutPreparing } from "../../platform/database/sql.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { buildFigureConditions, figureQuery } from "../figures/item-figures.ts";

/** The sort orders of the table, each as SQL; ties are in the order of the import. */
const orderColumns = {
  order: ["item.ordinal"],
  // Digits in names are compared as numbers if they have no leading zeros.
  name: ["regexp_replace(item.external_id, '[0-9]+', '', 'g')", "length(item.external_id)", "item.external_id"],
  kind: ["item.kind"],
  genre: ["item.genre"],
  knowledge: ["item.knowledge_type"],
  status: ["item.status"],
  findings: ["jsonb_array_length(item.findings)"],
  finished: ["copies.finished"],
  changed: ["copies.changed"],
} as const;
export const itemOrders = Object.keys(orderColumns) as [keyof typeof orderColumns, ...(keyof typeof orderColumns)[]];
export type ItemListOrder = keyof typeof orderColumns;

export const itemListQuery = z.strictObject({
  status: z.enum(itemStatuses).optional(),
  kind: z.enum(["original", "error", "knp"]).optional(),
  genre: boundedText(100).optional(),
  flag: z.enum(itemFlags).optional(),
  /** Only items with a defect that must be repaired. */
  broken: z.stringbool().optional(),
  /** Part of the item's name. */
  text: boundedText(200).optional(),
  /** Words in any text of the item, imported or current, in its fields and its metadata. */
  words: boundedText(200).optional(),
  knowledgeType: boundedText(100).optional(),
  /** Only the items that a figure counts. */
  ...figureQuery,
  sort: z.enum(itemOrders).default("order"),
  /** Descending order. */
  down: z.stringbool().default(false),
  /**
   * The `ordinal` of the last row of the previous page. For other orders than the import order: the number of rows
   * before this page.
   */
  after: z.coerce.number().int().min(0).max(2_000_000_000).default(0),
});
export type ItemListQuery = z.infer<typeof itemListQuery>;

/** A query whose sort order may be omitted. */
export type ItemListRequest = Omit<ItemListQuery, "sort" | "down"> & Partial<Pick<ItemListQuery, "sort" | "down">>;

function orderBy(sort: ItemListOrder, down: boolean): SqlFragment {
  const columns = orderColumns[sort].map((column) => `${column} ${down ? "DESC" : "ASC"} NULLS LAST`);
  return new SqlFragment([[...columns, "item.ordinal"].join(", ")], []);
}

const pageSize = 50;

const itemRow = z.strictObject({
  id: z.string(),
  ordinal: z.number(),
  external_id: z.string(),
  kind: text<KsteKind>(),
  genre: z.string(),
  knowledge_type: z.string().nullable(),
  group_key: z.string(),
  status: z.enum(itemStatuses),
  accepted_together: z.boolean(),
  flags: z.array(z.enum(itemFlags)),
  findings: z.number(),
  made: z.number(),
  finished: z.number(),
  changed: z.date().nullable(),
});

/** SQL: `item` has a finding that must be repaired. */
const isBroken = fragment`item.findings @? '$[*] ? (@.problem == "event-not-in-story"
  || @.problem == "span-not-found" || @.problem == "empty-error" || @.problem == "malformed-tag"
  || @.problem == "schema")'`;

/** SQL: a text of `item`, in the newest version of a copy too, or a value of its metadata contains the words. */
function mentions(words: string): SqlFragment {
  return fragment`(${hasValueLike(fragment`item.document`, words)} OR ${hasValueLike(fragment`item.stimulus`, words)}
    OR EXISTS (SELECT FROM annotation_task AS task JOIN annotation_revision AS head ON head.id = task.head_id
      WHERE task.item_id = item.id AND ${hasValueLike(fragment`head.document`, words)}))`;
}

/**
 * SQL: a value in this JSON contains the words, in any case. Names of properties do not count. The condition on the whole
 * text, in which quotation marks are escaped, excludes most rows before their values are read.
 */
function hasValueLike(json: SqlFragment, words: string): SqlFragment {
  return fragment`(${json}::text ILIKE ${likePattern(JSON.stringify(words).slice(1, -1))} AND EXISTS (
    SELECT FROM jsonb_path_query(${json} - 'kind'::text, 'strict $.**') AS value
    WHERE jsonb_typeof(value) NOT IN ('object', 'array') AND value #>> '{}' ILIKE ${likePattern(words)}))`;
}

function likePattern(wanted: string | undefined): string | null {
  return wanted?.trim() ? `%${escapeLike(wanted.trim())}%` : null;
}

/**
 * A page of a collection's items. Only for users who manage the collection. In import order, each page costs the same;
 * in any other order, the rows before the page are read and skipped. `next` is the value of `after` for the next page;
 * null on the last page.
 */
export async function listItems(
  actor: Actor,
  collectionId: string,
  query: ItemListRequest,
): Promise<{ items: ListedItem[]; next: number | null }> {
  const scope = projectScope(actor, "annotation.manage");
  const { sort = "order", down = false } = query;
  const isKeyset = sort === "order" && !down;
  const namePattern = likePattern(query.text);
  const words = query.words?.trim();
  const { status, kind, genre, flag, broken, knowledgeType } = query;
  const conditionIfGiven = (value: unknown, condition: SqlFragment) =>
    value === undefined || value === null ? [] : [condition];
  const conditions = allConditions([
    fragment`item.collection_id = ${collectionId} AND item.ordinal > ${isKeyset ? query.after : 0}::int`,
    ...conditionIfGiven(status, fragment`item.status = ${status}::annotation_item_status`),
    ...conditionIfGiven(kind, fragment`item.kind = ${kind}`),
    ...conditionIfGiven(genre, fragment`item.genre = ${genre}`),
    ...conditionIfGiven(flag, fragment`${flag} = ANY(item.flags)`),
    ...conditionIfGiven(namePattern, fragment`item.external_id ILIKE ${namePattern}`),
    ...(words ? [mentions(words)] : []),
    ...conditionIfGiven(knowledgeType, fragment`item.knowledge_type = ${knowledgeType}`),
    ...(await buildFigureConditions(collectionId, query)),
    ...(broken ? [isBroken] : []),
  ]);
  const [collection, rows] = await Promise.all([
    rowCountOf(
      pool(),
      sql`
      SELECT FROM annotation_collection
      WHERE id = ${collectionId}::uuid AND (${scope}::uuid[] IS NULL OR project_id = ANY(${scope}::uuid[]))
    `,
    ),
    manyRows(
      pool(),
      itemRow,
      withoutPreparing(sql`SELECT item.id, item.ordinal, item.external_id, item.kind, item.genre, item.knowledge_type, item.group_key,
          item.status::text, EXISTS (SELECT FROM annotation_acceptance WHERE item_id = item.id AND revoked_at IS NULL
            AND cause = 'together') AS accepted_together, item.flags, jsonb_array_length(item.findings) AS findings,
          copies.made, copies.finished, copies.changed
        FROM annotation_item AS item LEFT JOIN LATERAL (
          SELECT count(*)::int AS made, count(verdict_id)::int AS finished,
            max(changed_at) FILTER (WHERE state <> 'open') AS changed FROM annotation_task WHERE item_id = item.id
        ) AS copies ON true
        WHERE ${conditions} ORDER BY ${orderBy(sort, down)} LIMIT ${pageSize + 1} OFFSET ${isKeyset ? 0 : query.after}`),
    ),
  ]);
  if (collection === 0) throw notFoundError();
  const page = rows.slice(0, pageSize);
  return {
    items: page.map((row) => ({
      id: row.id,
      ordinal: row.ordinal,
      externalId: row.external_id,
      kind: row.kind,
      genre: row.genre,
      knowledgeType: row.knowledge_type,
      groupKey: row.group_key,
      status: row.status,
      isAcceptedTogether: row.accepted_together,
      flags: row.flags,
      findings: row.findings,
      copies: row.made,
      finishedCopies: row.finished,
      changedAt: row.changed,
    })),
    next: rows.length <= pageSize ? null : isKeyset ? (page.at(-1)?.ordinal ?? null) : query.after + pageSize,
  };
}
