import * as z from "zod";
import {
  type Blockage,
  type BlockedItem,
  type Candidate,
  findBlockage,
  type UnfinishedCopy,
} from "@/lib/domain/annotation/blocked-copies.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows } from "../../platform/database/rows.ts";
import { fragment, type SqlFragment, sql } from "../../platform/database/sql.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { memberMayAnnotate, membersWithRoles } from "../access/collection-roles.ts";
import { mayAccessCollection } from "../access/has-access.ts";

export interface BlockedCopies {
  /** The numbers of copies and of items; only the first items are listed. */
  copies: number;
  items: number;
  listed: (Blockage & { itemId: string; externalId: string })[];
}

const totalsRow = z.strictObject({ item_id: z.string(), copies: z.number(), items: z.number() });

/**
 * The copies of a collection that no current annotator can finish, with the reason and the people who could be given
 * access. Only for users who manage the collection. The database matches open copies and annotators by counting: all
 * unassigned copies of an item can be taken by the same people, so a complete matching exists if and only if there are
 * at least as many people as copies. Takes about 0.2 s for 50,000 items.
 */
export async function listBlockedCopies(actor: Actor, collectionId: string, maxItems = 50): Promise<BlockedCopies> {
  if (!(await mayAccessCollection(actor, "annotation.manage", collectionId))) throw notFoundError();
  const rows = await readBlockedItems(collectionId, maxItems);
  const items = await readItems(
    collectionId,
    rows.map((row) => row.item_id),
  );
  return {
    copies: rows[0]?.copies ?? 0,
    items: rows[0]?.items ?? 0,
    listed: items.flatMap((item) => {
      const blockage = findBlockage(item);
      return blockage ? [{ itemId: item.itemId, externalId: item.externalId, ...blockage }] : [];
    }),
  };
}

/**
 * The number of copies that no current annotator can finish. No right is required, because the number identifies no
 * one.
 */
export async function countBlockedCopies(collectionId: string): Promise<number> {
  const [first] = await readBlockedItems(collectionId, 1);
  return first?.copies ?? 0;
}

const collectionRow = z.strictObject({ id: z.string() });

/**
 * Sums `countBlockedCopies` over the open collections of a project. Used after the annotators of the project changed.
 */
export async function countBlockedInProject(projectId: string): Promise<number> {
  const collections = await manyRows(
    pool(),
    collectionRow,
    sql`SELECT id FROM annotation_collection
      WHERE project_id = ${projectId}::uuid AND NOT is_training AND closed_at IS NULL`,
  );
  let copies = 0;
  for (const { id } of collections) copies += await countBlockedCopies(id);
  return copies;
}

function readBlockedItems(collectionId: string, limit: number) {
  return manyRows(
    pool(),
    totalsRow,
    sql`
    WITH ${unfinishedCopySteps(collectionId)}, barred AS (
      SELECT seen.item_id, seen.user_id FROM annotation_seen AS seen
      WHERE seen.how <> 'released' AND seen.user_id IN (SELECT id FROM team)
        AND seen.item_id IN (SELECT item_id FROM unfinished WHERE finisher_id IS NULL)
      UNION SELECT item_id, finisher_id FROM unfinished WHERE finisher_id IS NOT NULL
    ), counted AS (
      SELECT item_id, min(ordinal) AS ordinal, count(*) FILTER (WHERE finisher_id IS NULL AND is_kept)::int AS kept,
        count(*) FILTER (WHERE finisher_id IS NULL AND NOT is_kept)::int AS free
      FROM unfinished GROUP BY item_id HAVING bool_or(finisher_id IS NULL)
    ), blocked AS (
      SELECT counted.item_id, counted.ordinal,
        kept + greatest(0, free - ((SELECT count(*)::int FROM team) - coalesce(away.n, 0))) AS copies
      FROM counted LEFT JOIN (SELECT item_id, count(*)::int AS n FROM barred GROUP BY 1) AS away USING (item_id)
    )
    SELECT item_id, sum(copies) OVER ()::int AS copies, count(*) OVER ()::int AS items FROM blocked WHERE copies > 0
    ORDER BY ordinal LIMIT ${limit}::int
  `,
  );
}

/**
 * Steps of a statement: the annotators of a collection, and its unfinished copies with their holder or assignee and
 * whether each copy is reserved.
 */
function unfinishedCopySteps(collectionId: string): SqlFragment {
  return fragment`team AS MATERIALIZED (
      SELECT app_user.id, app_user.name FROM ${membersWithRoles}
      WHERE collection.id = ${collectionId}::uuid AND app_user.disabled_at IS NULL AND ${memberMayAnnotate}
    ), unfinished AS MATERIALIZED (
      SELECT task.id, task.item_id, task.copy, task.ordinal, task.state,
        CASE WHEN task.state <> 'open' THEN task.holder_id WHEN task.offered_until = 'infinity' THEN task.offered_to END AS kept_id,
        CASE WHEN task.state <> 'open' THEN holder.id
             WHEN task.offered_until = 'infinity' AND NOT has_other_copy(task.id, task.item_id, task.offered_to) THEN kept.id
             END AS finisher_id,
        task.state IN ('parked', 'returned') OR coalesce(task.state = 'open' AND task.offered_until = 'infinity', false) AS is_kept
      FROM annotation_task AS task
      LEFT JOIN team AS holder ON holder.id = task.holder_id LEFT JOIN team AS kept ON kept.id = task.offered_to
      WHERE task.collection_id = ${collectionId}::uuid AND task.state IN ('open', 'leased', 'parked', 'returned')
    )`;
}

const itemRow = z.strictObject({
  item_id: z.string(),
  external_id: z.string(),
  copies: json<UnfinishedCopy[]>(),
  candidates: json<Candidate[]>().nullable(),
});

/** The unfinished copies of some items, and what each annotator may do with them. */
async function readItems(collectionId: string, itemIds: readonly string[]): Promise<BlockedItem[]> {
  const rows = await manyRows(
    pool(),
    itemRow,
    sql`
    WITH ${unfinishedCopySteps(collectionId)}
    SELECT item.id AS item_id, item.external_id,
      (SELECT jsonb_agg(jsonb_build_object('copy', copy, 'state', state, 'keptFor', CASE WHEN kept_id IS NOT NULL THEN
          jsonb_build_object('userId', kept_id, 'name', coalesce(person.name, 'someone'),
            'isMember', kept_id IN (SELECT team.id FROM team),
            'hasOtherCopy', has_other_copy(unfinished.id, unfinished.item_id, kept_id)) END) ORDER BY copy)
       FROM unfinished LEFT JOIN app_user AS person ON person.id = kept_id WHERE unfinished.item_id = item.id) AS copies,
      (SELECT jsonb_agg(jsonb_build_object('userId', team.id, 'name', team.name, 'seen', seen.how,
          'hasCopy', has_other_copy(item.id, item.id, team.id)) ORDER BY team.name, team.id)
       FROM team LEFT JOIN annotation_seen AS seen ON seen.item_id = item.id AND seen.user_id = team.id) AS candidates
    FROM annotation_item AS item WHERE item.id = ANY(${itemIds}::uuid[]) ORDER BY item.ordinal
  `,
  );
  return rows.map((row) => ({
    itemId: row.item_id,
    externalId: row.external_id,
    copies: row.copies,
    candidates: row.candidates ?? [],
  }));
}
