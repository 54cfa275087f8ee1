import type { PoolClient } from "pg";
import * as z from "zod";
import type { ReleaseFacts } from "@/lib/domain/release/release-dataset.ts";
import { manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import type { ExportContext } from "../studies/export/export-context.ts";

const sessionCountRow = z.strictObject({
  outcome: z.string().nullable(),
  isLater: z.boolean(),
  count: z.number(),
  first: z.string(),
  last: z.string(),
});

type SessionFacts = Pick<ReleaseFacts, "collected" | "started" | "completed" | "outcomes" | "reopened">;

/**
 * The days (UTC) and outcomes of sessions, without the sessions that started after the first lock, which are counted
 * apart. Times of individual people are hidden at the public level.
 */
export async function readSessionFacts(client: PoolClient, { study, locks }: ExportContext): Promise<SessionFacts> {
  const lockedAt = (study.stage === "main" && locks[0]?.lockedAt) || null;
  const rows = await manyRows(
    client,
    sessionCountRow,
    sql`SELECT outcome::text AS outcome, coalesce(started_at > ${lockedAt}, false) AS "isLater",
          count(*)::int AS count, to_char(min(started_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS first,
          to_char(max(coalesce(ended_at, started_at)) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS last
        FROM session WHERE study_id = ${study.id} AND stage = ${study.stage}::stage GROUP BY 1, 2`,
  );
  const summarise = (isLater: boolean) => {
    const sessions = rows.filter((row) => row.isLater === isLater);
    const outcomes = Object.fromEntries(sessions.flatMap(({ outcome, count }) => (outcome ? [[outcome, count]] : [])));
    const started = sessions.reduce((sum, { count }) => sum + count, 0);
    return { sessions, outcomes, started, completed: outcomes.complete ?? 0 };
  };
  const { sessions, ...counts } = summarise(false);
  const { started, completed } = summarise(true);
  const first = sessions.map((row) => row.first).sort()[0];
  const last = sessions
    .map((row) => row.last)
    .sort()
    .at(-1);
  return {
    ...counts,
    collected: first !== undefined && last !== undefined ? { first, last } : null,
    ...(started > 0 ? { reopened: { started, completed } } : {}),
  };
}
