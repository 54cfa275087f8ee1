import type { PoolClient } from "pg";
import * as z from "zod";
import type { ItemSelection } from "@/lib/domain/items/item-selection.ts";
import type { RunDifference } from "@/lib/domain/models/registry-view.ts";
import type { RunPair, RunPairRow } from "@/lib/domain/results/model/fold-run-pairs.ts";
import { pool } from "../../platform/database/pool.ts";
import { readCursor } from "../../platform/database/read-cursor.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withSnapshot } from "../../platform/database/with-snapshot.ts";
import { foldRows, rowsInPieces } from "../../stored-results/fold-rows.ts";
import { decodeSubject } from "../../stored-results/matching-subject.ts";
import type { ResultDefinition } from "../../stored-results/result-definition.ts";
import { readScoredItems } from "./read-scored-items.ts";
import { readRunFacts } from "./run-facts.ts";

/**
 * The differences between two runs on one benchmark, by answer. The subject is "FIRST/SECOND[/matching][ where
 * SELECTION]".
 */
export const runPairResult: ResultDefinition<RunDifference> = {
  kind: "run-pair",
  ruleVersion: 6,
  keep: 20,
  facts: (subject) => readRunFacts(decodeSubject(subject).subject.split("/")),
  compute: async (subject, folding) => {
    const { subject: runs, withMismatches, items } = decodeSubject(subject);
    const [first = "", second = ""] = runs.split("/");
    const names = await readNames([first, second]);
    return withSnapshot(async (client) =>
      foldRows("run-pairs", names, rowsInPieces(readRows(client, [first, second], withMismatches, items)), folding),
    );
  },
};

const nameRow = z.strictObject({ id: z.string(), name: z.string() });

async function readNames(runIds: readonly [string, string]): Promise<[string, string]> {
  const rows = await manyRows(
    pool(),
    nameRow,
    sql`SELECT run.id, concat(model.name, ', ', run.source) AS name FROM run JOIN model ON model.id = run.model_id
     WHERE run.id = ANY(${runIds}::uuid[])`,
  );
  const nameOf = (id: string) => rows.find((row) => row.id === id)?.name ?? "";
  return [nameOf(runIds[0]), nameOf(runIds[1])];
}

const pairRow = z.strictObject({
  item: z.string(),
  version: z.string(),
  condition: z.string(),
  first: z.string().nullable(),
  second: z.string().nullable(),
  both: z.boolean(),
  isOtherVersion: z.boolean(),
}) satisfies z.ZodType<RunPair>;

async function* readRows(
  client: PoolClient,
  [firstId, secondId]: readonly [string, string],
  withMismatches: boolean,
  items: ItemSelection | null,
): AsyncGenerator<RunPairRow> {
  const selectedIds = new Set<string>();
  for await (const item of readScoredItems(client, [firstId, secondId], items)) {
    selectedIds.add(item.id);
    yield item;
  }
  const pairs = readCursor(
    client,
    pairRow,
    sql`WITH answer AS (
       SELECT run_id, item.external_id, item.id AS version, condition_key, repeat, answer_key,
         min(condition_key) OVER (PARTITION BY run_id) = max(condition_key) OVER (PARTITION BY run_id) AS is_only,
         count(*) OVER (PARTITION BY item.external_id) > count(*) OVER (PARTITION BY item.external_id, run_id)
           AND count(*) OVER (PARTITION BY item.id) = count(*) OVER (PARTITION BY item.id, run_id) AS other_version
       FROM prediction JOIN item_version AS item ON item.id = item_version_id
       WHERE run_id IN (${firstId}, ${secondId}) AND (${withMismatches}::boolean OR prediction.parity <> 'mismatch')
     ), one AS (SELECT * FROM answer WHERE run_id = ${firstId}), other AS (SELECT * FROM answer
     WHERE run_id = ${secondId})
     SELECT coalesce(one.external_id, other.external_id) AS item, coalesce(one.version, other.version) AS version,
       coalesce(one.condition_key, other.condition_key) AS condition, one.answer_key AS first,
       other.answer_key AS second, one.run_id IS NOT NULL AND other.run_id IS NOT NULL AS both,
       coalesce(one.other_version, other.other_version) AS "isOtherVersion"
     FROM one FULL JOIN other ON one.version = other.version AND one.repeat = other.repeat
       AND (one.condition_key = other.condition_key OR (one.is_only AND other.is_only))
     ORDER BY 1, 3`,
  );
  for await (const pair of pairs) if (selectedIds.has(pair.version)) yield pair;
}
