import type { PoolClient } from "pg";
import { listExportTables } from "@/lib/domain/interchange/export-study-tables.ts";
import type { ExportRecord, ExportTable } from "@/lib/domain/interchange/export-table.ts";
import { modelAnswerRecord, modelAnswersTable } from "@/lib/domain/release/model-answers.ts";
import type { ExportContext } from "../studies/export/export-context.ts";
import { predictionLines } from "../studies/export/export-predictions.ts";
import { exportRecords } from "../studies/export/export-records.ts";

/** What a release leaves out: columns, and levels of attributes that few people have. */
export interface Coarsening {
  dropped: ReadonlySet<string>;
  /** Levels that are written as `other`, by column. */
  merged: ReadonlyMap<string, ReadonlySet<unknown>>;
}

/** The tables of an export that a release contains; the log of slots and the screens are not included. */
const releasedTableNames = ["responses", "wide", "participants", "items", "exclusions", "checks", "identities"];

/** The tables of a release at the level of the export's context, without the dropped columns. */
export function listReleaseTables(context: ExportContext, { dropped }: Pick<Coarsening, "dropped">): ExportTable[] {
  const tables = listExportTables(context.shape).filter(({ name }) => releasedTableNames.includes(name));
  return [...tables, modelAnswersTable].map((table) => ({
    ...table,
    columns: table.columns.filter(({ name }) => !dropped.has(name)),
  }));
}

/**
 * The records of one table: only of the released stage, coarsened. Participants must be read before checks and
 * exclusions, whose records do not name their stage: `people` collects the participants' codes.
 */
export async function* releaseRecords(
  client: PoolClient,
  context: ExportContext,
  table: string,
  { merged }: Pick<Coarsening, "merged">,
  people: Set<unknown>,
): AsyncGenerator<ExportRecord> {
  if (table === "models") {
    yield* modelRecords(client, context);
    return;
  }
  for await (const record of exportRecords(client, context, table)) {
    if (record.stage !== undefined && record.stage !== context.study.stage) continue;
    if (table === "participants") people.add(record.participant);
    else if (table !== "items" && table !== "responses" && !people.has(record.participant)) continue;
    yield coarsenRecord(record, merged);
  }
}

function coarsenRecord(record: ExportRecord, merged: Coarsening["merged"]): ExportRecord {
  if (merged.size === 0) return record;
  const coarsened = { ...record };
  for (const [column, levels] of merged) if (levels.has(record[column])) coarsened[column] = "other";
  return coarsened;
}

async function* modelRecords(client: PoolClient, context: ExportContext): AsyncGenerator<ExportRecord> {
  const items = new Map([...context.items.values()].map(({ row }) => [row.id, row]));
  for await (const line of predictionLines(client, context.study.id, context.canary)) {
    const parsed = JSON.parse(line);
    yield modelAnswerRecord(parsed, items.get(parsed.item), context.conditions);
  }
}
