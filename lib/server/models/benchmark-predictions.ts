import type { PoolClient } from "pg";
import * as z from "zod";
import type { PredictionFileLine } from "@/lib/domain/release/model-answers.ts";
import { readCursor } from "../platform/database/read-cursor.ts";
import { json } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";

const predictionRow = z.strictObject({
  model: z.string(),
  source: z.string(),
  item: z.string(),
  condition: json<Record<string, string>>(),
  repeat: z.number(),
  prompt: z.string().nullable(),
  answer: json<NonNullable<PredictionFileLine["answer"]>>().nullable(),
  answer_key: z.string().nullable(),
  output: z.string().nullable(),
  content_fingerprint: z.string().nullable(),
  presentation_fingerprint: z.string().nullable(),
});

/** Models' answers to the newest version of each item of a benchmark, read by the newest reader, in a fixed order. */
export async function* benchmarkPredictions(
  client: PoolClient,
  { id, canary }: { id: string; canary: string },
): AsyncGenerator<Omit<PredictionFileLine, "parity" | "counted" | "beside">> {
  const rows = readCursor(
    client,
    predictionRow,
    sql`SELECT model.name AS model, run.source, item.external_id AS item, prediction.condition, prediction.repeat,
          prediction.prompt, prediction.answer, prediction.answer_key, prediction.output, prediction.content_fingerprint,
          prediction.presentation_fingerprint
        FROM prediction JOIN run ON run.id = prediction.run_id JOIN model ON model.id = run.model_id
        JOIN item_version AS item ON item.id = prediction.item_version_id
        WHERE run.benchmark_id = ${id}::uuid AND NOT EXISTS (
          SELECT FROM item_version AS newer WHERE newer.benchmark_id = item.benchmark_id
            AND newer.external_id = item.external_id AND newer.version > item.version)
        ORDER BY model.name, run.source, run.id, item.ordinal, item.external_id, prediction.condition_key, prediction.repeat`,
  );
  for await (const row of rows)
    yield {
      model: row.model,
      source: row.source,
      item: row.item,
      condition: row.condition,
      repeat: row.repeat,
      canary,
      ...(row.prompt === null ? {} : { prompt: row.prompt }),
      ...(row.answer === null ? {} : { answer: row.answer }),
      ...(row.answer_key === null ? {} : { read: row.answer_key }),
      ...(row.output === null ? {} : { output: row.output }),
      ...(row.content_fingerprint === null ? {} : { contentFingerprint: row.content_fingerprint }),
      ...(row.presentation_fingerprint === null ? {} : { presentationFingerprint: row.presentation_fingerprint }),
    };
}
