import type { PoolClient } from "pg";
import type { ItemImportReport } from "@/lib/domain/interchange/import-report.ts";
import { readItemRow } from "@/lib/domain/interchange/read-item-row.ts";
import { watchRepeats } from "@/lib/domain/interchange/repeated-rows.ts";
import { withRawTx } from "../platform/database/with-raw-transaction.ts";
import { findOrMakeBenchmark } from "./benchmark-by-name.ts";
import { checkBalance } from "./check-balance.ts";
import type { ImportLine } from "./import-lines.ts";
import { ImportTally, readBatches, saveImportReport } from "./import-report.ts";
import { storeItems } from "./store-items.ts";

export interface ItemImport {
  projectId: string;
  /** Made in the project if it has none of that name. */
  benchmarkName: string;
  fileName: string;
  lines: AsyncIterable<ImportLine>;
  sha256?: () => string;
  actorId: string | null;
  isDemo?: boolean;
  description?: string;
}

const batchSize = 500;

/**
 * Imports an item file into a benchmark. A row whose text is known already is unchanged; a changed row becomes a new
 * version that knows its parent; a changed gold answer becomes a new key version only. Bad rows are reported with line
 * and field and do not stop the others. One transaction; the same file twice changes nothing.
 *
 * Rows are read and written in batches of 500: memory does not grow with the texts of a file, only with its names: a
 * second line with an id of the same file, or a second text of one of its stories, is refused.
 */
export async function importItems(request: ItemImport): Promise<ItemImportReport> {
  return withRawTx(async (client) => {
    // A file may come slowly, from a pipe or over a network.
    await client.query("SET LOCAL idle_in_transaction_session_timeout = '5min'");
    const benchmark = await findOrMakeBenchmark(client, {
      projectId: request.projectId,
      name: request.benchmarkName,
      ...(request.description === undefined ? {} : { description: request.description }),
      ...(request.isDemo === undefined ? {} : { isDemo: request.isDemo }),
    });
    const tally = new ImportTally();
    const firstOrdinal = await nextOrdinal(client, benchmark.id);
    let keepsFilesCanary = benchmark.isNew;
    const checkRepeats = watchRepeats();
    const read = (text: string, line: number) => {
      const row = readItemRow(text);
      return row.ok ? checkRepeats(row.row, line) : row;
    };
    for await (const batch of readBatches(request.lines, read, tally, batchSize)) {
      const canary = batch.find(({ row }) => row.canary)?.row.canary;
      if (keepsFilesCanary && canary) {
        await client.query("UPDATE benchmark SET canary = $2 WHERE id = $1", [benchmark.id, canary]);
        keepsFilesCanary = false;
      }
      const results = await storeItems(
        client,
        { benchmarkId: benchmark.id, actorId: request.actorId, firstOrdinal },
        batch,
      );
      for (const result of results) tally.count(result);
    }
    const report = await saveImportReport(client, tally, {
      projectId: request.projectId,
      kind: "items",
      fileName: request.fileName,
      fileSha256: request.sha256?.() ?? "",
      actorId: request.actorId,
    });
    const balance = await checkBalance(client, benchmark.id);
    return { ...report, benchmarkId: benchmark.id, benchmarkName: benchmark.name, balance };
  });
}

async function nextOrdinal(client: PoolClient, benchmarkId: string): Promise<number> {
  const { rows } = await client.query(
    "SELECT coalesce(max(ordinal), 0)::int AS last FROM item_version WHERE benchmark_id = $1",
    [benchmarkId],
  );
  return rows[0].last;
}
