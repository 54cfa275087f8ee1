import type { PoolClient } from "pg";
import * as z from "zod";
import { manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import type { ImportRuns } from "./import-runs.ts";
import type { PreparedPrediction } from "./prepare-prediction.ts";

export type StoreOutcome = "inserted" | "unchanged" | { field: string; message: string };

/**
 * Stores a batch and returns the outcome of each row. A run has one answer for each item, condition and repeat: an
 * identical row is unchanged, a different answer is rejected.
 */
export async function storePredictions(
  client: PoolClient,
  runs: Pick<ImportRuns, "runOf">,
  batch: readonly PreparedPrediction[],
): Promise<StoreOutcome[]> {
  const storedHashes = await readStoredHashes(client, runs, batch);
  const newPredictions: PreparedPrediction[] = [];
  const results = batch.map((prediction): StoreOutcome => {
    const location = locationKey(runs.runOf(prediction.model), prediction);
    const storedHash = storedHashes.get(location);
    if (storedHash === prediction.rowHash) return "unchanged";
    if (storedHash !== undefined) {
      return {
        field: "answer",
        message:
          "differs from what is stored for this model, item, condition and repeat; give another repeat, or name another source",
      };
    }
    storedHashes.set(location, prediction.rowHash);
    newPredictions.push(prediction);
    return "inserted";
  });
  await insertPredictions(client, runs, newPredictions);
  return results;
}

function locationKey(runId: string, { externalId, conditionKey, repeat }: LocationKey): string {
  return JSON.stringify([runId, externalId, conditionKey, repeat]);
}

type LocationKey = Pick<PreparedPrediction, "externalId" | "conditionKey" | "repeat">;

const storedAnswerRow = z.strictObject({
  run_id: z.string(),
  external_id: z.string(),
  condition_key: z.string(),
  repeat: z.number(),
  row_hash: z.string(),
});

/**
 * The hashes of the stored answers under the conditions of a batch; an item may have answers under hundreds of other
 * conditions. Answers are looked up by the item's name, whatever its version, so that importing the same file again
 * after an edit of the item finds its rows.
 */
async function readStoredHashes(
  client: PoolClient,
  runs: Pick<ImportRuns, "runOf">,
  batch: readonly PreparedPrediction[],
): Promise<Map<string, string>> {
  const rows = await manyRows(
    client,
    storedAnswerRow,
    sql`SELECT prediction.run_id, item.external_id, prediction.condition_key, prediction.repeat, prediction.row_hash
     FROM item_version AS named
     JOIN item_version AS item ON item.benchmark_id = named.benchmark_id AND item.external_id = named.external_id
     JOIN prediction ON prediction.item_version_id = item.id
     AND prediction.run_id = ANY(${[...new Set(batch.map(({ model }) => runs.runOf(model)))]}::uuid[])
       AND prediction.condition_key = ANY(${[...new Set(batch.map(({ conditionKey }) => conditionKey))]}::text[])
       AND prediction.repeat = ANY(${[...new Set(batch.map(({ repeat }) => repeat))]}::int[])
     WHERE named.id = ANY(${[...new Set(batch.map(({ itemVersionId }) => itemVersionId))]}::uuid[])`,
  );
  return new Map(
    rows.map((row) => [
      locationKey(row.run_id, { externalId: row.external_id, conditionKey: row.condition_key, repeat: row.repeat }),
      row.row_hash,
    ]),
  );
}

async function insertPredictions(
  client: PoolClient,
  runs: Pick<ImportRuns, "runOf">,
  made: readonly PreparedPrediction[],
): Promise<void> {
  if (made.length === 0) return;
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  await client.query(
    sql`INSERT INTO prediction (id, run_id, item_version_id, condition_key, condition, repeat, prompt, answer,
       answer_key,
       logprobs, output, content_fingerprint, presentation_fingerprint, parity, row_hash,
       read_from, reader_version, reading_rule)
     SELECT gen_random_uuid(), *
     FROM unnest(${made.map((one) => runs.runOf(one.model))}::uuid[], ${made.map((one) => one.itemVersionId)}::uuid[],
     ${made.map((one) => one.conditionKey)}::text[], ${made.map((one) => json(one.condition))}::jsonb[],
     ${made.map((one) => one.repeat)}::int[], ${made.map((one) => one.prompt)}::text[],
       ${made.map((one) => json(one.answer))}::jsonb[], ${made.map((one) => one.answerKey)}::text[],
       ${made.map((one) => json(one.logprobs))}::jsonb[], ${made.map((one) => one.output)}::text[],
       ${made.map((one) => one.contentFingerprint)}::text[],
       ${made.map((one) => one.presentationFingerprint)}::text[], ${made.map((one) => one.parity)}::text[],
       ${made.map((one) => one.rowHash)}::text[],
       ${made.map((one) => one.readFrom)}::text[], ${made.map((one) => one.readerVersion)}::int[],
       ${made.map((one) => one.readingRule)}::text[])`,
  );
}
