import type { PoolClient } from "pg";
import type { ExportRecord } from "@/lib/domain/interchange/export-table.ts";
import { listNotAsked, notAsked } from "@/lib/domain/survey/branching/not-asked.ts";
import { boxKey, checkKey, practiceKey } from "@/lib/domain/survey/check.ts";
import { confidenceKey } from "@/lib/domain/survey/questions/question.ts";
import { listScreens } from "@/lib/domain/survey/screens.ts";
import { readCursor } from "../../platform/database/read-cursor.ts";
import { fragment, sql } from "../../platform/database/sql.ts";
import type { ExportContext } from "./export-context.ts";
import { exportedCheckRow, participantRow, screenRow } from "./export-rows.ts";
import { chooseParticipantNaming, elapsedMs, formatIsoTime, pickPrefixed } from "./record-parts.ts";

/** Records of all sessions, with all answers except the answers to items. */
export async function* participantRecords(client: PoolClient, context: ExportContext): AsyncGenerator<ExportRecord> {
  const naming = chooseParticipantNaming(context, fragment`session.started_at, session.id`);
  const rows = readCursor(
    client,
    participantRow,
    sql`${naming.with}
     SELECT ${naming.name} AS participant, session.stage, session.outcome, session.screen, session.is_surplus, session.erased_at, session.stratum_id,
       session.protocol_version_id, session.completion_code, session.started_at, session.last_seen_at, session.ended_at, entry.source, payment.paid_at,
       (SELECT jsonb_agg(jsonb_build_array(key, given) ORDER BY screen) FROM step_answer
        WHERE session_id = session.id AND key <> ALL (${listItemScreenKeys(context)}::text[])) AS answers
     FROM session ${naming.join} LEFT JOIN entry_identity AS entry ON entry.session_id = session.id
     LEFT JOIN session_payment AS payment ON payment.session_id = session.id
     WHERE session.study_id = ${context.study.id} ORDER BY ${naming.order}`,
  );
  const screens = listScreensByProtocol(context);
  for await (const row of rows) {
    const protocol = context.protocols.get(row.protocol_version_id);
    const steps = row.answers ?? [];
    const consent = steps.find(([key]) => key === "consent")?.[1] ?? {};
    const givenAnswers: Record<string, string> = Object.assign(
      {},
      ...steps.filter(([key]) => key !== "consent").map(([, answers]) => answers),
    );
    const passedScreens = row.erased_at === null ? (screens.get(row.protocol_version_id) ?? []) : [];
    for (const key of listNotAsked(passedScreens, givenAnswers, row)) givenAnswers[key] = notAsked;
    yield {
      participant: row.participant,
      stage: row.stage,
      outcome: row.outcome,
      is_surplus: row.is_surplus,
      is_erased: row.erased_at !== null,
      stratum: (row.stratum_id && context.strata.get(row.stratum_id)) ?? null,
      protocol_version: protocol?.version ?? null,
      protocol_hash: protocol?.hash ?? null,
      source: row.source,
      completion_code: row.completion_code,
      paid_at: formatIsoTime(row.paid_at),
      started_at: formatIsoTime(row.started_at),
      last_seen_at: formatIsoTime(row.last_seen_at),
      ended_at: formatIsoTime(row.ended_at),
      duration_ms: elapsedMs(row.started_at, row.ended_at),
      consent: consent.consent ?? null,
      consent_version: consent.version ?? null,
      consent_hash: consent.hash ?? null,
      ...pickPrefixed(
        "consent_",
        context.shape.boxes.map(({ key }) => boxKey(key)),
        consent,
      ),
      ...pickPrefixed(
        "",
        context.shape.checks.map((step) => checkKey(step)),
        givenAnswers,
      ),
      ...pickPrefixed(
        "answer_",
        context.shape.questions.flatMap((question) =>
          question.confidence ? [question.key, confidenceKey(question)] : [question.key],
        ),
        givenAnswers,
      ),
      canary: context.canary,
    };
  }
}

/** Records of all displayed screens. */
export async function* screenRecords(client: PoolClient, context: ExportContext): AsyncGenerator<ExportRecord> {
  const naming = chooseParticipantNaming(context, fragment`session.started_at, session.id`);
  const rows = readCursor(
    client,
    screenRow,
    sql`${naming.with}
     SELECT ${naming.name} AS participant, shown.screen, shown.key, shown.shown_at, shown.left_at, shown.visible_ms,
       shown.focus_losses, shown.early_attempts
     FROM session ${naming.join}
     JOIN session_screen AS shown ON shown.session_id = session.id
     WHERE session.study_id = ${context.study.id} ORDER BY ${naming.order}, shown.screen`,
  );
  for await (const row of rows) {
    yield {
      participant: row.participant,
      screen: row.screen,
      key: row.key,
      shown_at: formatIsoTime(row.shown_at),
      left_at: formatIsoTime(row.left_at),
      elapsed_ms: elapsedMs(row.shown_at, row.left_at),
      visible_ms: row.visible_ms,
      focus_losses: row.focus_losses,
      early_attempts: row.early_attempts,
      canary: context.canary,
    };
  }
}

/** Records of all attempts at checks and practice items. */
export async function* checkRecords(client: PoolClient, context: ExportContext): AsyncGenerator<ExportRecord> {
  const naming = chooseParticipantNaming(context, fragment`session.started_at, session.id`);
  const rows = readCursor(
    client,
    exportedCheckRow,
    sql`${naming.with}
     SELECT ${naming.name} AS participant, session.protocol_version_id, step_answer.screen, step_answer.given
     FROM session ${naming.join} JOIN step_answer ON step_answer.session_id = session.id
     WHERE session.study_id = ${context.study.id} AND step_answer.given <> '{}' ORDER BY ${naming.order}, step_answer.screen`,
  );
  const screens = listScreensByProtocol(context);
  for await (const { participant, protocol_version_id, screen: index, given } of rows) {
    const screen = screens.get(protocol_version_id)?.[index];
    const isPractice = screen?.kind === "practice";
    if (!screen || !("step" in screen) || (!isPractice && (screen.kind !== "questions" || !screen.step.check)))
      continue;
    const name = isPractice ? practiceKey(screen.step, screen.position) : checkKey(screen.step);
    const { [name]: verdict, ...answers } = given;
    yield {
      participant,
      check: screen.step.key,
      item: isPractice ? screen.position : null,
      attempt: screen.again?.attempt ?? 1,
      screen: index,
      verdict: verdict === undefined ? null : verdict === "right" || verdict === "passed" ? "passed" : "missed",
      answers: isPractice ? JSON.parse(answers.practice ?? "null") : answers,
      canary: context.canary,
    };
  }
}

/** The screens of every version of the protocol, by its ID. */
function listScreensByProtocol({ protocols, itemsPerSession }: ExportContext) {
  return new Map([...protocols].map(([id, { document }]) => [id, listScreens(document, itemsPerSession)]));
}

/** The keys of screens that show an item: their answers are stored with the responses and the checks. */
function listItemScreenKeys({ protocols, itemsPerSession }: ExportContext): string[] {
  const screens = [...protocols.values()].flatMap(({ document }) => listScreens(document, itemsPerSession));
  const itemScreens = screens.filter(({ kind }) => kind === "answer" || kind === "explanation" || kind === "practice");
  return [...new Set(itemScreens.map(({ key }) => key))];
}
