import type { PredictionImportReport } from "@/lib/domain/interchange/import-report.ts";
import { readPredictionRow } from "@/lib/domain/interchange/read-prediction-row.ts";
import type { PredictionRow } from "@/lib/domain/models/prediction-row.ts";
import { takeTurn } from "../items/benchmark-by-name.ts";
import type { ImportLine } from "../items/import-lines.ts";
import { ImportTally, type NumberedRow, readBatches, saveImportReport } from "../items/import-report.ts";
import { withRawTx } from "../platform/database/with-raw-transaction.ts";
import { type ItemCandidate, prepareRow } from "./prepare-prediction.ts";
import { readCandidates } from "./read-candidates.ts";
import { RunBook } from "./run-book.ts";
import { storePredictions } from "./store-predictions.ts";

export interface PredictionImport {
  projectId: string;
  benchmarkId: string;
  /** Names this evaluation; the same model may answer again under another one. */
  source: string;
  fileName: string;
  lines: AsyncIterable<ImportLine>;
  sha256?: () => string;
  actorId: string | null;
  /** Marks models made by this import as synthetic. */
  isDemo?: boolean;
  /** Reports what would happen and stores nothing. */
  dryRun?: boolean;
}

/** Ends the transaction of a dry run with its report in hand. */
class DryRunDone extends Error {
  constructor(readonly report: PredictionImportReport) {
    super("dry run");
  }
}

const batchSize = 500;

/**
 * Imports a prediction file. The answer is computed where a row has only log-probabilities, and parity is decided from
 * the prompt or fingerprint that a row carries. A row that says what is stored already is unchanged; one that
 * contradicts it is rejected, since nothing is overwritten. One transaction, in batches of 500 rows.
 */
export async function importPredictions(request: PredictionImport): Promise<PredictionImportReport> {
  try {
    return await importOnce(request);
  } catch (error) {
    if (error instanceof DryRunDone) return error.report;
    throw error;
  }
}

function importOnce(request: PredictionImport): Promise<PredictionImportReport> {
  return withRawTx(async (client) => {
    await client.query("SET LOCAL idle_in_transaction_session_timeout = '5min'");
    await takeTurn(client, request.projectId);
    const tally = new ImportTally();
    const runs = new RunBook(client, request);
    const taken = { withoutAnswer: 0, parity: { verified: 0, mismatch: 0, unverified: 0 } };
    for await (const batch of readBatches(request.lines, readPredictionRow, tally, batchSize)) {
      const candidates = await readCandidates(client, request.benchmarkId, batch);
      const prepared = batch.flatMap((numbered) => prepare(numbered, candidates, tally));
      for (const { prediction } of prepared) await runs.open(prediction.model);
      const results = await storePredictions(
        client,
        runs,
        prepared.map(({ prediction }) => prediction),
      );
      for (const [index, result] of results.entries()) {
        const { line, prediction } = prepared[index]!;
        if (typeof result !== "string") {
          tally.reject({ line, ...result });
          continue;
        }
        tally.count(result);
        taken.parity[prediction.parity] += 1;
        if (prediction.answer === null) taken.withoutAnswer += 1;
      }
    }
    const report = await saveImportReport(client, tally, {
      projectId: request.projectId,
      kind: "predictions",
      fileName: request.fileName,
      fileSha256: request.sha256?.() ?? "",
      actorId: request.actorId,
    });
    const outcome = { ...report, models: runs.models, ...taken };
    if (request.dryRun) throw new DryRunDone(outcome);
    return outcome;
  });
}

function prepare(
  { line, row }: NumberedRow<PredictionRow>,
  candidates: ReadonlyMap<string, ItemCandidate[]>,
  tally: ImportTally,
) {
  const prepared = prepareRow(row, candidates.get(row.item) ?? []);
  if (prepared.ok) return [{ line, prediction: prepared.prediction }];
  tally.reject({ line, field: prepared.field, message: prepared.message });
  return [];
}
