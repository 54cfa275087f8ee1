import type { PoolClient } from "pg";
import type { PredictionImportReport, PreviewRow } from "@/lib/domain/interchange/import-report.ts";
import { readPredictionRow } from "@/lib/domain/interchange/read-prediction-row.ts";
import { formatReadableAnswer } from "@/lib/domain/items/stimulus.ts";
import type { PredictionRow } from "@/lib/domain/models/prediction-row.ts";
import { lockProjectImports } from "../items/benchmark-by-name.ts";
import type { ImportLine } from "../items/import-lines.ts";
import { ImportTally, type NumberedRow, readBatches, saveImportReport } from "../items/import-report.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { withDryRun } from "../platform/database/dry-run.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { withYields } from "../platform/files/with-yields.ts";
import { ImportRuns } from "./import-runs.ts";
import type { ItemMatcher } from "./item-matcher.ts";
import { MatchCounts } from "./match-counts.ts";
import { type ItemCandidate, type PreparedPrediction, prepareRow } from "./prepare-prediction.ts";
import { readCandidates } from "./read-candidates.ts";
import { createItemMatcher } from "./read-known-items.ts";
import { requestTallies } from "./request-tallies.ts";
import { SeenNames } from "./seen-names.ts";
import { storePredictions } from "./store-predictions.ts";

export interface PredictionImport {
  projectId: string;
  benchmarkId: string;
  /** The name of this evaluation. Answers of the same model can be imported again under another name. */
  source: string;
  fileName: string;
  lines: AsyncIterable<ImportLine<PredictionRow>>;
  sha256?: () => string;
  actorId: string | null;
  /** Marks models that this import creates as synthetic. */
  isDemo?: boolean;
  /** The tool that wrote a log. */
  harness?: string;
  /** Notes on the runs, such as that their evaluation did not finish. */
  notes?: string;
  /** How the rows of a log were matched to items; rows in Parallax's own format are matched by the import. */
  mapping?: MatchCounts;
  /** Reports the changes without storing anything. */
  dryRun?: boolean;
}

const batchSize = 500;
const previewSize = 20;

/**
 * Imports a prediction file. A row belongs to the item that it names, otherwise to the item that its content
 * fingerprint or its prompt identifies. If a row has only log-probabilities, its answer is computed; parity is decided
 * from its prompt or fingerprint. A row equal to a stored one is unchanged; a row that contradicts a stored one is
 * rejected, because nothing is overwritten. The import is one transaction, in batches of 500 rows.
 */
export async function importPredictions(request: PredictionImport): Promise<PredictionImportReport> {
  return withDryRun(withTx, request.dryRun ?? false, async (client: PoolClient) => {
    await client.query("SET LOCAL idle_in_transaction_session_timeout = '5min'");
    await lockProjectImports(client, request.projectId);
    const tally = new ImportTally();
    const runs = new ImportRuns(client, request);
    const acceptedCounts = { withoutAnswer: 0, parity: { verified: 0, mismatch: 0, unverified: 0 } };
    const preview: PreviewRow[] = [];
    const seenRows = new SeenNames();
    const items = new RowItems(request.benchmarkId, request.mapping);
    for await (const batch of readBatches(request.lines, readPredictionRow, tally, batchSize)) {
      const candidates = await items.of(client, batch);
      const preparedLines: { line: number; prediction: PreparedPrediction }[] = [];
      // Parsing models' texts takes longer than parsing the file.
      for await (const numbered of withYields(batch)) preparedLines.push(...prepare(numbered, candidates, tally));
      for (const { prediction } of preparedLines) await runs.open(prediction.model);
      const results = await storePredictions(
        client,
        runs,
        preparedLines.map(({ prediction }) => prediction),
      );
      for (const [index, result] of results.entries()) {
        const { line, prediction } = preparedLines[index]!;
        if (typeof result !== "string") {
          tally.reject({ line, ...result });
          continue;
        }
        tally.count(result);
        if (recordRepeat(prediction, seenRows)) tally.listRepeated(line);
        acceptedCounts.parity[prediction.parity] += 1;
        if (prediction.answer === null) acceptedCounts.withoutAnswer += 1;
        if (preview.length < previewSize) preview.push(previewRow(line, prediction, items.mapping));
      }
    }
    const report = await saveImportReport(client, tally, {
      projectId: request.projectId,
      kind: "predictions",
      fileName: request.fileName,
      fileSha256: request.sha256?.() ?? "",
      actorId: request.actorId,
    });
    const { rows, inserted, unchanged, rejected } = report;
    await runs.sign(request.fileName, request.sha256?.() ?? "", request);
    await requestTallies(client, request.benchmarkId, inserted);
    if (inserted > 0)
      await recordAudit(client, {
        actorId: request.actorId,
        projectId: request.projectId,
        action: "predictions.imported",
        subjectType: "benchmark",
        subjectId: request.benchmarkId,
        after: {
          file: request.fileName,
          sha256: request.sha256?.() ?? "",
          source: request.source,
          models: runs.models.slice(0, 100),
          rows,
          inserted,
          unchanged,
          rejected,
        },
      });
    return { ...report, models: runs.models, ...acceptedCounts, matched: items.mapping.matched, preview };
  });
}

/** Whether the row repeats an earlier line of the file. */
function recordRepeat(
  { model, externalId, conditionKey, repeat, rowHash }: PreparedPrediction,
  seen: SeenNames,
): boolean {
  const name = JSON.stringify([model, externalId, conditionKey, repeat, rowHash]);
  const isKnown = seen.has(name);
  seen.add(name);
  return isKnown;
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

/** The items that rows belong to. */
class RowItems {
  readonly mapping: MatchCounts;
  private readonly isMapped: boolean;
  private matcher: ItemMatcher | null = null;

  constructor(
    private readonly benchmarkId: string,
    mapping: MatchCounts | undefined,
  ) {
    this.mapping = mapping ?? new MatchCounts();
    this.isMapped = mapping !== undefined;
  }

  /**
   * Every version of a batch's items. A row without an item name gets the name of the item that its content identifies.
   */
  async of(client: PoolClient, batch: readonly NumberedRow<PredictionRow>[]): Promise<Map<string, ItemCandidate[]>> {
    const candidates = await readCandidates(client, this.benchmarkId, batch);
    if (this.isMapped) return candidates;
    const matchedRows: NumberedRow<PredictionRow>[] = [];
    for (const numbered of batch) {
      const { line, row } = numbered;
      if (candidates.has(row.item)) {
        this.mapping.add(line, row.item, "id");
        continue;
      }
      const matchedItem = (await this.matcherFor(row))?.findRow(row) ?? null;
      if (matchedItem === null) continue;
      this.mapping.add(line, row.item, matchedItem.by);
      row.item = matchedItem.item;
      matchedRows.push(numbered);
    }
    if (matchedRows.length > 0)
      for (const [id, versions] of await readCandidates(client, this.benchmarkId, matchedRows))
        candidates.set(id, versions);
    return candidates;
  }

  /** Null for a row without content. */
  private async matcherFor({ prompt = null, contentFingerprint = null }: PredictionRow): Promise<ItemMatcher | null> {
    if (prompt === null && contentFingerprint === null) return null;
    this.matcher ??= await createItemMatcher(this.benchmarkId);
    return this.matcher;
  }
}

function previewRow(line: number, prediction: PreparedPrediction, mapping: MatchCounts): PreviewRow {
  const { name, by } = mapping.of(line) ?? { name: prediction.externalId, by: "id" as const };
  const { externalId: item, model, conditionKey: condition, readingRule: rule, parity } = prediction;
  const answer = formatReadableAnswer(prediction.item, prediction.condition, prediction.answer, prediction.answerKey);
  return { line, name, item, by, model, condition, answer, rule, parity };
}
