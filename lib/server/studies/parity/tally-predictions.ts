import type { PoolClient } from "pg";
import * as z from "zod";
import type { Parity } from "@/lib/domain/models/decide-parity.ts";
import { type PredictionCounts, packCounts } from "@/lib/domain/results/model/prediction-counts.ts";
import type { UncountedPredictions } from "@/lib/domain/results/model/study-results.ts";
import { maxTalliedWhileWaiting, requestTally, tallyJobKey } from "../../models/request-tallies.ts";
import { studyReading } from "../../models/study-reading.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows, maybeRow } from "../../platform/database/rows.ts";
import { fragment, sql } from "../../platform/database/sql.ts";
import { withSnapshot } from "../../platform/database/with-snapshot.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { comparePredictions } from "./refresh-parity.ts";
import { readStudyFrame, type StudyFrame } from "./study-frame.ts";

type Queries = Pick<PoolClient, "query">;

const staleRunRow = z.strictObject({
  runId: z.string(),
  changes: z.string(),
  /**
   * The number of answers that were stored or changed since the last count. If the study's frame has changed: the
   * number of all answers.
   */
  fresh: z.number(),
});

type StaleRun = z.infer<typeof staleRunRow>;

/** The runs of a study with outdated counts. Reads counters only. */
async function listStaleRuns(frame: StudyFrame, client: Queries): Promise<StaleRun[]> {
  const rows = await manyRows(
    client,
    staleRunRow,
    sql`SELECT changed.run_id AS "runId", changed.changes::text,
       (changed.changes - CASE WHEN tally.frame = ${frame.tallyHash} THEN tally.changes ELSE 0 END)::float8 AS fresh
     FROM (
       SELECT run.id AS run_id, sum(known.changes) AS changes FROM study
       JOIN run ON run.benchmark_id = study.benchmark_id JOIN prediction_change AS known ON known.run_id = run.id
       WHERE study.id = ${frame.studyId} GROUP BY run.id
     ) AS changed
     LEFT JOIN prediction_tally AS tally ON tally.study_id = ${frame.studyId} AND tally.run_id = changed.run_id
     WHERE tally.frame IS DISTINCT FROM ${frame.tallyHash} OR tally.changes IS DISTINCT FROM changed.changes
     ORDER BY changed.run_id`,
  );
  return rows;
}

/** Whether every model answer has been compared and counted for the current study. */
export async function isTallied(studyId: string, client: Queries = pool()): Promise<boolean> {
  const frame = await readStudyFrame(studyId, client);
  return !frame || (await listStaleRuns(frame, client)).length === 0;
}

/**
 * Compares models' changed answers with a study and counts them, run by run. The change counter of a run is read first,
 * so a change during the count makes the run's counts outdated again.
 */
export async function tallyPredictions(
  studyId: string,
  progress: (share: number) => Promise<void> = async () => undefined,
): Promise<void> {
  const frame = await readStudyFrame(studyId);
  if (!frame) return;
  const staleRuns = await listStaleRuns(frame, pool());
  const total = staleRuns.reduce((sum, { fresh }) => sum + fresh, 0);
  let doneCount = 0;
  for (const run of staleRuns) {
    await comparePredictions(frame, { runId: run.runId }, (compared) => progress((doneCount + compared) / total));
    await countRun(frame, run);
    doneCount += run.fresh;
    await progress(doneCount / total);
  }
}

const tallyJobRow = z.strictObject({
  project_id: z.string(),
  share: z.number().nullable(),
  error: z.string().nullable(),
});

/**
 * Updates the counts of a study for a page or an action: immediately if few answers changed, in the background if many
 * changed.
 *
 * @returns the frame of the study, and the answers that are not counted yet; null if all are counted
 */
export async function tallyForPage(
  studyId: string,
): Promise<{ frame: StudyFrame | null; uncounted: UncountedPredictions | null }> {
  const frame = await readStudyFrame(studyId);
  if (!frame) return { frame, uncounted: null };
  const staleRuns = await listStaleRuns(frame, pool());
  const answers = staleRuns.reduce((sum, { fresh }) => sum + fresh, 0);
  if (staleRuns.length === 0) return { frame, uncounted: null };
  if (answers <= maxTalliedWhileWaiting) {
    await tallyPredictions(studyId);
    return { frame, uncounted: null };
  }
  const row = await maybeRow(
    pool(),
    tallyJobRow,
    sql`SELECT study.project_id, (job.progress ->> 'share')::float8 AS share,
       CASE WHEN job.state = 'dead' THEN job.last_error END AS error
     FROM study LEFT JOIN job ON job.dedupe_key = ${tallyJobKey(studyId)} WHERE study.id = ${studyId}`,
  );
  const { project_id: projectId = null, share = null, error = null } = row ?? {};
  // A failed job is retried once when someone opens the page; the page shows its error.
  await requestTally({ id: studyId, projectId });
  return { frame, uncounted: { answers, runs: staleRuns.length, share: share ?? 0, failed: error } };
}

const countedRow = z.strictObject({
  item: z.string(),
  key: z.string(),
  condition: json<Record<string, string>>(),
  answer: z.string().nullable(),
  findings: json<Record<string, Parity>>().nullable(),
  count: z.number(),
});

type CountedRow = z.infer<typeof countedRow>;

function packCountedAnswers(counted: readonly CountedRow[]): PredictionCounts {
  return packCounts(
    counted.map(({ item, key, condition, answer, findings, count }) => ({
      itemId: item,
      conditionKey: key,
      condition,
      answerKey: answer,
      findings: findings ?? {},
      count,
    })),
  );
}

/** The answers of one run to a study's items. If a time is given, only those that were stored before it. */
function readCountedAnswers(
  client: Queries,
  frame: StudyFrame,
  runId: string,
  storedBefore: Date | null = null,
): Promise<CountedRow[]> {
  return manyRows(
    client,
    countedRow,
    sql`SELECT prediction.item_version_id AS item, prediction.condition_key AS key, prediction.condition,
       reading.answer_key AS answer, found.findings, count(*)::int AS count
     FROM prediction JOIN study_item ON study_item.item_version_id = prediction.item_version_id
     ${studyReading(frame.studyId)}
     LEFT JOIN LATERAL (
       SELECT jsonb_object_agg(condition_key, parity) AS findings FROM parity_finding
       WHERE study_id = ${frame.studyId} AND prediction_id = prediction.id AND frame = ${frame.hash}
     ) AS found ON true
     WHERE study_item.study_id = ${frame.studyId} AND prediction.run_id = ${runId}
       AND (${storedBefore}::timestamptz IS NULL OR prediction.stored_at IS NULL
         OR prediction.stored_at < ${storedBefore}::timestamptz)
     GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 4, 5`,
  );
}

/** The counts of one run's answers that were stored before a time. Reads single answers. */
export async function countAnswersBefore(frame: StudyFrame, runId: string, time: Date): Promise<PredictionCounts> {
  return packCountedAnswers(await readCountedAnswers(pool(), frame, runId, time));
}

const otherRow = z.strictObject({ items: z.number(), versions: z.number() });

/** Counts the answers of one run for a study and stores the counts, with the stimuli that differ. */
async function countRun(frame: StudyFrame, { runId, changes }: StaleRun): Promise<void> {
  const { counted, others } = await withSnapshot(async (client) => ({
    counted: await readCountedAnswers(client, frame, runId),
    others: await manyRows(
      client,
      otherRow,
      sql`SELECT coalesce(sum(answered.count) FILTER (WHERE asked.external_id IS NULL), 0)::int AS items,
         coalesce(sum(answered.count) FILTER (WHERE asked.external_id IS NOT NULL), 0)::int AS versions
       FROM (SELECT item_version_id AS id, count(*) FROM prediction WHERE run_id = ${runId} GROUP BY 1) AS answered
       JOIN item_version AS item ON item.id = answered.id
       LEFT JOIN (
         SELECT DISTINCT item.external_id FROM study_item JOIN item_version AS item
         ON item.id = study_item.item_version_id
         WHERE study_item.study_id = ${frame.studyId}
       ) AS asked ON asked.external_id = item.external_id
       WHERE NOT EXISTS (SELECT FROM study_item WHERE study_id = ${frame.studyId} AND item_version_id = answered.id)`,
    ),
  }));
  // If another process compares with another frame, or answers arrived in the meantime, the next request counts again.
  if (counted.some(({ findings }) => findings === null)) return;
  const counts = packCountedAnswers(counted);
  const { items = 0, versions = 0 } = others[0] ?? {};
  await withTx(async (client) => {
    await client.query(
      sql`INSERT INTO prediction_tally (study_id, run_id, frame, changes, other_items, other_versions, parity, counts,
         last_stored_at, first_stored_at)
       SELECT ${frame.studyId}, ${runId}, ${frame.tallyHash}, ${changes}, ${items}, ${versions},
         (${parityOfRun(frame.studyId, runId)}), ${JSON.stringify(counts)},
         (SELECT greatest(max(stored_at), max(judged_at)) FROM prediction WHERE run_id = ${runId}),
         (SELECT min(stored_at) FROM prediction WHERE run_id = ${runId}
          AND NOT EXISTS (SELECT FROM prediction WHERE run_id = ${runId} AND stored_at IS NULL))
       ON CONFLICT (study_id, run_id) DO UPDATE SET frame = excluded.frame, changes = excluded.changes,
         other_items = excluded.other_items, other_versions = excluded.other_versions, parity = excluded.parity,
         counts = excluded.counts, last_stored_at = excluded.last_stored_at,
         first_stored_at = excluded.first_stored_at, counted_at = clock_timestamp()`,
    );
    await client.query(sql`DELETE FROM parity_stimulus WHERE study_id = ${frame.studyId} AND run_id = ${runId}`);
    await client.query(
      sql`INSERT INTO parity_stimulus (study_id, run_id, item_version_id, condition_key, shown_hash, is_content, differs,
         answers, example_id)
       SELECT ${frame.studyId}, ${runId}, prediction.item_version_id, found.condition_key, found.shown_hash,
         bool_or(found.is_content), min(found.differs::text)::jsonb, count(*), min(prediction.id::text)::uuid
       ${findingsOfRun(frame.studyId, runId)} AND found.parity = 'mismatch' GROUP BY 3, 4, 5`,
    );
  });
}

/**
 * SQL: the findings about a run for a study's current items, looked up by key for each answer. Right after an import
 * the planner expects no rows, and would otherwise compare every answer with every finding.
 */
const findingsOfRun = (studyId: string, runId: string) => fragment`
  FROM prediction
  JOIN LATERAL (
    SELECT * FROM parity_finding WHERE study_id = ${studyId} AND prediction_id = prediction.id OFFSET 0
  ) AS found ON true
  WHERE prediction.run_id = ${runId} AND EXISTS (
    SELECT FROM study_item WHERE study_id = ${studyId} AND item_version_id = prediction.item_version_id)`;

/** SQL: the `ParityCounts` of a run for a study. */
const parityOfRun = (studyId: string, runId: string) => fragment`
  SELECT jsonb_build_object(
    'verified', count(*) FILTER (WHERE found.parity = 'verified'),
    'declared', count(*) FILTER (WHERE found.parity = 'verified' AND jsonb_array_length(found.differs) > 0),
    'content', count(*) FILTER (WHERE found.parity = 'mismatch' AND found.is_content),
    'presentation', count(*) FILTER (WHERE found.parity = 'mismatch' AND NOT found.is_content),
    'unproved', count(*) FILTER (WHERE found.parity = 'unverified' AND NOT found.is_other_version),
    'otherVersion', count(*) FILTER (WHERE found.parity = 'unverified' AND found.is_other_version),
    'unmatched', count(*) FILTER (WHERE found.parity = 'unmatched'))
  ${findingsOfRun(studyId, runId)}`;
