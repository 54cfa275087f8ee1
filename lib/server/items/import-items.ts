import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import type { ItemImportReport, ItemPreviewRow } from "@/lib/domain/interchange/import-report.ts";
import { readItemRow } from "@/lib/domain/interchange/read-item-row.ts";
import { createRepeatDetector } from "@/lib/domain/interchange/repeated-rows.ts";
import type { ItemRow } from "@/lib/domain/items/item.ts";
import { formatKey } from "@/lib/domain/items/key-words.ts";
import { isRatingWithoutPoints } from "@/lib/domain/tasks/templates/table-task.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { withDryRun } from "../platform/database/dry-run.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { findOrCreateBenchmark } from "./benchmark-by-name.ts";
import { checkBalance } from "./check-balance.ts";
import type { ImportLine } from "./import-lines.ts";
import { ImportTally, readBatches, saveImportReport } from "./import-report.ts";
import { findOriginals, linkTranslations, type TranslatedBenchmark } from "./link-translations.ts";
import type { UploadedArchive } from "./media/store-files.ts";
import { type KeyChange, readLastOrdinal, storeItems } from "./store-items.ts";
import { resolveTasks, TaskSchemas } from "./tasks/resolve-tasks.ts";

export interface ItemImport {
  projectId: string;
  /** Created if the project has no benchmark with this name. */
  benchmarkName: string;
  fileName: string;
  lines: AsyncIterable<ImportLine<ItemRow>>;
  sha256?: () => string;
  actorId: string | null;
  isDemo?: boolean;
  description?: string;
  /** Reports the changes without storing anything. */
  dryRun?: boolean;
  /** The benchmark whose items are translated, if the rows do not state it. */
  translationOf?: TranslatedBenchmark;
  /** The files that the rows show. */
  archive?: UploadedArchive | undefined;
  /** Called once, within the transaction, if keys were corrected, because frozen studies may depend on them. */
  onKeysCorrected?: (client: PoolClient, benchmarkId: string) => Promise<void>;
}

const batchSize = 500;
const maxPreviewRows = 20;
/** Characters of a story in a preview. */
const maxPreviewStoryLength = 5_000;
/** The number of corrected keys that an audit log entry lists. Further corrections are only counted. */
const maxListedKeys = 1_000;
const translationInUse =
  "is stored but not linked: an open study shows its original in this language. Close the study first, and import again";

/**
 * Imports an item file into a benchmark. A row with a stored text is unchanged; a changed row becomes a new version
 * with its parent; a changed gold answer becomes only a new key version. Invalid rows are reported with line and field,
 * and valid rows are still imported. Rows that translate items of another benchmark are linked to these items. All in
 * one transaction; importing the same file twice changes nothing.
 *
 * Rows are read and written in batches of 500. Memory depends only on the number of names in a file, not on its texts:
 * a second line with the same ID, or a second text of one story, is refused.
 */
export async function importItems(request: ItemImport): Promise<ItemImportReport> {
  return withDryRun(withTx, request.dryRun ?? false, async (client: PoolClient) => {
    // The transaction may be idle for long, because a file may arrive slowly from a pipe or over a network.
    await client.query("SET LOCAL idle_in_transaction_session_timeout = '5min'");
    const benchmark = await findOrCreateBenchmark(client, {
      projectId: request.projectId,
      name: request.benchmarkName,
      ...(request.description === undefined ? {} : { description: request.description }),
      ...(request.isDemo === undefined ? {} : { isDemo: request.isDemo }),
    });
    const importId = randomUUID();
    const tally = new ImportTally();
    const firstOrdinal = await readLastOrdinal(client, benchmark.id);
    let mayUseFileCanary = benchmark.isNew;
    const checkRepeats = createRepeatDetector();
    const schemas = new TaskSchemas(client, request.projectId, request.actorId, request.archive);
    const correctedKeys: KeyChange[] = [];
    let correctedKeyCount = 0;
    let newVersions = 0;
    let unscoredRatingCount = 0;
    const onNewVersion = () => {
      newVersions += 1;
    };
    const onKeyChanged = (change: KeyChange) => {
      correctedKeyCount += 1;
      if (correctedKeys.length < maxListedKeys) correctedKeys.push(change);
    };
    const preview: ItemPreviewRow[] = [];
    for await (const batch of readBatches(request.lines, readItemRow, tally, batchSize, checkRepeats)) {
      const canary = batch.find(({ row }) => row.canary)?.row.canary;
      if (mayUseFileCanary && canary) {
        await client.query(sql`UPDATE benchmark SET canary = ${canary} WHERE id = ${benchmark.id}`);
        mayUseFileCanary = false;
      }
      unscoredRatingCount += batch.filter(({ row }) => isRatingWithoutPoints(row)).length;
      const target = { projectId: request.projectId, benchmarkId: benchmark.id, actorId: request.actorId };
      const resolvedRows = await resolveTasks(schemas, batch, tally);
      const acceptedRows = await findOriginals(client, target, request.translationOf ?? null, resolvedRows, tally);
      const storedRows = await storeItems(
        client,
        { ...target, importId, firstOrdinal, onKeyChanged, onNewVersion },
        acceptedRows,
      );
      for (const { line, row } of acceptedRows.slice(0, maxPreviewRows - preview.length))
        preview.push(createPreviewRow(line, row));
      const storedVersions = acceptedRows.map((row, index) => ({ ...row, ...storedRows[index]! }));
      const links = await linkTranslations(client, target, storedVersions);
      for (const [index, { line, result }] of storedVersions.entries()) {
        if (links[index] === "in-use") tally.reject({ line, field: "translation", message: translationInUse });
        else tally.count(links[index] === "linked" ? "inserted" : result);
      }
    }
    if (correctedKeyCount > 0) await request.onKeysCorrected?.(client, benchmark.id);
    const report = await saveImportReport(client, tally, {
      id: importId,
      benchmarkId: benchmark.id,
      projectId: request.projectId,
      kind: "items",
      fileName: request.fileName,
      fileSha256: request.sha256?.() ?? "",
      actorId: request.actorId,
    });
    const balance = await checkBalance(client, benchmark.id);
    const { id: benchmarkId, name: benchmarkName } = benchmark;
    const { rows, inserted, unchanged, rejected } = report;
    if (inserted > 0)
      await recordAudit(client, {
        actorId: request.actorId,
        projectId: request.projectId,
        action: "items.imported",
        subjectType: "benchmark",
        subjectId: benchmarkId,
        after: {
          file: request.fileName,
          sha256: request.sha256?.() ?? "",
          rows,
          inserted,
          unchanged,
          rejected,
          keysCorrected: correctedKeyCount,
          keys: correctedKeys.map((change) => ({ ...change })),
        },
      });
    return {
      ...report,
      benchmarkId,
      benchmarkName,
      balance,
      keysCorrected: correctedKeyCount,
      newVersions,
      withoutPoints: unscoredRatingCount,
      preview,
    };
  });
}

function createPreviewRow(line: number, row: ItemRow): ItemPreviewRow {
  const { id, kind, text, options, gold, task, attributes } = row;
  const story = { ...row.story, text: row.story.text.slice(0, maxPreviewStoryLength).toWellFormed() };
  return { line, id, kind, story, text, options, key: formatKey(row, gold), attributes, ...(task ? { task } : {}) };
}
