import type pg from "pg";
import * as z from "zod";
import { oneRow } from "../../lib/server/platform/database/rows.ts";
import type { Finding } from "../load-test/check-load-test.ts";
import type { AnnotatorLog } from "./scripted-annotator.ts";

/** The acknowledgements that one annotator received, by the number of the person. */
export type PersonsLog = AnnotatorLog & { person: number };

/** How many tasks of a collection there are, and how many are done. */
export async function readTaskState(database: pg.Pool, collectionId: string): Promise<{ done: number; total: number }> {
  return oneRow(
    database,
    z.strictObject({ total: z.number(), done: z.number() }),
    `SELECT count(*)::int AS total, count(*) FILTER (WHERE state NOT IN ('open', 'leased'))::int AS done
     FROM annotation_task WHERE collection_id = $1`,
    [collectionId],
  );
}

/** Lets leases end at once, as after fifteen minutes of silence. */
export async function letLeasesRunOut(database: pg.Pool, taskIds: readonly string[]): Promise<void> {
  await database.query(
    "UPDATE annotation_task SET available_at = clock_timestamp() - interval '31 minutes' WHERE id = ANY($1::uuid[]) AND state = 'leased'",
    [taskIds],
  );
}

/** Leases that the servers reported for two people at once. */
function doubleLeases(logs: readonly PersonsLog[]): { holds: boolean; found: object } {
  const holders = new Map<string, Set<number>>();
  for (const { person, leases } of logs) {
    for (const { taskId, fence } of leases) {
      const key = `${taskId} ${fence}`;
      holders.set(key, (holders.get(key) ?? new Set()).add(person));
    }
  }
  const doubled = [...holders.values()].filter((people) => people.size > 1).length;
  return { holds: doubled === 0 && holders.size > 0, found: { leases: holders.size, doubled } };
}

/** Compares the responses that annotators received with the rows of their collection. */
export async function checkAnnotation(
  database: pg.Pool,
  collectionId: string,
  logs: readonly PersonsLog[],
): Promise<Finding[]> {
  const saved = logs.flatMap((log) => log.saved);
  const verdicts = logs.flatMap((log) => log.verdicts);
  const toldRow = z.strictObject({ told: z.number(), lost: z.number() });
  const texts = await oneRow(
    database,
    toldRow,
    `SELECT count(*)::int AS told, count(*) FILTER (WHERE revision.id IS NULL)::int AS lost
     FROM unnest($1::uuid[], $2::text[]) AS told (id, sha256)
     LEFT JOIN annotation_revision AS revision ON revision.id = told.id AND revision.sha256 = told.sha256`,
    [saved.map((text) => text.revisionId), saved.map((text) => text.sha256)],
  );
  const doubled = await oneRow(
    database,
    z.strictObject({ n: z.number() }),
    `SELECT count(*)::int AS n FROM (
       SELECT revision.task_id, revision.fence FROM annotation_revision AS revision
       JOIN annotation_task AS task ON task.id = revision.task_id
       WHERE task.collection_id = $1 GROUP BY 1, 2 HAVING count(DISTINCT revision.author_id) > 1) AS doubled`,
    [collectionId],
  );
  const state = await readTaskState(database, collectionId);
  const stored = await oneRow(
    database,
    toldRow,
    `SELECT count(*)::int AS told, count(*) FILTER (WHERE verdict.id IS NULL)::int AS lost
     FROM unnest($1::uuid[], $2::uuid[]) AS told (task_id, revision_id)
     LEFT JOIN annotation_task AS task ON task.id = told.task_id
     LEFT JOIN annotation_verdict AS verdict ON verdict.id = task.verdict_id
       AND verdict.revision_id IS NOT DISTINCT FROM told.revision_id`,
    [verdicts.map((verdict) => verdict.taskId), verdicts.map((verdict) => verdict.revisionId)],
  );
  const findings = [
    {
      claim: "every text that was said to be saved is there",
      holds: texts.lost === 0 && texts.told > 0,
      found: texts,
    },
    { claim: "no lease was used by two people", holds: doubled.n === 0, found: doubled },
    { claim: "no lease was given to two people", ...doubleLeases(logs) },
    { claim: "every task is done", holds: state.done === state.total, found: state },
    {
      claim: "every verdict that was said to be stored is on its task",
      holds: stored.lost === 0 && stored.told > 0,
      found: stored,
    },
  ];
  return findings.map((one) => ({ ...one, found: JSON.stringify(one.found) }));
}
