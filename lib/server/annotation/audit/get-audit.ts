import * as z from "zod";
import type { SetAudit } from "@/lib/domain/stories/artefacts/set-audit.ts";
import type { Actor } from "../../platform/access/access.ts";
import { readCursor } from "../../platform/database/read-cursor.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { openSnapshot } from "../../platform/database/with-snapshot.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { getCollection } from "../collections/list-collections.ts";
import { auditInWorker } from "./audit-in-worker.ts";
import type { AuditWorkerItem } from "./audit-worker.ts";
import { type AuditScope, isAudited, maxAuditedItems } from "./audited-items.ts";

/** Number of texts read per batch. Reading several megabytes at once would block the event loop. */
const rowsPerBatch = 50;

export interface CollectionAudit {
  audit: SetAudit;
  items: number;
  /** The item by its name. */
  idOf: Readonly<Record<string, string>>;
  /** Number of items beyond the limit. They are not compared. */
  left: number;
}

interface Row extends AuditWorkerItem {
  id: string;
  external_id: string;
}

/**
 * The audit of a collection: properties that can be inferred without reading the stories, computed from the current
 * text of each item. Covers the items to be published, or all items except unusable ones. Only for users who manage the
 * collection.
 */
export async function getAudit(actor: Actor, collectionId: string, which: AuditScope): Promise<CollectionAudit> {
  const { can } = await getCollection(actor, collectionId);
  if (!can.manage) throw notFoundError();
  const key = `${collectionId}/${which}`;
  const runningAudit = runningAudits.get(key);
  if (runningAudit) return runningAudit;
  const newAudit = computeAudit(collectionId, which).finally(() => runningAudits.delete(key));
  runningAudits.set(key, newAudit);
  return newAudit;
}

/** The audits that this process is computing. Concurrent requests for the same audit share one computation. */
const runningAudits = new Map<string, Promise<CollectionAudit>>();

async function computeAudit(collectionId: string, which: AuditScope): Promise<CollectionAudit> {
  const idByName: Record<string, string> = {};
  let omittedCount = 0;
  async function* pieces(): AsyncGenerator<AuditWorkerItem[]> {
    const snapshot = await openSnapshot();
    try {
      let batch: AuditWorkerItem[] = [];
      for await (const { id, external_id: name, ...row } of readRows(snapshot.client, collectionId, which)) {
        idByName[name] = id;
        batch.push(row);
        if (batch.length < rowsPerBatch) continue;
        yield batch;
        batch = [];
      }
      yield batch;
      omittedCount = await countOmitted(snapshot.client, collectionId, which);
    } finally {
      await snapshot.close();
    }
  }
  const audit = await auditInWorker(pieces);
  return { audit, items: Object.keys(idByName).length, idOf: idByName, left: omittedCount };
}

type Client = Awaited<ReturnType<typeof openSnapshot>>["client"];

const auditedRow = z.strictObject({
  id: z.string(),
  external_id: z.string(),
  document: z.string(),
  imported: z.string(),
  given: z.string(),
  group: z.string(),
});

function readRows(client: Client, collectionId: string, which: AuditScope): AsyncGenerator<Row> {
  return readCursor(
    client,
    auditedRow,
    sql`SELECT item.id, item.external_id, text.current_document::text AS document,
       item.imported::text AS imported, item.document::text AS given, item.group_key AS group
     FROM annotation_item AS item
     JOIN item_text AS text ON text.item_id = item.id
     WHERE ${isAudited(collectionId, which)} ORDER BY item.ordinal LIMIT ${maxAuditedItems}`,
    rowsPerBatch,
  );
}

const itemsRow = z.strictObject({ items: z.number() });

async function countOmitted(client: Client, collectionId: string, which: AuditScope): Promise<number> {
  const row = await maybeRow(
    client,
    itemsRow,
    sql`SELECT count(*)::int AS items FROM annotation_item AS item WHERE ${isAudited(collectionId, which)}`,
  );
  return Math.max(0, (row?.items ?? 0) - maxAuditedItems);
}
