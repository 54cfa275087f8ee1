import { createHash, randomInt } from "node:crypto";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { PoolClient } from "pg";
import * as z from "zod";
import type { CollectionSettings } from "@/lib/domain/annotation/collection-settings.ts";
import { findImportProblems } from "@/lib/domain/annotation/documents/import-blocks.ts";
import { lintImportedItem } from "@/lib/domain/annotation/documents/import-findings.ts";
import { documentFromItem } from "@/lib/domain/annotation/documents/item-document.ts";
import { groupBySource } from "@/lib/domain/annotation/group-items.ts";
import { canonicalJson } from "@/lib/domain/fingerprint.ts";
import type { ImportReport } from "@/lib/domain/interchange/import-report.ts";
import { absenceMessages } from "@/lib/domain/interchange/kste/row.ts";
import { originalKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import type { KsteItem } from "@/lib/domain/stories/items/kste-item.ts";
import { knowledgeTypes } from "@/lib/domain/stories/knowledge-types.ts";
import type { LintFinding } from "@/lib/domain/stories/lint/finding.ts";
import { groupBy } from "../../../domain/group-by.ts";
import type { KsteSource } from "../../interchange/kste/collector.ts";
import { ImportTally, saveImportReport } from "../../items/import-report.ts";
import type { Actor } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { json, manyRows, maybeRow, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { addCopies } from "../collections/add-copies.ts";
import { countBlockedCopies } from "../lead/list-blocked.ts";

export interface CollectionImport {
  collectionId: string;
  fileName: string;
  /** SHA-256 of the file, where there is one. */
  fileSha256?: string;
  source: KsteSource;
  /** Data of a file in addition to its items: the type of knowledge and, for training, the expert's verdict. */
  notes?: ReadonlyMap<string, { knowledgeType?: string | null; expert?: object | null }>;
}

export interface CollectionImportReport extends ImportReport {
  /** Linter findings about the stored items, to be repaired in the workspace. */
  findings: LintFinding[];
  /** The items that were stored. */
  items: StoredItems;
  /** Copies that no current annotator can finish. */
  blockedCopies: number;
}

/** Counts of the items of an import; an item with several findings is counted once. */
export interface StoredItems {
  original: number;
  error: number;
  knp: number;
  withFindings: number;
  /** Items that cannot be submitted without changes, each with the reasons (`findImportProblems`). */
  stopped: { item: string; blocks: string[] }[];
}

const batchSize = 500;

const collectionRow = z.strictObject({
  project_id: z.string(),
  settings: json<CollectionSettings>(),
  is_training: z.boolean(),
});

/**
 * Imports a set of stories into a collection. Items with defects are stored and repaired in the workspace. A row is
 * rejected only if it is not an item, has no story, or contains a text that cannot be stored. An existing item is never
 * overwritten: a row with its ID and the same text counts as unchanged, a row with another text is rejected.
 */
export async function importCollection(actor: Actor, request: CollectionImport): Promise<CollectionImportReport> {
  const scope = projectScope(actor, "annotation.manage");
  const report = await withTx(async (client) => {
    await client.query("SET LOCAL idle_in_transaction_session_timeout = '5min'");
    await client.query("SET LOCAL lock_timeout = '60s'");
    const collection = await maybeRow(
      client,
      collectionRow,
      sql`SELECT project_id, settings, is_training FROM annotation_collection
       WHERE id = ${request.collectionId} AND (${scope}::uuid[] IS NULL OR project_id = ANY(${scope})) FOR UPDATE`,
    );
    if (!collection) throw notFoundError();
    const tally = new ImportTally();
    const items = rejectUnusableRows(request.source, tally);
    const existingItems = await readExistingItems(client, request.collectionId);
    const newItems = items.filter((item) => {
      const existing = existingItems.get(item.id);
      if (existing === undefined) return true;
      if (existing.hash === hashItem(item)) tally.count("unchanged");
      else rejectItem(tally, request.source, item.id, "id", "exists with another text; nothing was overwritten");
      return false;
    });
    const findings = await insertItems(client, request, newItems, [...existingItems.values()], tally);
    if (!collection.is_training) await addCopies(client, request.collectionId, collection.settings.overlap);
    // Updates the statistics. Until autovacuum runs, the planner would assume an empty table and read all rows.
    if (newItems.length >= batchSize) await client.query("ANALYZE annotation_item, annotation_task");
    const report = await saveImportReport(client, tally, {
      projectId: collection.project_id,
      kind: "annotation",
      fileName: request.fileName,
      fileSha256: request.fileSha256 ?? "",
      actorId: actor.userId,
    });
    await client.query(
      sql`UPDATE annotation_item SET import_id = ${report.id} WHERE collection_id = ${request.collectionId}
        AND external_id = ANY(${newItems.map(({ id }) => id)}) AND import_id IS NULL`,
    );
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: collection.project_id,
      action: "collection.import",
      subjectType: "annotation-collection",
      subjectId: request.collectionId,
      after: {
        fileName: request.fileName,
        rows: report.rows,
        inserted: report.inserted,
        unchanged: report.unchanged,
        rejected: report.rejected,
      },
    });
    return { ...report, findings, items: countStoredItems(newItems, findings) };
  });
  return { ...report, blockedCopies: await countBlockedCopies(request.collectionId) };
}

function countStoredItems(fresh: readonly KsteItem[], findings: readonly LintFinding[]): StoredItems {
  const count = (kind: KsteItem["kind"]) => fresh.filter((item) => item.kind === kind).length;
  const blockedItems = fresh.flatMap((item) => {
    const blocks = findImportProblems(item);
    return blocks.length === 0 ? [] : [{ item: item.id, blocks }];
  });
  const withFindings = new Set(findings.map(({ item }) => item)).size;
  return { original: count("original"), error: count("error"), knp: count("knp"), withFindings, stopped: blockedItems };
}

interface ExistingItem {
  id: string;
  hash: string;
  groupKey: string;
  item: KsteItem;
}

/** Returns the items of a source that can be stored, and counts every other row as rejected, once. */
function rejectUnusableRows(source: KsteSource, tally: ImportTally): KsteItem[] {
  const storedIds = new Set(source.items.map((item) => item.id));
  const rejectedRows = new Set<number>();
  const rejectedIds = new Set<string>();
  for (const finding of source.findings) {
    if (finding.problem !== "schema" || isRepairable(finding)) continue;
    // A row without an ID affects no stored item; the second of two rows with the same ID does not affect the first.
    const concernsStoredItem = storedIds.has(finding.item) && finding.row === source.rowOf.get(finding.item);
    if (concernsStoredItem) rejectedIds.add(finding.item);
    if (rejectedRows.has(finding.row)) continue;
    rejectedRows.add(finding.row);
    tally.reject({ line: finding.row, field: finding.field, message: `${finding.item}: ${finding.message}` });
  }
  return source.items.filter((item) => !rejectedIds.has(item.id));
}

/** An annotator can write a missing or blank text and correct an unknown genre, but cannot infer a story or name. */
function isRepairable(finding: LintFinding): boolean {
  if (["id", "kind", "row", "story", "provenance"].includes(finding.field)) return false;
  if (finding.field === "genre" && finding.message.startsWith(absenceMessages.unknownGenre)) return true;
  return finding.message === absenceMessages.missing || finding.message === absenceMessages.blank;
}

function rejectItem(tally: ImportTally, source: KsteSource, id: string, field: string, message: string): void {
  tally.reject({ line: source.rowOf.get(id) ?? 0, field, message: `${id}: ${message}` });
}

const existingItemRow = z.strictObject({
  id: z.string(),
  import_hash: z.string(),
  group_key: z.string(),
  imported: json<KsteItem>(),
});

async function readExistingItems(client: PoolClient, collectionId: string): Promise<Map<string, ExistingItem>> {
  const rows = await manyRows(
    client,
    existingItemRow,
    sql`SELECT id, import_hash, group_key, imported FROM annotation_item WHERE collection_id = ${collectionId}
      ORDER BY ordinal`,
  );
  return new Map(
    rows.map((row) => [
      row.imported.id,
      { id: row.id, hash: row.import_hash, groupKey: row.group_key, item: row.imported },
    ]),
  );
}

const lastOrdinalRow = z.strictObject({ last: z.number() });

async function insertItems(
  client: PoolClient,
  request: CollectionImport,
  fresh: readonly KsteItem[],
  known: readonly ExistingItem[],
  tally: ImportTally,
): Promise<LintFinding[]> {
  if (fresh.length === 0) return [];
  const items = [...known.map(({ item }) => item), ...fresh];
  const groups = groupBySource(items);
  await moveGroups(client, known, groups);
  const stories = new Map(
    items.filter(({ kind }) => originalKinds.includes(kind)).map((item) => [item.id, item.story]),
  );
  const parserFindings = groupFindingsByItem(request.source);
  const allFindings: LintFinding[] = [];
  let { last: ordinal } = await oneRow(
    client,
    lastOrdinalRow,
    sql`SELECT coalesce(max(ordinal), 0)::int AS last FROM annotation_item WHERE collection_id = ${request.collectionId}`,
  );
  for (let start = 0; start < fresh.length; start += batchSize) {
    const batch = [];
    for (const item of fresh.slice(start, start + batchSize)) {
      ordinal += 1;
      const group = groups.get(item.id) ?? item.id;
      const lintFindings = lintImportedItem(item, stories.get(group) ?? null);
      const findings = [...(parserFindings.get(item.id) ?? []), ...lintFindings].map(
        ({ item: id, field, problem, message }) => ({ item: id, field, problem, message }),
      );
      allFindings.push(...findings);
      const raw = request.source.rawOf.get(item.id);
      const row = toItemRow(item, group, findings, request.notes?.get(item.id));
      batch.push({ ...row, ordinal, raw: raw?.text ?? null, raw_form: raw?.form ?? null });
      // Yields, because a long import must not block other requests.
      if (ordinal % 20 === 0) await yieldToOthers();
    }
    await client.query(
      sql`INSERT INTO annotation_item (id, collection_id, ordinal, external_id, kind, group_key, genre,
         knowledge_type, document,
         imported, import_hash, findings, audit_draw, expert, raw, raw_form)
       SELECT gen_random_uuid(), ${request.collectionId}, *
       FROM json_to_recordset(${JSON.stringify(batch)}::json) AS given (ordinal int, external_id text, kind text,
         group_key text, genre text, knowledge_type text, document jsonb, imported jsonb, import_hash text,
         findings jsonb,
         audit_draw float8, expert jsonb, raw text, raw_form text)`,
    );
    for (const _ of batch) tally.count("inserted");
  }
  return allFindings;
}

/** The findings of the parser about each stored item. */
function groupFindingsByItem(source: KsteSource): Map<string, LintFinding[]> {
  const firstRowFindings = source.findings.filter((finding) => source.rowOf.get(finding.item) === finding.row);
  return groupBy(firstRowFindings, ({ item }) => item);
}

/** If an original is imported after the items derived from it, these items are moved to its group. */
async function moveGroups(client: PoolClient, known: readonly ExistingItem[], groups: ReadonlyMap<string, string>) {
  const regroupedItems = known.filter(({ item, groupKey }) => groups.get(item.id) !== groupKey);
  if (regroupedItems.length === 0) return;
  await client.query(
    sql`UPDATE annotation_item SET group_key = moved.key
     FROM unnest(${regroupedItems.map(({ id }) => id)}::uuid[],
     ${regroupedItems.map(({ item }) => groups.get(item.id))}::text[]) AS moved (id, key)
     WHERE annotation_item.id = moved.id`,
  );
}

/** The columns of a new item for the database, with its computed document and marks. */
export function toItemRow(
  item: KsteItem,
  group: string,
  findings: readonly LintFinding[],
  note: { knowledgeType?: string | null; expert?: object | null } | undefined,
) {
  const document = documentFromItem(item);
  const documentType = document.kind === "original" ? null : (document.knowledgeType ?? null);
  const type = knowledgeTypes.find((one) => one === note?.knowledgeType) ?? documentType;
  return {
    external_id: item.id,
    kind: item.kind,
    group_key: group,
    genre: item.genre,
    knowledge_type: type,
    document: document.kind === "original" || type === null ? document : { ...document, knowledgeType: type },
    imported: item,
    import_hash: hashItem(item),
    findings,
    // A random seed, so that no one can predict which item will be drawn for review.
    audit_draw: randomInt(2 ** 32) / 2 ** 32,
    expert: note?.expert ?? null,
  };
}

/** A hash of an item without the provenance that our export added, so that an export can be imported again. */
function hashItem(item: KsteItem): string {
  const { parallax: _, ...others } = item.provenance ?? {};
  const provenance = Object.keys(others).length === 0 ? null : others;
  return createHash("sha256")
    .update(canonicalJson({ ...item, provenance }))
    .digest("hex");
}
