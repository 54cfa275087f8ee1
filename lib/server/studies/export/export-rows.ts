import * as z from "zod";
import type { Answer } from "@/lib/domain/items/item.ts";
import { outcomes } from "@/lib/domain/survey/protocol.ts";
import { stages } from "@/lib/domain/survey/stages.ts";
import { timeOptions } from "@/lib/domain/survey/time-limit.ts";
import { json } from "../../platform/database/rows.ts";

// The rows of the SQL statements from which an export's records are built.

export const responseRow = z.strictObject({
  participant: z.string(),
  stage: z.enum(stages),
  outcome: z.enum(outcomes).nullable(),
  in_design: z.boolean(),
  is_surplus: z.boolean(),
  is_excluded: z.boolean(),
  is_counted: z.boolean(),
  exclusion_reasons: json<string[]>().nullable(),
  protocol_version_id: z.string(),
  amendment: z.number().nullable(),
  stratum_id: z.string(),
  item_version_id: z.string(),
  shown_item_version_id: z.string().nullable(),
  session_language: z.string().nullable(),
  condition_id: z.string(),
  position: z.number(),
  revision: z.number(),
  answer: json<Answer>(),
  answer_key: z.string().nullable(),
  explanation: z.string().nullable(),
  elapsed_ms: z.number(),
  visible_ms: z.number().nullable(),
  focus_losses: z.number().nullable(),
  saved_at: z.date(),
  time_option: z.enum(timeOptions).nullable(),
  content_fingerprint: z.string(),
  presentation_fingerprint: z.string(),
});

export const wideRow = z.strictObject({
  participant: z.string(),
  stage: z.enum(stages),
  stratum_id: z.string(),
  /** Counted answers, in the order in which they were given. */
  answers: z.array(
    responseRow.pick({ item_version_id: true, shown_item_version_id: true, answer: true, answer_key: true }),
  ),
});

export const participantRow = z.strictObject({
  participant: z.string(),
  stage: z.enum(stages),
  outcome: z.enum(outcomes).nullable(),
  screen: z.number(),
  is_surplus: z.boolean(),
  erased_at: z.date().nullable(),
  stratum_id: z.string().nullable(),
  protocol_version_id: z.string(),
  source: z.string().nullable(),
  completion_code: z.string().nullable(),
  paid_at: z.date().nullable(),
  started_at: z.date(),
  last_seen_at: z.date(),
  ended_at: z.date().nullable(),
  /** The screens without an item, each with its answers. */
  answers: json<[string, Record<string, string>][]>().nullable(),
});

export const screenRow = z.strictObject({
  participant: z.string(),
  screen: z.number(),
  key: z.string(),
  shown_at: z.date(),
  left_at: z.date().nullable(),
  visible_ms: z.number().nullable(),
  focus_losses: z.number().nullable(),
  early_attempts: z.number(),
});

export const exportedCheckRow = z.strictObject({
  participant: z.string(),
  protocol_version_id: z.string(),
  screen: z.number(),
  given: json<Record<string, string>>(),
});

export const exclusionRow = z.strictObject({
  participant: z.string(),
  position: z.number(),
  revision: z.number(),
  reason: z.string(),
  actor: z.string(),
  rule: z.string(),
  note: z.string(),
  created_at: z.date(),
  revoked_at: z.date().nullable(),
  revoke_reason: z.string(),
});

export const assignmentRow = z.strictObject({
  participant: z.string(),
  at: z.date(),
  event: z.string(),
  stratum_id: z.string().nullable(),
  ordinal: z.number().nullable(),
  from_position: z.number().nullable(),
  to_position: z.number().nullable(),
});

export const identityRow = z.strictObject({
  participant: z.string(),
  source: z.string(),
  external_id: z.string(),
  parameters: json<Record<string, unknown>>(),
});
