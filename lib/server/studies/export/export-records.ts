import { createHmac } from "node:crypto";
import type { PoolClient } from "pg";
import type { Cell, ExportRecord } from "@/lib/domain/interchange/export-table.ts";
import type { Answer, ItemRow } from "@/lib/domain/items/item.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { boxKey, checkKey, practiceKey } from "@/lib/domain/survey/check.ts";
import { countedByDefault } from "@/lib/domain/survey/counted-response.ts";
import { confidenceKey } from "@/lib/domain/survey/questions/question.ts";
import { listScreens } from "@/lib/domain/survey/screens.ts";
import { countedWhere } from "../../counting/counted-where.ts";
import { readCursor } from "../../platform/database/read-cursor.ts";
import type { ExportContext } from "./export-context.ts";

/** The records of one table of a study's export, in a fixed order. */
export function exportRecords(client: PoolClient, context: ExportContext, table: string): AsyncGenerator<ExportRecord> {
  switch (table) {
    case "responses":
      return responses(client, context);
    case "participants":
      return participants(client, context);
    case "screens":
      return screens(client, context);
    case "checks":
      return checks(client, context);
    case "items":
      return items(context);
    case "exclusions":
      return exclusions(client, context);
    case "assignments":
      return assignments(client, context);
    case "identities":
      return identities(client, context);
    default:
      throw new RangeError(`there is no table "${table}" in an export`);
  }
}

/**
 * How a query names participants: by the random code of their session, or, for anonymous exports, by a number in an order
 * that only the study's secret explains. `order` sorts records by time, or by that number where time must not show.
 */
function naming({ level }: ExportContext, byTime: string) {
  if (level !== "anonymous") return { with: "", join: "", name: "session.id::text", order: byTime };
  return {
    with: `WITH named AS MATERIALIZED (
      SELECT id, row_number() OVER (ORDER BY md5(id::text || $2)) AS number FROM session WHERE study_id = $1)`,
    join: "JOIN named ON named.id = session.id",
    name: "'P' || lpad(named.number::text, 6, '0')",
    order: "named.number",
  };
}

function valuesOf({ level, study, salt }: ExportContext): unknown[] {
  return level === "anonymous" ? [study.id, salt] : [study.id];
}

async function* responses(client: PoolClient, context: ExportContext): AsyncGenerator<ExportRecord> {
  const { canary, shape } = context;
  const by = naming(context, "response.saved_at, response.id");
  const rows = readCursor(
    client,
    `${by.with}
     SELECT ${by.name} AS participant, response.*, session.outcome, session.is_surplus, session.protocol_version_id,
       session.language AS session_language,
       standing.is_complete AND NOT standing.is_surplus AS in_design, standing.is_excluded,
       ${countedWhere(countedByDefault("main"), "standing")} AS is_counted,
       why.given->>'explanation' AS explanation,
       (SELECT max(number) - 1 FROM protocol_freeze
        WHERE protocol_freeze.study_id = response.study_id AND created_at <= response.saved_at) AS amendment,
       (SELECT jsonb_agg(reason ORDER BY created_at, id) FROM exclusion
        WHERE response_id = response.id AND revoked_at IS NULL) AS exclusion_reasons
     FROM response
     JOIN session ON session.id = response.session_id
     ${by.join}
     JOIN counted_response AS standing ON standing.id = response.id
     -- The explanation is asked on the screen after the answer.
     LEFT JOIN step_answer AS why ON why.session_id = response.session_id AND why.screen IN (response.screen, response.screen + 1)
       AND why.given ? 'explanation'
     WHERE response.study_id = $1
     ORDER BY ${by.order}, response.position, response.revision`,
    valuesOf(context),
  );
  for await (const row of rows) {
    const item = context.items.get(row.item_version_id);
    const shown = context.translations.get(row.shown_item_version_id) ?? item;
    // Positions of words are those of the text that was read; any other answer is scored by the item that it counts for.
    const scored = row.answer?.spans ? shown : item;
    const condition = context.conditions.get(row.condition_id);
    yield {
      participant: row.participant,
      stage: row.stage,
      outcome: row.outcome,
      in_design: row.in_design,
      is_surplus: row.is_surplus,
      is_excluded: row.is_excluded,
      is_counted: row.is_counted,
      exclusion_reasons: row.exclusion_reasons ?? [],
      protocol_version: context.protocols.get(row.protocol_version_id)?.version ?? null,
      amendment: row.amendment,
      stratum: context.strata.get(row.stratum_id) ?? null,
      item: item?.row.id ?? null,
      item_version: item?.version ?? null,
      story: item?.row.story.id ?? null,
      kind: item?.row.kind ?? null,
      language: row.session_language ?? context.study.language,
      shown_item: shown?.row.id ?? null,
      shown_item_version: shown?.version ?? null,
      shown_item_version_id: row.shown_item_version_id ?? row.item_version_id,
      ...prefixed("item_", shape.attributes, item?.row.attributes ?? {}),
      condition: condition?.key ?? null,
      ...prefixed("condition_", shape.factors, condition?.levels ?? {}),
      position: row.position,
      revision: row.revision,
      answer: context.level === "anonymous" ? nameWithoutWords(context, row.answer, row.answer_key) : row.answer_key,
      answer_full: context.level === "anonymous" ? withoutWords(row.answer) : row.answer,
      gold: (scored?.row.gold ?? null) as Cell,
      key_version: scored?.keyVersion ?? null,
      is_correct: scored ? isCorrect(scored.row, row.answer) : null,
      explanation: row.explanation,
      elapsed_ms: row.elapsed_ms,
      visible_ms: row.visible_ms,
      focus_losses: row.focus_losses,
      saved_at: isoTime(row.saved_at),
      content_fingerprint: row.content_fingerprint,
      presentation_fingerprint: row.presentation_fingerprint,
      canary,
    };
  }
}

async function* participants(client: PoolClient, context: ExportContext): AsyncGenerator<ExportRecord> {
  const by = naming(context, "session.started_at, session.id");
  const values = valuesOf(context);
  const rows = readCursor(
    client,
    `${by.with}
     SELECT ${by.name} AS participant, session.*, entry.source, payment.paid_at,
       (SELECT jsonb_agg(jsonb_build_array(key, given) ORDER BY screen) FROM step_answer
        WHERE session_id = session.id AND key <> ALL ($${values.length + 1}::text[])) AS answers
     FROM session ${by.join} LEFT JOIN entry_identity AS entry ON entry.session_id = session.id
     LEFT JOIN session_payment AS payment ON payment.session_id = session.id
     WHERE session.study_id = $1 ORDER BY ${by.order}`,
    [...values, keysOfItems(context)],
  );
  for await (const row of rows) {
    const protocol = context.protocols.get(row.protocol_version_id);
    const steps = (row.answers ?? []) as [string, Record<string, string>][];
    const consent = steps.find(([key]) => key === "consent")?.[1] ?? {};
    const given: Record<string, string> = Object.assign(
      {},
      ...steps.filter(([key]) => key !== "consent").map(([, answers]) => answers),
    );
    yield {
      participant: row.participant,
      stage: row.stage,
      outcome: row.outcome,
      is_surplus: row.is_surplus,
      is_erased: row.erased_at !== null,
      stratum: context.strata.get(row.stratum_id) ?? null,
      protocol_version: protocol?.version ?? null,
      protocol_hash: protocol?.hash ?? null,
      source: row.source,
      completion_code: row.completion_code,
      paid_at: isoTime(row.paid_at),
      started_at: isoTime(row.started_at),
      last_seen_at: isoTime(row.last_seen_at),
      ended_at: isoTime(row.ended_at),
      duration_ms: elapsed(row.started_at, row.ended_at),
      consent: consent.consent ?? null,
      consent_version: consent.version ?? null,
      consent_hash: consent.hash ?? null,
      ...prefixed(
        "consent_",
        context.shape.boxes.map(({ key }) => boxKey(key)),
        consent,
      ),
      ...prefixed(
        "",
        context.shape.checks.map((step) => checkKey(step)),
        given,
      ),
      ...prefixed(
        "answer_",
        context.shape.questions.flatMap((question) =>
          question.confidence ? [question.key, confidenceKey(question)] : [question.key],
        ),
        given,
      ),
      canary: context.canary,
    };
  }
}

/** The names of screens whose answers are about an item: they stand with the responses and the checks. */
function keysOfItems({ protocols, itemsPerSession }: ExportContext): string[] {
  const screens = [...protocols.values()].flatMap(({ document }) => listScreens(document, itemsPerSession));
  const about = screens.filter(({ kind }) => kind === "answer" || kind === "explanation" || kind === "practice");
  return [...new Set(about.map(({ key }) => key))];
}

async function* screens(client: PoolClient, context: ExportContext): AsyncGenerator<ExportRecord> {
  const by = naming(context, "session.started_at, session.id");
  const rows = readCursor(
    client,
    `${by.with}
     SELECT ${by.name} AS participant, shown.* FROM session ${by.join}
     JOIN session_screen AS shown ON shown.session_id = session.id
     WHERE session.study_id = $1 ORDER BY ${by.order}, shown.screen`,
    valuesOf(context),
  );
  for await (const row of rows) {
    yield {
      participant: row.participant,
      screen: row.screen,
      key: row.key,
      shown_at: isoTime(row.shown_at),
      left_at: isoTime(row.left_at),
      elapsed_ms: elapsed(row.shown_at, row.left_at),
      visible_ms: row.visible_ms,
      focus_losses: row.focus_losses,
      early_attempts: row.early_attempts,
      canary: context.canary,
    };
  }
}

async function* checks(client: PoolClient, context: ExportContext): AsyncGenerator<ExportRecord> {
  const by = naming(context, "session.started_at, session.id");
  const rows = readCursor(
    client,
    `${by.with}
     SELECT ${by.name} AS participant, session.protocol_version_id, step_answer.screen, step_answer.given
     FROM session ${by.join} JOIN step_answer ON step_answer.session_id = session.id
     WHERE session.study_id = $1 AND step_answer.given <> '{}' ORDER BY ${by.order}, step_answer.screen`,
    valuesOf(context),
  );
  const screens = new Map(
    [...context.protocols].map(([id, { document }]) => [id, listScreens(document, context.itemsPerSession)]),
  );
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

async function* items(context: ExportContext): AsyncGenerator<ExportRecord> {
  for (const { row, version, storyVersion, keyVersion } of context.items.values()) {
    yield {
      item: row.id,
      item_version: version,
      kind: row.kind,
      story: row.story.id,
      story_version: storyVersion,
      story_title: row.story.title,
      story_genre: row.story.genre,
      story_text: row.story.text,
      text: row.text,
      options: row.options,
      gold: row.gold as Cell,
      key_version: keyVersion,
      ...prefixed("item_", context.shape.attributes, row.attributes),
      canary: context.canary,
    };
  }
}

async function* exclusions(client: PoolClient, context: ExportContext): AsyncGenerator<ExportRecord> {
  const by = naming(context, "exclusion.created_at, exclusion.id");
  const rows = readCursor(
    client,
    `${by.with}
     SELECT ${by.name} AS participant, response.position, response.revision, exclusion.*
     FROM exclusion JOIN response ON response.id = exclusion.response_id
     JOIN session ON session.id = response.session_id ${by.join}
     WHERE response.study_id = $1 ORDER BY ${by.order}, exclusion.created_at, exclusion.id`,
    valuesOf(context),
  );
  for await (const row of rows) {
    yield {
      participant: row.participant,
      position: row.position,
      revision: row.revision,
      reason: row.reason,
      note: row.note,
      created_at: isoTime(row.created_at),
      revoked_at: isoTime(row.revoked_at),
      holds: row.revoked_at === null,
      canary: context.canary,
    };
  }
}

async function* assignments(client: PoolClient, context: ExportContext): AsyncGenerator<ExportRecord> {
  const by = naming(context, "happened.id");
  const rows = readCursor(
    client,
    `${by.with}
     SELECT ${by.name} AS participant, happened.at, happened.event, slot.stratum_id, slot.ordinal,
       happened.from_position, happened.to_position
     FROM assignment_event AS happened JOIN session ON session.id = happened.session_id ${by.join}
     LEFT JOIN slot ON slot.id = happened.slot_id
     WHERE happened.study_id = $1 ORDER BY ${by.order}, happened.id`,
    valuesOf(context),
  );
  let number = 0;
  for await (const row of rows) {
    number += 1;
    yield {
      event_number: number,
      at: isoTime(row.at),
      stratum: context.strata.get(row.stratum_id) ?? null,
      slot: row.ordinal,
      participant: row.participant,
      event: row.event,
      from_position: row.from_position,
      to_position: row.to_position,
      canary: context.canary,
    };
  }
}

async function* identities(client: PoolClient, context: ExportContext): AsyncGenerator<ExportRecord> {
  const rows = readCursor(
    client,
    `SELECT entry.session_id::text AS participant, entry.source, entry.external_id, entry.parameters
     FROM entry_identity AS entry WHERE entry.study_id = $1 ORDER BY entry.source, entry.external_id`,
    [context.study.id],
  );
  for await (const row of rows) yield { ...row, canary: context.canary };
}

/**
 * The name of an answer by which nobody can check a guess at what somebody wrote: that of words in one's own is made with
 * the study's secret. Equal words keep equal names.
 */
function nameWithoutWords({ salt }: ExportContext, answer: Answer | null, key: string | null): string | null {
  if (key === null || answer?.text === undefined) return key;
  return `text-${createHmac("sha256", salt).update(key).digest("hex").slice(0, 16)}`;
}

/** An answer without what somebody wrote in their own words. */
function withoutWords({ text: _text, ...answer }: Answer): Answer {
  return answer;
}

function isCorrect(item: ItemRow, answer: Answer): boolean | null {
  return itemKinds[item.kind]?.score(answer, item.gold, item).correct ?? null;
}

/** The named members of an object as columns; a member that is missing is null. */
function prefixed(prefix: string, names: readonly string[], from: Readonly<Record<string, unknown>>): ExportRecord {
  return Object.fromEntries(
    names.map((name) => [`${prefix}${name}`, (Object.hasOwn(from, name) ? from[name] : null) as Cell]),
  );
}

function isoTime(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}

function elapsed(from: Date, to: Date | null): number | null {
  return to === null ? null : to.getTime() - from.getTime();
}
