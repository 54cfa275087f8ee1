import type { PoolClient } from "pg";
import * as z from "zod";
import type { LedgerRow, LedgerSummary } from "@/lib/domain/survey/recruiters/fold-ledger.ts";
import { installation } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withSnapshot } from "../platform/database/with-snapshot.ts";
import { foldRows, rowsInPieces } from "../stored-results/fold-rows.ts";
import { factsOfStudy, type ResultDefinition, type ResultFacts } from "../stored-results/result-definition.ts";
import { maxComputedWhileWaiting } from "../stored-results/stored-result.ts";
import { countOtherSessions, readEvents, readSessions } from "./ledger-rows.ts";
import { type LedgerStudy, requireLedgerStudy } from "./ledger-study.ts";

export type StoredLedger = LedgerSummary & { otherSessions: number };

/** Maximum number of lines listed per finding of a long ledger; its file contains all lines. */
export const maxListedLines = 1_000;

/** The stored ledger of a study with more sessions and events than a page request may read. */
export const ledgerResult: ResultDefinition<StoredLedger> = {
  kind: "ledger",
  ruleVersion: 2,
  dependsOnClock: true,
  doing: "Reading sessions and events",
  facts: readFacts,
  compute: async (studyId, folding) => {
    const ledger = await requireLedgerStudy(installation, studyId);
    return withSnapshot(async (client) => ({
      ...(await foldRows("ledger", { listed: maxListedLines }, rowsInPieces(readRows(client, ledger)), folding)),
      otherSessions: await countOtherSessions(client, ledger),
    }));
  },
};

async function* readRows(client: PoolClient, ledger: LedgerStudy): AsyncGenerator<LedgerRow> {
  for await (const { sessionId, submission, person, outcome, code } of readSessions(client, ledger))
    yield { session: { sessionId, submission, person, outcome, code } };
  for await (const { event, origin, receivedAt } of readEvents(client, ledger))
    yield { event, origin: origin === "file" ? "file" : "webhook", receivedAt };
}

const factRow = z.strictObject({ projectId: z.string(), answers: z.number(), said: z.string() });

/**
 * The facts come from counters: sessions that advanced, and the latest reports. Sessions and events are counted only up
 * to a limit. While a study is open, a long ledger is outdated after an hour.
 */
async function readFacts(studyId: string): Promise<ResultFacts | null> {
  const { study, source } = await requireLedgerStudy(installation, studyId);
  const row = await maybeRow(
    pool(),
    factRow,
    sql`SELECT study.project_id AS "projectId",
       ((SELECT count(*) FROM (SELECT FROM entry_identity
            WHERE study_id = ${study.id} AND source = ${source} LIMIT ${maxComputedWhileWaiting + 1}) AS came)
         + (SELECT count(*) FROM (SELECT FROM recruiter_event
            WHERE project_id = study.project_id AND source = ${source} LIMIT ${maxComputedWhileWaiting + 1}) AS said))::float8 AS answers,
       concat_ws('|', ${source}::text,
         (SELECT md5(string_agg(concat_ws('/', stage, key, event, count), ',' ORDER BY stage, key, event))
          FROM (SELECT stage, key, event, sum(count) AS count FROM session_count
            WHERE study_id = ${study.id} GROUP BY 1, 2, 3) AS stepped),
         (SELECT max(received_at) FROM recruiter_event WHERE project_id = study.project_id AND source = ${source}),
         CASE WHEN study.status <> 'closed' THEN date_trunc('hour', clock_timestamp()) END) AS said
     FROM study WHERE study.id = ${study.id}`,
  );
  return row ? factsOfStudy(study.id, row) : null;
}
