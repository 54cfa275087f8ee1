import * as z from "zod";
import { canonicalJson, fingerprint } from "@/lib/domain/fingerprint.ts";
import { choiceKey, type ViewChoice } from "@/lib/domain/results/views/view-choice.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { countedCellsView } from "./counted-where.ts";

/** Increased when the method of a view changes, so that earlier results become stale. */
const methodVersion = 7;

const hashRow = z.strictObject({ hash: z.string().nullable() });

const runRow = z.strictObject({ id: z.string(), changes: z.string() });

const studyRow = z.strictObject({
  correspondence: json().nullable(),
  protocol_version_id: z.string().nullable(),
  reader: z.number().nullable(),
  clusters: json().nullable(),
  ties: json().nullable(),
  unparsed: json().nullable(),
  population: json().nullable(),
});

/**
 * SHA-256 of the inputs of a study's views, computed from counters: the counted answers of the stage with their times,
 * the current keys, the number of changes of model answers, and the correspondence of conditions. No answer or
 * prediction is read.
 */
export async function readDataHash(studyId: string, choice: ViewChoice): Promise<string> {
  const [cells, keys, runs, study] = await Promise.all([
    maybeRow(
      pool(),
      hashRow,
      sql`SELECT md5(string_agg(concat_ws('/', item_version_id, condition_id, stratum_id, is_surplus, is_excluded, answer_key,
         count, sum_ms, sum_squared_ms), ',' ORDER BY item_version_id, condition_id, stratum_id, is_surplus, is_excluded,
         answer_key)) AS hash
       FROM ${countedCellsView(choice)} WHERE study_id = ${studyId} AND stage = ${choice.stage}::stage AND count <> 0`,
    ),
    maybeRow(
      pool(),
      hashRow,
      sql`SELECT md5(string_agg(concat_ws('/', study_item.item_version_id, key.version), ','
       ORDER BY study_item.ordinal)) AS hash
       FROM study_item LEFT JOIN LATERAL (
         SELECT max(version) AS version FROM item_key
         WHERE item_version_id = study_item.item_version_id AND (${choice.key}::int IS NULL OR version <= ${choice.key})
       ) AS key ON true
       WHERE study_item.study_id = ${studyId}`,
    ),
    manyRows(
      pool(),
      runRow,
      sql`SELECT run.id, sum(changed.changes)::text AS changes FROM study JOIN run
       ON run.benchmark_id = study.benchmark_id
       JOIN prediction_change AS changed ON changed.run_id = run.id WHERE study.id = ${studyId} GROUP BY run.id
       ORDER BY run.id`,
    ),
    maybeRow(
      pool(),
      studyRow,
      sql`SELECT correspondence, protocol_version_id, study.reader_version AS reader, population.shares AS population,
         plan.document->'clusters' AS clusters, plan.document->'ties' AS ties, plan.document->'unparsed' AS unparsed
       FROM study LEFT JOIN study_plan AS plan ON plan.study_id = study.id
       LEFT JOIN population_share AS population ON population.study_id = study.id WHERE study.id = ${studyId}`,
    ),
  ]);
  return fingerprint(
    canonicalJson({
      methodVersion,
      choice: choiceKey(choice),
      cells: cells?.hash ?? null,
      keys: keys?.hash ?? null,
      runs: runs,
      study: study ?? null,
    }),
  );
}
