import { createHmac } from "node:crypto";
import type { PoolClient } from "pg";
import type * as z from "zod";
import type { ExportCell, ExportRecord } from "@/lib/domain/interchange/export-table.ts";
import type { Answer } from "@/lib/domain/items/item.ts";
import { answerWords, formatKey } from "@/lib/domain/items/key-words.ts";
import { scoreStoredAnswer } from "@/lib/domain/items/score-stored-answer.ts";
import { countedByDefaultSql } from "../../counting/counted-where.ts";
import { reasonOfAnswerSql } from "../../counting/reason-of-answer.ts";
import { readCursor } from "../../platform/database/read-cursor.ts";
import { fragment, sql } from "../../platform/database/sql.ts";
import type { ExportContext } from "./export-context.ts";
import { responseRow } from "./export-rows.ts";
import { chooseParticipantNaming, formatIsoTime, pickPrefixed } from "./record-parts.ts";

/** Records of all answers to items, counted or not. */
export async function* responseRecords(client: PoolClient, context: ExportContext): AsyncGenerator<ExportRecord> {
  const { canary, shape } = context;
  const naming = chooseParticipantNaming(context, fragment`response.saved_at, response.id`);
  const rows = readCursor(
    client,
    responseRow,
    sql`${naming.with}
     SELECT ${naming.name} AS participant, response.stage, response.stratum_id, response.item_version_id, response.shown_item_version_id,
       response.condition_id, response.position, response.revision, response.answer, response.answer_key, response.elapsed_ms,
       response.visible_ms, response.focus_losses, response.saved_at, response.content_fingerprint, response.time_option,
       response.presentation_fingerprint, session.outcome, session.is_surplus, session.protocol_version_id,
       session.language AS session_language,
       standing.is_complete AND NOT standing.is_surplus AS in_design, standing.is_excluded,
       ${countedByDefaultSql(context.locks.length > 0, "standing")} AS is_counted,
       reason.words AS explanation,
       (SELECT max(number) - 1 FROM protocol_freeze
        WHERE protocol_freeze.study_id = response.study_id AND created_at <= response.saved_at) AS amendment,
       (SELECT jsonb_agg(exclusion.reason ORDER BY created_at, id) FROM exclusion
        WHERE response_id = response.id AND revoked_at IS NULL) AS exclusion_reasons
     FROM response
     JOIN session ON session.id = response.session_id
     ${naming.join}
     JOIN counted_response AS standing ON standing.id = response.id
     ${reasonOfAnswerSql("response")}
     WHERE response.study_id = ${context.study.id}
     ORDER BY ${naming.order}, response.position, response.revision`,
  );
  for await (const row of rows) {
    const { item, shown, scored } = findResponseItems(context, row);
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
      ...pickPrefixed("item_", shape.attributes, item?.row.attributes ?? {}),
      condition: condition?.key ?? null,
      ...pickPrefixed("condition_", shape.factors, condition?.levels ?? {}),
      position: row.position,
      revision: row.revision,
      answer: exportAnswer(context, row),
      answer_full:
        context.level === "anonymous" ? removeFreeText(row.answer, listTextFields(context, row)) : row.answer,
      answer_text: scored ? answerWords(scored.row, row.answer) : null,
      gold: (scored?.row.gold ?? null) as ExportCell,
      gold_text: scored ? formatKey(scored.row, scored.row.gold) : null,
      key_version: scored?.keyVersion ?? null,
      is_correct: isResponseCorrect(context, row),
      ...(shape.hasTimeLimit ? { timed_out: row.answer.timedOut !== undefined, time_option: row.time_option } : {}),
      explanation: row.explanation,
      elapsed_ms: row.elapsed_ms,
      visible_ms: row.visible_ms,
      focus_losses: row.focus_losses,
      saved_at: formatIsoTime(row.saved_at),
      content_fingerprint: row.content_fingerprint,
      presentation_fingerprint: row.presentation_fingerprint,
      canary,
    };
  }
}

type ScoredResponse = Pick<z.infer<typeof responseRow>, "item_version_id" | "shown_item_version_id" | "answer">;

/** The item of an answer, the translation that was shown, and which of the two is used to score the answer. */
function findResponseItems(context: ExportContext, row: ScoredResponse) {
  const item = context.items.get(row.item_version_id);
  const translation = row.shown_item_version_id && context.translations.get(row.shown_item_version_id);
  const shown = translation || item;
  // Positions of words refer to the displayed text; all other answers are scored by the original item.
  return { item, shown, scored: row.answer.spans ? shown : item };
}

/** Whether an answer is correct according to the key; null if this cannot be determined. */
export function isResponseCorrect(context: ExportContext, row: ScoredResponse): boolean | null {
  const { scored } = findResponseItems(context, row);
  if (!scored) return null;
  return scoreStoredAnswer(row.answer, scored.row.gold, scored.row).correct;
}

/**
 * The answer as one value, within the limits of the export's level: an anonymous export contains a pseudonym instead of
 * free text. The pseudonym is computed with the study's secret, so that guesses of the text cannot be verified. Equal
 * texts have equal pseudonyms.
 */
export function exportAnswer(
  context: ExportContext,
  row: Pick<z.infer<typeof responseRow>, "answer" | "answer_key" | "item_version_id">,
): string | null {
  const { answer, answer_key: key } = row;
  if (context.level !== "anonymous" || key === null) return key;
  // If a task has no counted field, its key is a hash of all its answers.
  const hasFreeText =
    answer?.text !== undefined ||
    (answer?.choice === undefined && listTextFields(context, row).some((name) => name in (answer?.fields ?? {})));
  return hasFreeText ? `text-${createHmac("sha256", context.salt).update(key).digest("hex").slice(0, 16)}` : key;
}

/** The fields of an item's task whose answers are free text. */
function listTextFields({ items }: ExportContext, row: { item_version_id: string }): string[] {
  const fields = items.get(row.item_version_id)?.row.task?.schema.answer ?? [];
  return fields.filter(({ type }) => type === "text" || type === "edit").map(({ name }) => name);
}

/** An answer without free text. */
function removeFreeText(
  { text: _text, fields, timedOut, ...answer }: Answer,
  freeTextFields: readonly string[],
): Answer {
  // A draft is not parsed, so any of its fields may contain free text.
  if (timedOut) return { timedOut: { draft: {} } };
  if (!fields) return answer;
  return {
    ...answer,
    fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !freeTextFields.includes(name))),
  };
}
