import type { PoolClient } from "pg";
import type { ExportRecord } from "@/lib/domain/interchange/export-table.ts";
import { toWideRecord } from "@/lib/domain/interchange/wide-table.ts";
import { countedByDefaultSql } from "../../counting/counted-where.ts";
import { readCursor } from "../../platform/database/read-cursor.ts";
import { fragment, sql } from "../../platform/database/sql.ts";
import type { ExportContext } from "./export-context.ts";
import { wideRow } from "./export-rows.ts";
import { chooseParticipantNaming } from "./record-parts.ts";
import { exportAnswer, isResponseCorrect } from "./response-records.ts";

/**
 * Number of participants read at a time. A row contains all answers of a participant, so a larger batch would cause a
 * long garbage collection pause.
 */
const participantBatchSize = 50;

/** One record for each participant with counted answers. Only a few participants are in memory at a time. */
export async function* wideRecords(client: PoolClient, context: ExportContext): AsyncGenerator<ExportRecord> {
  const naming = chooseParticipantNaming(context, fragment`session.id`);
  const rows = readCursor(
    client,
    wideRow,
    sql`${naming.with}
     SELECT ${naming.name} AS participant, response.stage, response.stratum_id,
       jsonb_agg(jsonb_build_object('item_version_id', response.item_version_id, 'answer', response.answer,
         'shown_item_version_id', response.shown_item_version_id, 'answer_key', response.answer_key)
         ORDER BY response.saved_at, response.position) AS answers
     FROM response JOIN session ON session.id = response.session_id ${naming.join}
     JOIN counted_response AS standing ON standing.id = response.id
     WHERE response.study_id = ${context.study.id} AND ${countedByDefaultSql(context.locks.length > 0, "standing")}
     GROUP BY session.id, 1, 2, 3, ${naming.order} ORDER BY ${naming.order}, response.stage`,
    participantBatchSize,
  );
  for await (const { participant, stage, stratum_id, answers } of rows) {
    const givenAnswers = answers.map((row) => ({
      item: context.items.get(row.item_version_id)?.row.id ?? "",
      answer: exportAnswer(context, row),
      isCorrect: isResponseCorrect(context, row),
    }));
    const personColumns = {
      participant,
      stage,
      stratum: context.strata.get(stratum_id) ?? null,
      canary: context.canary,
    };
    yield { ...toWideRecord(context.shape, givenAnswers), ...personColumns };
  }
}
