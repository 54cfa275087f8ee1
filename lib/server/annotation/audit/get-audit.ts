import * as z from "zod";
import type { SetAudit } from "@/lib/domain/stories/artefacts/set-audit.ts";
import type { Actor } from "../../platform/access/access.ts";
import { readCursor } from "../../platform/database/read-cursor.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { fragment, sql } from "../../platform/database/sql.ts";
import { openSnapshot } from "../../platform/database/with-snapshot.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { getCollection } from "../collections/list-collections.ts";
import { auditInWorker } from "./audit-in-worker.ts";
import type { AuditWorkerItem } from "./audit-worker.ts";

/** Comparing each story with all others takes some seconds at this size. */
const maxItems = 5_000;

/** Number of texts read at a time: some megabytes would block the event loop. */
const rowsAtOnce = 50;

export interface CollectionAudit {
  audit: SetAudit;
  items: number;
  /** The item by its name. */
  idOf: Readonly<Record<string, string>>;
  /** Number of items beyond the limit, which are not compared. */
  left: number;
}

interface Row extends AuditWorkerItem {
  id: string;
  external_id: string;
}

/**
 * The audit of a collection's items: properties that can be inferred without reading the stories, computed from the
 * current text of each item. Covers the items to be published, or all that are not unusable. For those who manage the
 * collection.
 */
export async function getAudit(
  actor: Actor,
  collectionId: string,
  which: "accepted" | "all",
): Promise<CollectionAudit> {
  const { can } = await getCollection(actor, collectionId);
  if (!can.manage) throw notFoundError();
  const key = `${collectionId}/${which}`;
  const running = underWay.get(key);
  if (running) return running;
  const started = computeAudit(collectionId, which).finally(() => underWay.delete(key));
  underWay.set(key, started);
  return started;
}

/** The audits that this process is computing: concurrent requests for the same audit share one computation. */
const underWay = new Map<string, Promise<CollectionAudit>>();

async function computeAudit(collectionId: string, which: "accepted" | "all"): Promise<CollectionAudit> {
  const idOf: Record<string, string> = {};
  let left = 0;
  async function* pieces(): AsyncGenerator<AuditWorkerItem[]> {
    const snapshot = await openSnapshot();
    try {
      let piece: AuditWorkerItem[] = [];
      for await (const { id, external_id: name, ...row } of readRows(snapshot.client, collectionId, which)) {
        idOf[name] = id;
        piece.push(row);
        if (piece.length < rowsAtOnce) continue;
        yield piece;
        piece = [];
      }
      yield piece;
      left = await countLeft(snapshot.client, collectionId, which);
    } finally {
      await snapshot.close();
    }
  }
  const audit = await auditInWorker(pieces);
  return { audit, items: Object.keys(idOf).length, idOf, left };
}

const ofThose = (collectionId: string, which: "accepted" | "all") =>
  fragment`item.collection_id = ${collectionId} AND item.status NOT IN ('irreparable', 'rejected')
    AND (${which}::text = 'all' OR item.status = 'accepted')`;

type Client = Awaited<ReturnType<typeof openSnapshot>>["client"];

const auditedRow = z.strictObject({
  id: z.string(),
  external_id: z.string(),
  document: z.string(),
  imported: z.string(),
  given: z.string(),
  group: z.string(),
});

function readRows(client: Client, collectionId: string, which: "accepted" | "all"): AsyncGenerator<Row> {
  return readCursor(
    client,
    auditedRow,
    sql`SELECT item.id, item.external_id, text.current_document::text AS document,
       item.imported::text AS imported, item.document::text AS given, item.group_key AS group
     FROM annotation_item AS item
     JOIN item_text AS text ON text.item_id = item.id
     WHERE ${ofThose(collectionId, which)} ORDER BY item.ordinal LIMIT ${maxItems}`,
    rowsAtOnce,
  );
}

const itemsRow = z.strictObject({ items: z.number() });

async function countLeft(client: Client, collectionId: string, which: "accepted" | "all"): Promise<number> {
  const row = await maybeRow(
    client,
    itemsRow,
    sql`SELECT count(*)::int AS items FROM annotation_item AS item WHERE ${ofThose(collectionId, which)}`,
  );
  return Math.max(0, (row?.items ?? 0) - maxItems);
}
