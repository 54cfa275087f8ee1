import type { PoolClient } from "pg";
import * as z from "zod";
import {
  type CheckFigures,
  countChecks,
  type SessionTry,
  type StudyChecks,
} from "@/lib/domain/survey/live/prepare-checks.ts";
import { type Protocol, protocolSchema } from "@/lib/domain/survey/protocol.ts";
import { countedWhere, neverMarkedWhere } from "../../counting/counted-where.ts";
import { pool } from "../../platform/database/pool.ts";
import { readCursor } from "../../platform/database/read-cursor.ts";
import { json, manyRows, maybeRow, text } from "../../platform/database/rows.ts";
import { withSnapshot } from "../../platform/database/with-snapshot.ts";
import { factsOfStudy, type ResultFacts, type ResultMaker } from "../../stored-results/stored-result.ts";
import { parsePlan } from "../draft/freeze-protocol.ts";

const documentRow = z.strictObject({ document: json() });

const foundRow = z.strictObject({ n: z.number() });

/** How people did at the checks of a study ("STUDY"), and whom the analysis plan's own rule concerns. */
export const checksResult: ResultMaker<StudyChecks> = {
  kind: "checks",
  ruleVersion: 1,
  facts: readFacts,
  compute: (studyId, { read }) =>
    withSnapshot(async (client) => {
      const plans = await maybeRow(client, documentRow, "SELECT document FROM study_plan WHERE study_id = $1", [
        studyId,
      ]);
      const missedChecks = parsePlan(plans?.document).exclusions.missedChecks ?? null;
      const { checks, concerned } = await readChecks(client, studyId, missedChecks, read);
      const row = await maybeRow(client, foundRow, `SELECT count(*)::int AS n ${openAnswers}`, [studyId, concerned]);
      return { checks, missedChecks, people: concerned.length, answers: row?.n ?? 0 };
    }),
};

const factRow = z.strictObject({ projectId: z.string(), answers: z.number(), said: z.string() });

/** As counters tell: whatever is answered moves someone on, and exclusions are counted with the answers. */
async function readFacts(studyId: string): Promise<ResultFacts | null> {
  if (!z.uuid().safeParse(studyId).success) return null;
  const row = await maybeRow(
    pool(),
    factRow,
    `WITH stepped AS (
       SELECT stage, key, event, sum(count)::float8 AS count FROM session_count WHERE study_id = $1 GROUP BY 1, 2, 3
     )
     SELECT study.project_id AS "projectId", coalesce((SELECT sum(count) FROM stepped), 0) AS answers,
       concat_ws('|', (SELECT md5(string_agg(concat_ws('/', stage, key, event, count), ',' ORDER BY stage, key, event))
          FROM stepped),
         (SELECT md5(string_agg(concat_ws('/', stage, is_surplus, is_excluded, count), ',' ORDER BY 1)) FROM (
            SELECT concat(stage, is_surplus, is_excluded), stage, is_surplus, is_excluded, sum(count) AS count
            FROM cell_count WHERE study_id = $1 GROUP BY stage, is_surplus, is_excluded) AS counted),
         (SELECT string_agg(id::text, ',' ORDER BY id) FROM protocol_version WHERE study_id = study.id),
         (SELECT document -> 'exclusions' ->> 'missedChecks' FROM study_plan WHERE study_id = study.id)) AS said
     FROM study WHERE study.id = $1`,
    [studyId],
  );
  return row ? factsOfStudy(studyId, row) : null;
}

/**
 * How people did at a study's checks, and the sessions of those who missed as many flagging checks as a rule names; of
 * no one where there is no rule. One person's tries are in memory at a time.
 */
export async function readChecks(
  client: PoolClient,
  studyId: string,
  missedChecks: number | null,
  read: (people: number) => Promise<void> = async () => undefined,
): Promise<{ checks: CheckFigures[]; concerned: string[] }> {
  const counter = countChecks(await readProtocols(client, studyId));
  const concerned: string[] = [];
  let people = 0;
  for await (const tries of readPeople(client, studyId)) {
    const missed = counter.add(tries);
    if (missedChecks !== null && missed >= missedChecks) concerned.push(tries[0]!.session);
    people += 1;
    if (people % 1_000 === 0) await read(people);
  }
  return { checks: counter.figures(), concerned };
}

const tryRow = z.strictObject({
  session: z.string(),
  protocol: z.string(),
  key: z.string(),
  verdict: text<SessionTry["verdict"]>(),
}) satisfies z.ZodType<SessionTry>;

async function* readPeople(client: PoolClient, studyId: string): AsyncGenerator<SessionTry[]> {
  const rows = readCursor(
    client,
    tryRow,
    `SELECT session.id AS session, session.protocol_version_id AS protocol, verdict.key, verdict.value AS verdict
     FROM session JOIN step_answer ON step_answer.session_id = session.id,
       LATERAL jsonb_each_text(step_answer.given) AS verdict
     WHERE session.study_id = $1 AND verdict.key LIKE 'check.%' ORDER BY session.id, step_answer.screen`,
    [studyId],
  );
  let tries: SessionTry[] = [];
  for await (const row of rows) {
    if (tries.length > 0 && tries[0]!.session !== row.session) {
      yield tries;
      tries = [];
    }
    tries.push(row);
  }
  if (tries.length > 0) yield tries;
}

const protocolRow = z.strictObject({ id: z.string(), document: json() });

/** Every version of a study's protocol by its id, the newest last. */
export async function readProtocols(
  client: Pick<PoolClient, "query">,
  studyId: string,
): Promise<ReadonlyMap<string, Protocol>> {
  const rows = await manyRows(
    client,
    protocolRow,
    "SELECT id, document FROM protocol_version WHERE study_id = $1 ORDER BY version",
    [studyId],
  );
  return new Map(rows.map(({ id, document }) => [id, protocolSchema.parse(document)]));
}

/** Answers of sessions ($2) of a study ($1) that this rule has not marked: what someone took back stays taken back. */
export const openAnswers = `FROM counted_response AS response
  WHERE response.study_id = $1 AND response.session_id = ANY ($2::uuid[])
    AND ${countedWhere({ surplus: true, excluded: false, openStratum: true }, "response")}
    AND ${neverMarkedWhere("missed-checks", "response")}`;
