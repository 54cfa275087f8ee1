import type { PoolClient } from "pg";
import * as z from "zod";
import type { CleaningRow } from "@/lib/domain/survey/cleaning/fold-flags.ts";
import { screenProcessSchema } from "@/lib/domain/survey/cleaning/screen-process.ts";
import { timedOutKey } from "@/lib/domain/survey/time-limit.ts";
import { countedWhere } from "../../counting/counted-where.ts";
import { reasonOfAnswerSql } from "../../counting/reason-of-answer.ts";
import { readCursor } from "../../platform/database/read-cursor.ts";
import { json } from "../../platform/database/rows.ts";
import { fragment, type SqlFragment, sql } from "../../platform/database/sql.ts";
import { readChecks, readProtocols } from "../rules/read-checks.ts";

/**
 * The answers to which the rules apply: complete answers in their newest revision, of any group, including excluded and
 * surplus answers.
 */
export const completeAnswers = { surplus: true, excluded: true, openStratum: true };

const processColumn = json()
  .nullable()
  .transform((value) => screenProcessSchema.nullable().catch(null).parse(value));

const answerRow = z.strictObject({
  id: z.string(),
  session: z.string(),
  answerKey: z.string().nullable(),
  elapsedMs: z.number(),
  storyMs: z.number().nullable(),
  explanation: z.string().nullable(),
  process: processColumn,
  explanationProcess: processColumn,
  hasChecks: z.boolean(),
});

/**
 * All complete answers of a study's stage with the values that the rules use, ordered by session.
 *
 * @param failedChecks the limit of the rule about failed checks; null if there is no such rule
 */
export async function* readCleaningRows(
  client: PoolClient,
  studyId: string,
  failedChecks: number | null,
): AsyncGenerator<CleaningRow> {
  const failedSessions = new Set(
    failedChecks === null ? [] : (await readChecks(client, studyId, failedChecks)).concerned,
  );
  const rows = readCursor(
    client,
    answerRow,
    sql`SELECT answer.id, answer.session_id AS session, nullif(answer.answer_key, ${timedOutKey}) AS "answerKey",
       answer.elapsed_ms::float8 AS "elapsedMs", story.ms AS "storyMs", reason.words AS explanation,
       own.process, CASE WHEN step.screen <> answer.screen THEN following.process END AS "explanationProcess",
       ${failedChecks !== null}::boolean AND EXISTS (
         SELECT FROM step_answer WHERE step_answer.session_id = answer.session_id
           AND jsonb_path_exists(given, '$.keyvalue() ? (@.key starts with "check.")')) AS "hasChecks"
     FROM counted_response AS answer JOIN study ON study.id = answer.study_id AND study.stage = answer.stage
     LEFT JOIN session_screen AS own ON own.session_id = answer.session_id AND own.screen = answer.screen
     ${reasonOfAnswerSql("answer")}
     LEFT JOIN step_answer AS step ON step.id = reason.id
     LEFT JOIN session_screen AS following ON following.session_id = answer.session_id AND following.screen = step.screen
     ${joinStoryTime(await readStoryKeys(client, studyId))}
     WHERE answer.study_id = ${studyId} AND ${countedWhere(completeAnswers, "answer")}
     ORDER BY answer.session_id, answer.position`,
  );
  for await (const { hasChecks, ...row } of rows)
    yield { ...row, failedChecks: hasChecks ? failedSessions.has(row.session) : null };
}

/** The keys of the story screens in all versions of a study's protocol. */
export async function readStoryKeys(client: Pick<PoolClient, "query">, studyId: string): Promise<string[]> {
  const protocols = [...(await readProtocols(client, studyId)).values()];
  return protocols.flatMap(({ steps }) => steps.flatMap(({ kind, key }) => (kind === "items" ? [`${key}-story`] : [])));
}

/**
 * Joins the duration of the last story screen before an answer, as `story.ms`: the visible time if the browser reported
 * it, otherwise the time by the server's clock.
 */
export function joinStoryTime(keys: readonly string[]): SqlFragment {
  return fragment`LEFT JOIN LATERAL (
    SELECT coalesce(shown.visible_ms, extract(epoch FROM shown.left_at - shown.shown_at) * 1000)::float8 AS ms
    FROM session_screen AS shown
    WHERE shown.session_id = answer.session_id AND shown.screen < answer.screen AND shown.key = ANY (${keys}::text[])
    ORDER BY shown.screen DESC LIMIT 1) AS story ON true`;
}
