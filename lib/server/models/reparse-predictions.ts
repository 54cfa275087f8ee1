import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { PoolClient } from "pg";
import * as z from "zod";
import type { Answer } from "@/lib/domain/items/item.ts";
import type { ConditionLevels } from "@/lib/domain/items/kinds/item-kind.ts";
import { readAnswerText, readByPerson } from "@/lib/domain/models/read-model-answer.ts";
import { parserVersion } from "@/lib/domain/models/read-output/reading.ts";
import { lockProjectImports } from "../items/benchmark-by-name.ts";
import { itemOfRow, itemRowColumns } from "../items/item-of-row.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { json, manyRows } from "../platform/database/rows.ts";
import { fragment, sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";

/** A stored answer that the current parser parses differently. */
export interface ChangedReading {
  model: string;
  item: string;
  condition: string;
  /** Answer keys; null for unparsed. */
  from: string | null;
  to: string | null;
  rule: string;
}

export interface ReparseReport {
  version: number;
  /** Number of texts that were parsed by an older parser version or not at all. */
  read: number;
  changed: number;
  /** The first thousand changes. */
  changes: ChangedReading[];
  isApplied: boolean;
}

const batchSize = 500;
const maxChanges = 1_000;

/**
 * Parses the texts of a benchmark's predictions that were parsed by an older parser version or not at all. Answers from
 * a file, from log-probabilities or from a manual correction are not changed. Without `apply`, the report shows the
 * changes and nothing is stored. With `apply`, the changes are one transaction with one entry in the audit log. Locked
 * studies keep their readings.
 */
export async function reparsePredictions(request: {
  projectId: string;
  benchmarkId: string;
  actorId: string | null;
  apply: boolean;
}): Promise<ReparseReport> {
  return withTx(async (client) => {
    await lockProjectImports(client, request.projectId);
    const report: ReparseReport = {
      version: parserVersion,
      read: 0,
      changed: 0,
      changes: [],
      isApplied: request.apply,
    };
    let lastId = firstId;
    for (;;) {
      const rows = await readOutdatedRows(client, request.benchmarkId, lastId, batchSize);
      if (rows.length === 0) break;
      const readings = await reparseRows(rows, report);
      if (request.apply) await store(client, readings);
      lastId = rows.at(-1)?.id ?? lastId;
    }
    if (request.apply && report.read > 0) await audit(client, request, report);
    return report;
  });
}

/**
 * Parses the next batch of answer texts, of any benchmark, that an older parser version parsed. Stores the results in
 * one short transaction. May be called again after any interruption.
 *
 * @param after the prediction at which the last call stopped; null at first
 * @returns where it stopped; null when nothing remains
 */
export async function reparseNext(
  after: string | null,
): Promise<{ after: string; read: number; changed: number } | null> {
  return withTx(async (client) => {
    const rows = await readOutdatedRows(client, null, after ?? firstId, batchSize);
    const last = rows.at(-1);
    if (!last) return null;
    const report: ReparseReport = { version: parserVersion, read: 0, changed: 0, changes: [], isApplied: true };
    await store(client, await reparseRows(rows, report));
    return { after: last.id, read: report.read, changed: report.changed };
  });
}

const firstId = "00000000-0000-0000-0000-000000000000";

/** Yields to other work, because some texts are long. */
async function reparseRows(rows: readonly OutdatedRow[], report: ReparseReport): Promise<NewReading[]> {
  const readings: NewReading[] = [];
  for (const row of rows) {
    readings.push(reparseRow(row, report));
    if (readings.length % 10 === 0) await yieldToOthers();
  }
  return readings;
}

const outdatedRow = z.strictObject({
  id: z.string(),
  model: z.string(),
  external_id: z.string(),
  condition: json<ConditionLevels>(),
  condition_key: z.string(),
  answer_key: z.string().nullable(),
  output: z.string(),
  ...itemRowColumns,
});

type OutdatedRow = z.infer<typeof outdatedRow>;

async function readOutdatedRows(
  client: PoolClient,
  benchmarkId: string | null,
  after: string,
  most: number,
): Promise<OutdatedRow[]> {
  return await manyRows(
    client,
    outdatedRow,
    sql`SELECT prediction.id, model.name AS model, version.external_id, prediction.condition, prediction.condition_key,
       prediction.answer_key, prediction.output, version.kind, version.text, version.options, version.attributes,
       item_task(version.task_schema_version_id, version.task_fields) AS task,
       story.title,
       story.genre, story.text AS story
     FROM prediction
     JOIN run ON run.id = prediction.run_id AND (${benchmarkId}::uuid IS NULL OR run.benchmark_id = ${benchmarkId})
     JOIN model ON model.id = run.model_id
     JOIN item_version AS version ON version.id = prediction.item_version_id
     JOIN story_version AS story ON story.id = version.story_version_id
     WHERE prediction.output IS NOT NULL AND prediction.id > ${after}
       AND (prediction.read_from = 'output' OR prediction.answer IS NULL)
       AND prediction.read_from IS DISTINCT FROM ${readByPerson}
       AND prediction.read_from IS DISTINCT FROM 'judge'
       AND prediction.reader_version IS DISTINCT FROM ${parserVersion}
     ORDER BY prediction.id LIMIT ${most}`,
  );
}

interface NewReading {
  id: string;
  answer: Answer | null;
  answerKey: string | null;
  rule: string | null;
}

function reparseRow(row: OutdatedRow, report: ReparseReport): NewReading {
  const item = itemOfRow(row);
  const { answer, answerKey, reading } = readAnswerText(item, row.condition, row.output);
  report.read += 1;
  if (answerKey !== row.answer_key) {
    report.changed += 1;
    const { model, external_id, condition_key: condition, answer_key: from } = row;
    if (report.changes.length < maxChanges)
      report.changes.push({ model, item: external_id, condition, from, to: answerKey, rule: reading?.rule ?? "" });
  }
  return { id: row.id, answer, answerKey, rule: reading?.rule ?? null };
}

/** Stores new readings. The replaced readings are kept for the studies that are locked with them. */
async function store(client: PoolClient, readings: readonly NewReading[]): Promise<void> {
  const madeSql = fragment`SELECT * FROM unnest(${readings.map(({ id }) => id)}::uuid[],
    ${readings.map(({ answer }) => (answer === null ? null : JSON.stringify(answer)))}::jsonb[],
    ${readings.map(({ answerKey }) => answerKey)}::text[], ${readings.map(({ rule }) => rule)}::text[])
    AS made (id, answer, answer_key, rule)`;
  // The stated confidence was given separately from the text.
  const answer = fragment`made.answer || jsonb_strip_nulls(jsonb_build_object('confidence', prediction.answer -> 'confidence'))`;
  await client.query(sql`
    WITH made AS (${madeSql}), kept AS (
      INSERT INTO earlier_reading (prediction_id, replaced_by, answer, answer_key, reading_rule, reader_version)
      SELECT prediction.id, ${parserVersion}, prediction.answer, prediction.answer_key, prediction.reading_rule,
        prediction.reader_version
      FROM made JOIN prediction USING (id)
      WHERE (prediction.answer, prediction.answer_key, prediction.reading_rule)
        IS DISTINCT FROM (${answer}, made.answer_key, made.rule)
      ON CONFLICT (prediction_id, replaced_by) DO NOTHING
    )
    UPDATE prediction SET answer_key = made.answer_key, reading_rule = made.rule, answer = ${answer},
      reader_version = ${parserVersion}, read_from = CASE WHEN made.answer IS NULL THEN NULL ELSE 'output' END
    FROM made WHERE prediction.id = made.id`);
}

async function audit(
  client: PoolClient,
  request: { projectId: string; benchmarkId: string; actorId: string | null },
  { version, read, changed }: ReparseReport,
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
