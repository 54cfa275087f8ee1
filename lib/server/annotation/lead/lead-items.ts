import type { PoolClient, QueryConfig } from "pg";
import * as z from "zod";
import type { Actor } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { manyRows, maybeRow, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { memberMayWork, membersWithRoles } from "../access/collection-roles.ts";
import { mayAccessCollection } from "../access/has-access.ts";
import { releaseCopies } from "../access/release-copies.ts";
import { skipReason, tryRequeueItem } from "../items/requeue-item.ts";
import { type Gold, setGold } from "./set-gold.ts";

/** Actions of a lead on items of a collection, one or many. */
export const leadActions = [
  "requeue",
  "assign",
  "release",
  "first",
  "last",
  "pull-back",
  "reassign",
  "retire",
  "gold",
] as const;
export type LeadAction = (typeof leadActions)[number];

export interface LeadRequest extends Gold {
  act: LeadAction;
  items: readonly string[];
  /** The recipient, for `assign` and `reassign`. */
  personId?: string;
  /** Required for `requeue`, `pull-back`, `reassign` and `retire`, because other people read the reason. */
  reason?: string;
}

/** The result. An item to which the action does not apply is skipped and counted, and each reason is listed once. */
export interface LeadReport {
  changed: number;
  left: number;
  why: string[];
}

const withReason: readonly LeadAction[] = ["requeue", "pull-back", "reassign", "retire"];
const audited: Readonly<Record<Exclude<LeadAction, "requeue">, string>> = {
  assign: "annotation.assign",
  release: "annotation.release",
  first: "annotation.prioritise",
  last: "annotation.prioritise",
  "pull-back": "annotation.pull-back",
  reassign: "annotation.reassign",
  retire: "annotation.retire",
  gold: "annotation.gold",
};

/**
 * Applies one action to many items, in the given order: requeue decided items; reserve a free copy for one person, or
 * remove the reservation; move free copies to the start or the end of the queue; pull back a copy from its holder (the
 * text is kept), and optionally reserve it for another person; retire an item that no one holds; set or clear the known
 * verdict or answers (gold), which annotators cannot see.
 */
export async function leadItems(actor: Actor, collectionId: string, request: LeadRequest): Promise<LeadReport> {
  const reason = request.reason?.trim() ?? "";
  if (withReason.includes(request.act) && reason === "")
    throw new AppError("invalid", "Please give a reason.", "reason");
  if (request.items.length === 0) throw new AppError("invalid", "Select at least one item.", "items");
  if (!(await mayAccessCollection(actor, "annotation.manage", collectionId))) throw notFoundError();
  const left: string[] = [];
  // Each item is moved to the start, so the last one is moved first.
  const items = request.act === "first" ? request.items.toReversed() : request.items;
  for (const itemId of items) {
    const why =
      request.act === "requeue"
        ? await tryRequeueItem(actor, itemId, reason)
        : await tryLeadItem(actor, collectionId, itemId, { ...request, act: request.act, reason });
    if (why !== null) left.push(why);
  }
  return { changed: request.items.length - left.length, left: left.length, why: [...new Set(left)] };
}

/** Returns the reason why the item is skipped, or null if it was changed. */
async function tryLeadItem(
  actor: Actor,
  collectionId: string,
  itemId: string,
  request: OneItem,
): Promise<string | null> {
  try {
    return (await leadItem(actor, collectionId, itemId, request)) ? null : notFitting;
  } catch (error) {
    return skipReason(error);
  }
}

/** The act would not change the item. */
const notFitting = "It does not fit the current text of the item.";

type OneItem = Omit<LeadRequest, "act"> & { act: Exclude<LeadAction, "requeue">; reason: string };

const idRow = z.strictObject({ id: z.string() });

const projectIdRow = z.strictObject({ project_id: z.string() });

async function leadItem(actor: Actor, collectionId: string, itemId: string, request: OneItem): Promise<boolean> {
  const scope = projectScope(actor, "annotation.manage");
  return withTx(async (client) => {
    // Tasks are locked before items, as in all other code.
    await client.query(sql`SELECT FROM annotation_task WHERE item_id = ${itemId} ORDER BY id FOR UPDATE`);
    const row = await maybeRow(
      client,
      projectIdRow,
      sql`SELECT collection.project_id FROM annotation_item AS item
       JOIN annotation_collection AS collection ON collection.id = item.collection_id
       WHERE item.id = ${itemId} AND collection.id = ${collectionId} AND (${scope}::uuid[] IS NULL
       OR collection.project_id = ANY(${scope}))
       FOR UPDATE OF item`,
    );
    const projectId: string | undefined = row?.project_id;
    if (!projectId) throw notFoundError();
    if (!(await change(client, { collectionId, itemId, projectId }, request))) return false;
    await recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: audited[request.act],
      subjectType: "annotation-item",
      subjectId: itemId,
      after: { act: request.act, ...(request.personId ? { personId: request.personId } : {}) },
      ...(request.reason === "" ? {} : { reason: request.reason }),
    });
    return true;
  });
}

interface Place {
  collectionId: string;
  itemId: string;
  projectId: string;
}

async function change(client: PoolClient, place: Place, request: OneItem): Promise<boolean> {
  switch (request.act) {
    case "assign":
      return assign(client, place, request.personId);
    case "release":
      return touched(
        client,
        sql`UPDATE annotation_task SET offered_to = NULL, offered_until = NULL
         WHERE item_id = ${place.itemId} AND state = 'open' AND offered_until = 'infinity'`,
      );
    case "first":
      return touched(
        client,
        sql`UPDATE annotation_task SET ordinal = place.first - 1
         FROM (SELECT min(ordinal) AS first FROM annotation_task WHERE collection_id = ${place.collectionId}) AS place
         WHERE item_id = ${place.itemId} AND state = 'open'`,
      );
    case "last":
      return touched(
        client,
        sql`UPDATE annotation_task SET ordinal = place.last + 1
         FROM (SELECT max(ordinal) AS last FROM annotation_task WHERE collection_id = ${place.collectionId}) AS place
         WHERE item_id = ${place.itemId} AND state = 'open'`,
      );
    case "pull-back":
      return pullBack(client, place, request.reason);
    case "reassign":
      return reassign(client, place, request);
    case "retire":
      return retire(client, place.itemId);
    case "gold":
      return setGold(client, place.itemId, request);
  }
}

async function touched(client: PoolClient, statement: QueryConfig): Promise<boolean> {
  return (await rowCountOf(client, statement)) > 0;
}

/**
 * Reserves one free copy for this person. It comes before all other copies, even if the person skipped the item, lost a
 * copy of it or reviewed it; but no one submits two copies of one item. A copy that is reserved for another person is
 * used only if no other is free.
 */
async function assign(client: PoolClient, place: Place, personId: string | undefined): Promise<boolean> {
  const rows = await rowCountOf(
    client,
    sql`
    SELECT FROM ${membersWithRoles}
    WHERE membership.user_id = ${personId ?? null}::uuid AND collection.id = ${place.collectionId}::uuid
    AND ${memberMayWork}
  `,
  );
  if (rows === 0) throw new AppError("invalid", "Choose a person who can annotate in this collection.", "personId");
  return touched(
    client,
    sql`UPDATE annotation_task SET offered_to = ${personId}, offered_until = 'infinity', changed_at = clock_timestamp()
     WHERE id = (
       SELECT id FROM annotation_task WHERE item_id = ${place.itemId} AND state = 'open' AND holder_id IS NULL
         AND NOT has_other_copy(id, item_id, ${personId})
         AND NOT EXISTS (SELECT FROM annotation_task WHERE item_id = ${place.itemId} AND offered_to = ${personId}
           AND offered_until = 'infinity')
       ORDER BY coalesce(offered_until = 'infinity', false), copy LIMIT 1)`,
  );
}

async function pullBack(client: PoolClient, { collectionId, itemId }: Place, reason: string): Promise<boolean> {
  await client.query(
    sql`INSERT INTO annotation_notice (id, user_id, collection_id, item_id, event, reason)
     SELECT gen_random_uuid(), holder_id, ${collectionId}, ${itemId}, 'pulled-back', ${reason} FROM annotation_task
     WHERE item_id = ${itemId} AND holder_id IS NOT NULL AND state IN ('leased', 'parked', 'returned')`,
  );
  const held = await manyRows(
    client,
    idRow,
    sql`SELECT id FROM annotation_task WHERE item_id = ${itemId} AND state IN ('leased', 'parked', 'returned')`,
  );
  await releaseCopies(
    client,
    held.map(({ id }) => id),
  );
  if (held.length > 0)
    await client.query(
      sql`UPDATE annotation_item SET status = CASE WHEN EXISTS (
         SELECT FROM annotation_task WHERE item_id = ${itemId}
         AND state <> 'open') THEN 'in-work' ELSE 'open' END::annotation_item_status
       WHERE id = ${itemId} AND status IN ('in-work', 'returned')`,
    );
  return held.length > 0;
}

/**
 * Pulls back the copy and reserves it for another person. If the copy cannot be reserved for that person, both are
 * refused, so that the holder does not lose it without effect.
 */
async function reassign(client: PoolClient, place: Place, { personId, reason }: OneItem): Promise<boolean> {
  const own = await rowCountOf(
    client,
    sql`SELECT FROM annotation_task WHERE item_id = ${place.itemId} AND holder_id = ${personId ?? null}`,
  );
  if (own > 0 || !(await pullBack(client, place, reason))) return false;
  if (!(await assign(client, place, personId)))
    throw new AppError(
      "conflict",
      "That person has or has submitted another copy of it, so it was not moved.",
      "personId",
    );
  return true;
}

/** Retires an item on which no one is working; requeueing undoes it. */
async function retire(client: PoolClient, itemId: string): Promise<boolean> {
  const isFree = await touched(
    client,
    sql`UPDATE annotation_item SET status = 'rejected', retired_at = clock_timestamp()
     WHERE id = ${itemId} AND status IN ('open', 'in-work', 'submitted')
       AND NOT EXISTS (SELECT FROM annotation_task WHERE item_id = ${itemId} AND state IN ('leased', 'parked', 'returned'))`,
  );
  if (isFree)
    await client.query(
      sql`UPDATE annotation_task SET state = 'done', available_at = 'infinity' WHERE item_id = ${itemId}
        AND state = 'open'`,
    );
  return isFree;
}
