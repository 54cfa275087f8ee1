import type { PoolClient } from "pg";
import * as z from "zod";
import type { PredictionRow } from "@/lib/domain/models/prediction-row.ts";
import { groupBy } from "../../domain/group-by.ts";
import type { NumberedRow } from "../items/import-report.ts";
import { itemOfRow, itemRowColumns } from "../items/item-of-row.ts";
import { manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import type { ItemCandidate } from "./prepare-prediction.ts";

const candidateRow = z.strictObject({
  id: z.string(),
  external_id: z.string(),
  ...itemRowColumns,
});

/** Every version of the items that a batch names, newest first. */
export async function readCandidates(
  client: PoolClient,
  benchmarkId: string,
  batch: readonly NumberedRow<PredictionRow>[],
): Promise<Map<string, ItemCandidate[]>> {
  const rows = await manyRows(
    client,
    candidateRow,
    sql`SELECT item.id, item.external_id, item.kind, item.text, item.options, item.attributes,
       item_task(item.task_schema_version_id, item.task_fields) AS task, story.title,
     story.genre, story.text AS story
     FROM item_version AS item JOIN story_version AS story ON story.id = item.story_version_id
     WHERE item.benchmark_id = ${benchmarkId}
     AND item.external_id = ANY(${[...new Set(batch.map(({ row }) => row.item))]}) ORDER BY item.version DESC`,
  );
  const candidates = rows.map(
    (row): ItemCandidate => ({
      id: row.id,
      externalId: row.external_id,
      item: itemOfRow(row),
    }),
  );
  return groupBy(candidates, ({ externalId }) => externalId);
}
