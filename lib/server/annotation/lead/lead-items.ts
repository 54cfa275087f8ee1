import type { PoolClient, QueryConfig } from "pg";
import * as z from "zod";
import type { Actor } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { manyRows, maybeRow, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { memberMayAnnotate, membersWithRoles } from "../access/collection-roles.ts";
import { mayAccessCollection } from "../access/has-access.ts";
import { releaseCopies } from "../access/release-copies.ts";
import { toSkipReason, tryRequeueItem } from "../items/requeue-item.ts";
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

const actionsWithReason: readonly LeadAction[] = ["requeue", "pull-back", "reassign", "retire"];
const auditActions: Readonly<Record<Exclude<LeadAction, "requeue">, string>> = {
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
 * Applies one action to many items, in the given order. The actions are: requeue decided items; reserve a free copy for
 * one person, or remove the reservation; move free copies to the start or the end of the queue; pull back a copy from
 * its holder (the text is kept), and optionally reserve the copy for another person; retire an item that no one holds;
 * set or clear the gold of an item (the known verdict or answers), which annotators cannot see.
 */
export async function leadItems(actor: Actor, collectionId: string, request: LeadRequest): Promise<LeadReport> {
  const reason = request.reason?.trim() ?? "";
  if (actionsWithReason.includes(request.act) && reason === "")
    throw new AppError("invalid", "Please give a reason.", "reason");
  if (request.items.length === 0) throw new AppError("invalid", "Select at least one item.", "items");
  if (!(await mayAccessCollection(actor, "annotation.manage", collectionId))) throw notFoundError();
  const skipReasons: string[] = [];
  // Each item is moved to the start of the queue, so the last item must be moved first to keep the order.
  const items = request.act === "first" ? request.items.toReversed() : request.items;
  for (const itemId of items) {
    const skipReason =
      request.act === "requeue"
        ? await tryRequeueItem(actor, itemId, reason)
        : await tryApplyLeadAction(actor, collectionId, itemId, { ...request, act: request.act, reason });
    if (skipReason !== null) skipReasons.push(skipReason);
  }
  return {
    changed: request.items.length - skipReasons.length,
    left: skipReasons.length,
    why: [...new Set(skipReasons)],
  };
}

/** Returns the reason why the item is skipped, or null if it was changed. */
async function tryApplyLeadAction(
  actor: Actor,
  collectionId: string,
  itemId: string,
  request: ItemRequest,
): Promise<string | null> {
  try {
    return (await applyLeadAction(actor, collectionId, itemId, request)) ? null : notApplicable;
  } catch (error) {
    return toSkipReason(error);
  }
}

/**
 * The reason why an item is skipped if the action changed nothing, for example because another person works on the
 * item.
 */
const notApplicable = "This action does not apply to the item in its current state.";

type ItemRequest = Omit<LeadRequest, "act"> & { act: Exclude<LeadAction, "requeue">; reason: string };

const idRow = z.strictObject({ id: z.string() });

const leadItemRow = z.strictObject({ project_id: z.string(), external_id: z.string() });

async function applyLeadAction(
  actor: Actor,
  collectionId: string,
  itemId: string,
  request: ItemRequest,
): Promise<boolean> {
  const scope = projectScope(actor, "annotation.manage");
  return withTx(async (client) => {
    // Tasks are locked before items, as in all other code.
    await client.query(sql`SELECT FROM annotation_task WHERE item_id = ${itemId} ORDER BY id FOR UPDATE`);
    const row = await maybeRow(
      client,
      leadItemRow,
      sql`SELECT collection.project_id, item.external_id FROM annotation_item AS item
       JOIN annotation_collection AS collection ON collection.id = item.collection_id
       WHERE item.id = ${itemId} AND collection.id = ${collectionId} AND (${scope}::uuid[] IS NULL
       OR collection.project_id = ANY(${scope}))
       FOR UPDATE OF item`,
    );
    if (!row) throw notFoundError();
    const { project_id: projectId, external_id: externalId } = row;
    const change = await runLeadAction(client, { collectionId, itemId, externalId }, request);
    if (!change) return false;
    await recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: auditActions[request.act],
      subjectType: "annotation-item",
      subjectId: itemId,
      after: {
        act: request.act,
        ...(request.personId ? { personId: request.personId } : {}),
        ...(change === true ? {} : change),
      },
      ...(request.reason === "" ? {} : { reason: request.reason }),
    });
    return true;
  });
}

interface ItemLocation {
  collectionId: string;
  itemId: string;
  externalId: string;
}

/** Returns whether the action changed the item; for gold, the new verdict or keys as JSON, for the audit record. */
async function runLeadAction(
  client: PoolClient,
  location: ItemLocation,
  request: ItemRequest,
): Promise<boolean | { gold: string }> {
  switch (request.act) {
    case "assign":
      return assignItem(client, location, request.personId);
    case "release":
      return hasChangedRows(
        client,
        sql`UPDATE annotation_task SET offered_to = NULL, offered_until = NULL
         WHERE item_id = ${location.itemId} AND state = 'open' AND offered_until = 'infinity'`,
      );
    case "first":
      return hasChangedRows(
        client,
        sql`UPDATE annotation_task SET ordinal = place.first - 1
         FROM (SELECT min(ordinal) AS first FROM annotation_task WHERE collection_id = ${location.collectionId}) AS place
         WHERE item_id = ${location.itemId} AND state = 'open'`,
      );
    case "last":
      return hasChangedRows(
        client,
        sql`UPDATE annotation_task SET ordinal = place.last + 1
         FROM (SELECT max(ordinal) AS last FROM annotation_task WHERE collection_id = ${location.collectionId}) AS place
         WHERE item_id = ${location.itemId} AND state = 'open'`,
      );
    case "pull-back":
      return pullBackCopies(client, location, request.reason);
    case "reassign":
      return reassignItem(client, location, request);
    case "retire":
      return retireItem(client, location.itemId);
    case "gold": {
      const item = { id: location.itemId, externalId: location.externalId };
      const gold = await setGold(client, item, request, request.items.length > 1);
      return gold === null ? false : { gold };
    }
  }
}

async function hasChangedRows(client: PoolClient, statement: QueryConfig): Promise<boolean> {
  return (await rowCountOf(client, statement)) > 0;
}

/**
 * Reserves one free copy for this person. It comes before all other copies, even if the person skipped the item, lost a
 * copy of it or reviewed it. No one can submit two copies of one item. A copy that is reserved for another person is
 * used only if no other copy is free.
 */
async function assignItem(client: PoolClient, location: ItemLocation, personId: string | undefined): Promise<boolean> {
  const rows = await rowCountOf(
    client,
    sql`
    SELECT FROM ${membersWithRoles}
    WHERE membership.user_id = ${personId ?? null}::uuid AND collection.id = ${location.collectionId}::uuid
    AND ${memberMayAnnotate}
  `,
  );
  if (rows === 0) throw new AppError("invalid", "Choose a person who can annotate in this collection.", "personId");
  return hasChangedRows(
    client,
    sql`UPDATE annotation_task SET offered_to = ${personId}, offered_until = 'infinity', changed_at = clock_timestamp()
     WHERE id = (
       SELECT id FROM annotation_task WHERE item_id = ${location.itemId} AND state = 'open' AND holder_id IS NULL
         AND NOT has_other_copy(id, item_id, ${personId})
         AND NOT EXISTS (SELECT FROM annotation_task WHERE item_id = ${location.itemId} AND offered_to = ${personId}
           AND offered_until = 'infinity')
       ORDER BY coalesce(offered_until = 'infinity', false), copy LIMIT 1)`,
  );
}

async function pullBackCopies(
  client: PoolClient,
  { collectionId, itemId }: ItemLocation,
  reason: string,
): Promise<boolean> {
  await client.query(
    sql`INSERT INTO annotation_notice (id, user_id, collection_id, item_id, event, reason)
     SELECT gen_random_uuid(), holder_id, ${collectionId}, ${itemId}, 'pulled-back', ${reason} FROM annotation_task
     WHERE item_id = ${itemId} AND holder_id IS NOT NULL AND state IN ('leased', 'parked', 'returned')`,
  );
  const heldCopies = await manyRows(
    client,
    idRow,
    sql`SELECT id FROM annotation_task WHERE item_id = ${itemId} AND state IN ('leased', 'parked', 'returned')`,
  );
  await releaseCopies(
    client,
    heldCopies.map(({ id }) => id),
  );
  if (heldCopies.length > 0)
    await client.query(
      sql`UPDATE annotation_item SET status = CASE WHEN EXISTS (
         SELECT FROM annotation_task WHERE item_id = ${itemId}
         AND state <> 'open') THEN 'in-work' ELSE 'open' END::annotation_item_status
       WHERE id = ${itemId} AND status IN ('in-work', 'returned')`,
    );
  return heldCopies.length > 0;
}

/**
 * Pulls back the copy and reserves it for another person. If that person cannot work on it, throws an error, so that
 * the transaction is rolled back and the holder keeps the copy.
 */
async function reassignItem(
  client: PoolClient,
  location: ItemLocation,
  { personId, reason }: ItemRequest,
): Promise<boolean> {
  const heldCopyCount = await rowCountOf(
    client,
    sql`SELECT FROM annotation_task WHERE item_id = ${location.itemId} AND holder_id = ${personId ?? null}`,
  );
  if (heldCopyCount > 0 || !(await pullBackCopies(client, location, reason))) return false;
  if (!(await assignItem(client, location, personId)))
    throw new AppError(
      "conflict",
      "This person already has or has submitted another copy of the item, so the copy was not reassigned.",
      "personId",
    );
  return true;
}

/** Retires an item on which no one is working, or a practice item; requeueing undoes both. */
async function retireItem(client: PoolClient, itemId: string): Promise<boolean> {
  const isRetired = await hasChangedRows(
    client,
    sql`UPDATE annotation_item SET status = 'rejected', retired_at = clock_timestamp()
     WHERE id = ${itemId} AND status IN ('open', 'in-work', 'submitted')
       AND (expert IS NOT NULL OR NOT EXISTS (SELECT FROM annotation_task WHERE item_id = ${itemId}
         AND state IN ('leased', 'parked', 'returned')))`,
  );
  if (isRetired)
    await client.query(
      sql`UPDATE annotation_task SET state = 'done', available_at = 'infinity' WHERE item_id = ${itemId}
        AND state = 'open'`,
    );
  return isRetired;
}
