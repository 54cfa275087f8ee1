import type { PoolClient } from "pg";
import * as z from "zod";
import type { Answer } from "@/lib/domain/items/item.ts";
import type { ConditionLevels } from "@/lib/domain/items/kinds/item-kind.ts";
import { readAnswerText, readByPerson } from "@/lib/domain/models/read-model-answer.ts";
import { readerVersion } from "@/lib/domain/models/read-output/reading.ts";
import { takeTurn } from "../items/benchmark-by-name.ts";
import { itemColumns, itemOfRow } from "../items/item-of-row.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { json, manyRows } from "../platform/database/rows.ts";
import { withTx } from "../platform/database/with-transaction.ts";

/** A stored answer that the reader of today reads in another way. */
export interface ChangedReading {
  model: string;
  item: string;
  condition: string;
  /** Answer keys; null for unparsed. */
  from: string | null;
  to: string | null;
  rule: string;
}

export interface RereadReport {
  version: number;
  /** Texts that an older reader had read, or none. */
  read: number;
  changed: number;
  /** The first thousand changes. */
  changes: ChangedReading[];
  isApplied: boolean;
}

const batchSize = 500;
const mostChanges = 1_000;

/**
 * Reads again the texts of a benchmark's predictions that were read by an older reader, or never. Answers that a file
 * stated, log-probabilities gave or a person corrected are left alone. Without `apply` nothing is stored: the report shows what would
 * change. Applied, it is one transaction with one entry in the audit log.
 */
export async function rereadPredictions(request: {
  projectId: string;
  benchmarkId: string;
  actorId: string | null;
  apply: boolean;
}): Promise<RereadReport> {
  return withTx(async (client) => {
    await takeTurn(client, request.projectId);
    const report: RereadReport = { version: readerVersion, read: 0, changed: 0, changes: [], isApplied: request.apply };
    let after = "00000000-0000-0000-0000-000000000000";
    for (;;) {
      const rows = await readOlder(client, request.benchmarkId, after);
      if (rows.length === 0) break;
      const readings = rows.map((row) => reread(row, report));
      if (request.apply) await store(client, readings);
      after = rows.at(-1)?.id ?? after;
    }
    if (request.apply && report.read > 0) {
      // Kept scores count answers and would not notice that some are read in another way now.
      await client.query("DELETE FROM belief_score USING run WHERE run.id = run_id AND run.benchmark_id = $1", [
        request.benchmarkId,
      ]);
      await audit(client, request, report);
    }
    return report;
  });
}

const olderRow = z.strictObject({
  id: z.string(),
  model: z.string(),
  external_id: z.string(),
  condition: json<ConditionLevels>(),
  condition_key: z.string(),
  answer_key: z.string().nullable(),
  output: z.string(),
  ...itemColumns,
});

type OlderRow = z.infer<typeof olderRow>;

async function readOlder(client: PoolClient, benchmarkId: string, after: string): Promise<OlderRow[]> {
  return await manyRows(
    client,
    olderRow,
    `SELECT prediction.id, model.name AS model, version.external_id, prediction.condition, prediction.condition_key,
       prediction.answer_key, prediction.output, version.kind, version.text, version.options, version.attributes, story.title,
       story.genre, story.text AS story
     FROM prediction
     JOIN run ON run.id = prediction.run_id AND run.benchmark_id = $1
     JOIN model ON model.id = run.model_id
     JOIN item_version AS version ON version.id = prediction.item_version_id
     JOIN story_version AS story ON story.id = version.story_version_id
     WHERE prediction.output IS NOT NULL AND prediction.id > $2
       AND (prediction.read_from = 'output' OR prediction.answer IS NULL)
       AND prediction.read_from IS DISTINCT FROM $4
       AND prediction.read_from IS DISTINCT FROM 'judge'
       AND prediction.reader_version IS DISTINCT FROM $3
     ORDER BY prediction.id LIMIT ${batchSize}`,
    [benchmarkId, after, readerVersion, readByPerson],
  );
}

interface NewReading {
  id: string;
  answer: Answer | null;
  answerKey: string | null;
  rule: string | null;
}

function reread(row: OlderRow, report: RereadReport): NewReading {
  const item = itemOfRow(row);
  const { answer, answerKey, reading } = readAnswerText(item, row.condition, row.output);
  report.read += 1;
  if (answerKey !== row.answer_key) {
    report.changed += 1;
    const { model, external_id, condition_key: condition, answer_key: from } = row;
    if (report.changes.length < mostChanges)
      report.changes.push({ model, item: external_id, condition, from, to: answerKey, rule: reading?.rule ?? "" });
  }
  return { id: row.id, answer, answerKey, rule: reading?.rule ?? null };
}

async function store(client: PoolClient, readings: readonly NewReading[]): Promise<void> {
  await client.query(
    // How sure the model says it is was said beside the text.
    `UPDATE prediction SET answer_key = made.answer_key, reading_rule = made.rule,
       answer = made.answer || jsonb_strip_nulls(jsonb_build_object('confidence', prediction.answer -> 'confidence')),
       reader_version = $5, read_from = CASE WHEN made.answer IS NULL THEN NULL ELSE 'output' END
     FROM unnest($1::uuid[], $2::jsonb[], $3::text[], $4::text[]) AS made (id, answer, answer_key, rule)
     WHERE prediction.id = made.id`,
    [
      readings.map(({ id }) => id),
      readings.map(({ answer }) => (answer === null ? null : JSON.stringify(answer))),
      readings.map(({ answerKey }) => answerKey),
      readings.map(({ rule }) => rule),
      readerVersion,
    ],
  );
}

async function audit(
  client: PoolClient,
  request: { projectId: string; benchmarkId: string; actorId: string | null },
  { version, read, changed }: RereadReport,
): Promise<void> {
  await recordAudit(client, {
    actorId: request.actorId,
    projectId: request.projectId,
    action: "predictions.reread",
    subjectType: "benchmark",
    subjectId: request.benchmarkId,
    after: { version, read, changed },
  });
}
