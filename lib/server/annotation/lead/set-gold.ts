import type { PoolClient } from "pg";
import * as z from "zod";
import type { AnnotationVerdict } from "@/lib/domain/annotation/requests.ts";
import { type GoldAnswer, goldOfAnswer, refuseGoldAnswer } from "@/lib/domain/annotation/schema-items/gold-answer.ts";
import type { SchemaTask } from "@/lib/domain/annotation/task.ts";
import type { TaskAnswer } from "@/lib/domain/tasks/answers/task-answer.ts";
import { json, oneRow, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { schemaTask } from "../schema/schema-task.ts";

/** What is known of a gold item. */
export interface Gold {
  /** The verdict on a story; `accepted`: the accepted answers to an item of a task schema; null for an ordinary item. */
  gold?: AnnotationVerdict | "accepted" | null;
  /** The expected answers to an item of a task schema, as keys by field; null to remove them. */
  goldAnswer?: GoldAnswer | null;
}

const itemRow = z.strictObject({ schema: json<SchemaTask>().nullable(), accepted: json<TaskAnswer>().nullable() });

/**
 * Sets or clears what is known of an item: the verdict on a story, or the expected answers to an item of a task schema.
 * Returns whether it changed.
 */
export async function setGold(client: PoolClient, itemId: string, wanted: Gold): Promise<boolean> {
  const { gold = null } = wanted;
  const { schema, accepted } = await oneRow(
    client,
    itemRow,
    sql`SELECT ${schemaTask} AS schema,
        CASE WHEN item.accepted_task_id IS NOT NULL THEN text.current_document->'answer' END AS accepted
      FROM annotation_item AS item JOIN item_text AS text ON text.item_id = item.id WHERE item.id = ${itemId}`,
  );
  if (schema === null) {
    if (gold === "accepted" || wanted.goldAnswer)
      throw refusal("invalid", "A story has a known verdict instead of answers.");
    return touched(
      client,
      sql`UPDATE annotation_item SET gold_verdict = ${gold} WHERE id = ${itemId}
        AND gold_verdict IS DISTINCT FROM ${gold}`,
    );
  }
  if (gold !== null && gold !== "accepted")
    throw refusal("invalid", "An item of a task schema has expected answers instead of a verdict.");
  if (gold === "accepted" && accepted === null)
    throw refusal("conflict", "No answers are accepted yet: enter the expected ones on the page of the item.");
  const keys = gold === "accepted" && accepted ? goldOfAnswer(schema.schema, accepted) : (wanted.goldAnswer ?? null);
  const refused = keys && refuseGoldAnswer(schema.schema, schema.fields, keys);
  if (refused) throw refusal(gold === "accepted" ? "conflict" : "invalid", `${refused.field} ${refused.message}.`);
  const stored = keys && JSON.stringify(keys);
  return touched(
    client,
    sql`UPDATE annotation_item SET gold_answer = ${stored}::jsonb WHERE id = ${itemId}
      AND gold_answer IS DISTINCT FROM ${stored}::jsonb`,
  );
}

/** A conflict of one item, which a request for many items skips, or an invalid request. */
function refusal(code: "conflict" | "invalid", message: string): AppError {
  return new AppError(code, message, "gold");
}

async function touched(client: PoolClient, statement: Parameters<typeof rowCountOf>[1]): Promise<boolean> {
  return (await rowCountOf(client, statement)) > 0;
}
