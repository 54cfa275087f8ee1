import * as z from "zod";
import { type Say, sayIn } from "@/lib/domain/survey/languages/messages.ts";
import { formatGivenAnswers, formatItemResponse } from "@/lib/domain/survey/own-answers.ts";
import type { ParticipantData } from "@/lib/domain/survey/own-data.ts";
import { outcomes } from "@/lib/domain/survey/protocol.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { getPlacedStimulus } from "../placed-stimulus.ts";
import type { RunningProtocol } from "../running-study.ts";

const givenSchema = z.record(z.string(), z.string());
const responseRow = z.strictObject({
  screen: z.number(),
  position: z.number(),
  item_version_id: z.string(),
  condition_id: z.string(),
  answer: json(),
});

const sessionRow = z.strictObject({
  started_at: z.date(),
  ended_at: z.date().nullable(),
  outcome: z.enum(outcomes).nullable(),
  erased_at: z.date().nullable(),
  completion_code: z.string().nullable(),
  source: z.string().nullable(),
  external_id: z.string().nullable(),
  parameters: json().nullable(),
  language: z.string().nullable(),
  has_network: z.boolean(),
  paid_at: z.date().nullable(),
});

const ownAnswerRow = z.strictObject({ screen: z.number(), given: json().nullable() });

const reportRow = z.strictObject({ status: z.string(), code: z.string().nullable(), happened_at: z.date() });

/** The stored data of a session, for its participant. `running` is in the session's language. */
export async function readOwnData(running: RunningProtocol, sessionId: string): Promise<ParticipantData> {
  const [session, given, responses, reports] = await Promise.all([
    oneRow(
      pool(),
      sessionRow,
      sql`
      SELECT started_at, ended_at, outcome::text AS outcome, erased_at, completion_code, source, external_id, parameters,
        language, network_hash IS NOT NULL AS has_network, paid_at
      FROM session LEFT JOIN entry_identity ON entry_identity.session_id = session.id
      LEFT JOIN session_payment ON session_payment.session_id = session.id WHERE session.id = ${sessionId}
    `,
    ),
    manyRows(
      pool(),
      ownAnswerRow,
      sql`
      SELECT screen, given FROM step_answer WHERE session_id = ${sessionId}
      UNION ALL
      -- The stored post of a session that waits for a slot.
      SELECT screen, waiting_post -> 'fields' FROM session WHERE id = ${sessionId} AND waiting_post IS NOT NULL
      ORDER BY screen
    `,
    ),
    manyRows(
      pool(),
      responseRow,
      sql`
      SELECT screen, position, item_version_id, condition_id, answer FROM response
      WHERE session_id = ${sessionId} ORDER BY screen, revision
    `,
    ),
    // Events of an erased session refer to it by its own ID (forgotten-submissions.ts).
    manyRows(
      pool(),
      reportRow,
      sql`
      SELECT event.status, event.code, event.happened_at
      FROM entry_identity AS entry JOIN study ON study.id = entry.study_id
      JOIN recruiter_event AS event ON event.project_id = study.project_id AND event.source = entry.source
      WHERE entry.session_id = ${sessionId} AND (
        event.submission IN (parameters ->> 'SESSION_ID', parameters ->> 'assignmentId', 'erased:' || entry.session_id)
        OR (event.study_id = entry.study_id AND event.person = entry.external_id))
      ORDER BY event.happened_at, event.id
    `,
    ),
  ]);
  const say = sayIn(running.language, running.protocol.words);
  const isErased = session.erased_at !== null;
  const lines = isErased
    ? []
    : [
        ...given.flatMap(({ screen, given: answers }) =>
          formatGivenAnswers(say, running, running.screens[screen], givenSchema.catch({}).parse(answers ?? {})).map(
            (line) => ({
              screen: Number(screen),
              ...line,
            }),
          ),
        ),
        ...(await Promise.all(responses.map((row) => describeResponse(running, say, row)))),
      ];
  return {
    startedAt: session.started_at,
    endedAt: session.ended_at,
    outcome: session.outcome,
    erasedAt: session.erased_at,
    code: session.completion_code,
    person: isErased ? null : toPerson(session),
    language: session.language,
    paidAt: session.paid_at,
    reports: reports.map(({ status, code, happened_at }) => ({ status, code, at: happened_at })),
    hasNetwork: session.has_network,
    answers: lines
      .sort((left, right) => left.screen - right.screen)
      .map(({ question, answer }) => ({ question, answer })),
  };
}

function toPerson(row: z.infer<typeof sessionRow>): ParticipantData["person"] {
  if (row.source === null || row.external_id === null) return null;
  return { source: row.source, number: row.external_id, parameters: givenSchema.catch({}).parse(row.parameters) };
}

async function describeResponse(running: RunningProtocol, say: Say, row: z.infer<typeof responseRow>) {
  const screen = running.screens[row.screen];
  if (screen?.kind !== "answer") throw new RangeError(`screen ${row.screen} asks for no answer`);
  const { item, stimulus } = await getPlacedStimulus(running, row.item_version_id, row.condition_id);
  return { screen: row.screen, ...formatItemResponse(say, stimulus.screens, item, row.answer) };
}
