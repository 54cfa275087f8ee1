import type { PoolClient } from "pg";
import type { ExportCell, ExportRecord } from "@/lib/domain/interchange/export-table.ts";
import { formatKey } from "@/lib/domain/items/key-words.ts";
import type { StoredItem } from "../../items/read-items.ts";
import { readCursor } from "../../platform/database/read-cursor.ts";
import { fragment, sql } from "../../platform/database/sql.ts";
import type { ExportContext } from "./export-context.ts";
import { assignmentRow, exclusionRow, identityRow } from "./export-rows.ts";
import { chooseParticipantNaming, formatIsoTime, pickPrefixed } from "./record-parts.ts";
import { responseRecords } from "./response-records.ts";
import { checkRecords, participantRecords, screenRecords } from "./session-records.ts";
import { wideRecords } from "./wide-records.ts";

/** The records of one table of a study's export, in a fixed order. */
export function exportRecords(client: PoolClient, context: ExportContext, table: string): AsyncGenerator<ExportRecord> {
  switch (table) {
    case "responses":
      return responseRecords(client, context);
    case "wide":
      return wideRecords(client, context);
    case "participants":
      return participantRecords(client, context);
    case "screens":
      return screenRecords(client, context);
    case "checks":
      return checkRecords(client, context);
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

async function* items(context: ExportContext): AsyncGenerator<ExportRecord> {
  for (const item of context.items.values()) yield toItemRecord(item, context.shape.attributes, context.canary);
}

/** An item as a record of the table of items. */
export function toItemRecord(
  { row, version, storyVersion, keyVersion }: StoredItem,
  attributes: readonly string[],
  canary: string,
): ExportRecord {
  return {
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
    gold: row.gold as ExportCell,
    gold_text: formatKey(row, row.gold),
    key_version: keyVersion,
    ...pickPrefixed("item_", attributes, row.attributes),
    canary,
  };
}

async function* exclusions(client: PoolClient, context: ExportContext): AsyncGenerator<ExportRecord> {
  const naming = chooseParticipantNaming(context, fragment`exclusion.created_at, exclusion.id`);
  const rows = readCursor(
    client,
    exclusionRow,
    sql`${naming.with}
     SELECT ${naming.name} AS participant, response.position, response.revision, exclusion.reason, exclusion.actor,
       exclusion.rule, exclusion.note, exclusion.created_at, exclusion.revoked_at, exclusion.revoke_reason
     FROM exclusion JOIN response ON response.id = exclusion.response_id
     JOIN session ON session.id = response.session_id ${naming.join}
     WHERE response.study_id = ${context.study.id} ORDER BY ${naming.order}, exclusion.created_at, exclusion.id`,
  );
  for await (const row of rows) {
    yield {
      participant: row.participant,
      position: row.position,
      revision: row.revision,
      reason: row.reason,
      actor: row.actor,
      rule: row.rule,
      note: row.note,
      created_at: formatIsoTime(row.created_at),
      revoked_at: formatIsoTime(row.revoked_at),
      revoke_reason: row.revoke_reason,
      holds: row.revoked_at === null,
      canary: context.canary,
    };
  }
}

async function* assignments(client: PoolClient, context: ExportContext): AsyncGenerator<ExportRecord> {
  const naming = chooseParticipantNaming(context, fragment`happened.id`);
  const rows = readCursor(
    client,
    assignmentRow,
    sql`${naming.with}
     SELECT ${naming.name} AS participant, happened.at, happened.event, slot.stratum_id, slot.ordinal,
       happened.from_position, happened.to_position
     FROM assignment_event AS happened JOIN session ON session.id = happened.session_id ${naming.join}
     LEFT JOIN slot ON slot.id = happened.slot_id
     WHERE happened.study_id = ${context.study.id} ORDER BY ${naming.order}, happened.id`,
  );
  let number = 0;
  for await (const row of rows) {
    number += 1;
    yield {
      event_number: number,
      at: formatIsoTime(row.at),
      stratum: (row.stratum_id && context.strata.get(row.stratum_id)) ?? null,
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
    identityRow,
    sql`SELECT entry.session_id::text AS participant, entry.source, entry.external_id, entry.parameters
     FROM entry_identity AS entry WHERE entry.study_id = ${context.study.id} ORDER BY entry.source, entry.external_id`,
  );
  for await (const row of rows) yield { ...row, canary: context.canary };
}
