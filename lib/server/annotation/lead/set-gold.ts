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

const itemRow = z.strictObject({
  schema: json<SchemaTask>().nullable(),
  accepted: json<TaskAnswer>().nullable(),
  is_practice: z.boolean(),
});

/**
 * Sets or clears the gold of an item: the expected verdict on a story, or the expected answers to an item of a task
 * schema. For a practice item, corrects the expectation of its lesson, which cannot be cleared. Returns the new verdict
 * or keys as JSON, or null if nothing changed.
 *
 * @param isOneOfMany whether the request has several items; an item whose keys do not fit is then skipped
 */
export async function setGold(
  client: PoolClient,
  { id: itemId, externalId }: { id: string; externalId: string },
  wanted: Gold,
  isOneOfMany: boolean,
): Promise<string | null> {
  const { gold = null } = wanted;
  const {
    schema,
    accepted,
    is_practice: isPractice,
  } = await oneRow(
    client,
    itemRow,
    sql`SELECT ${schemaTask} AS schema, item.expert IS NOT NULL AS is_practice,
        CASE WHEN item.accepted_task_id IS NOT NULL THEN text.current_document->'answer' END AS accepted
      FROM annotation_item AS item JOIN item_text AS text ON text.item_id = item.id WHERE item.id = ${itemId}`,
  );
  if (schema === null) {
    if (gold === "accepted" || wanted.goldAnswer)
      throw createGoldError("invalid", "A story has a known verdict instead of answers.");
    if (isPractice && gold === "irreparable")
      throw createGoldError("invalid", "A practice item is sound or needs a repair. Retire the item to stop its use.");
    if (isPractice) requirePracticeKey(gold);
    return store(client, itemId, { column: isPractice ? "verdict" : "gold_verdict", value: gold });
  }
  if (gold !== null && gold !== "accepted")
    throw createGoldError("invalid", "An item of a task schema has expected answers instead of a verdict.");
  if (gold === "accepted" && accepted === null)
    throw createGoldError(
      "conflict",
      "No answers are accepted yet: enter the expected answers on the page of the item.",
    );
  const keys = gold === "accepted" && accepted ? goldOfAnswer(schema.schema, accepted) : (wanted.goldAnswer ?? null);
  if (isPractice) requirePracticeKey(keys);
  const goldProblem = keys && refuseGoldAnswer(schema.schema, schema.fields, keys);
  if (goldProblem) {
    const message = `${goldProblem.field} ${goldProblem.message}.`;
    if (isOneOfMany) throw createGoldError("conflict", `${externalId}: ${message}`);
    throw createGoldError(gold === "accepted" ? "conflict" : "invalid", message);
  }
  return store(client, itemId, { column: isPractice ? "gold" : "gold_answer", value: keys });
}

function requirePracticeKey(known: unknown): void {
  if (known === null)
    throw createGoldError(
      "conflict",
      "A practice item needs what its lesson expects. Retire the item to stop its use.",
    );
}

/** Stores what is known, of a practice item in its lesson. Returns it as JSON, or null if it is stored already. */
async function store(
  client: PoolClient,
  itemId: string,
  { column, value }: { column: "gold_verdict" | "gold_answer" | "verdict" | "gold"; value: unknown },
): Promise<string | null> {
  const known = JSON.stringify(value);
  const updates = {
    gold_verdict: sql`UPDATE annotation_item SET gold_verdict = ${value} WHERE id = ${itemId}
      AND gold_verdict IS DISTINCT FROM ${value}`,
    gold_answer: sql`UPDATE annotation_item SET gold_answer = nullif(${known}::jsonb, 'null') WHERE id = ${itemId}
      AND gold_answer IS DISTINCT FROM nullif(${known}::jsonb, 'null')`,
    // The fault, the repair and the findings are those of another verdict. The note to remember stays.
    verdict: sql`UPDATE annotation_item SET expert = expert - 'fault' || jsonb_build_object('verdict', ${known}::jsonb,
        'suggestedRepair', NULL, 'whatTheExpertSaw', '')
      WHERE id = ${itemId} AND expert->'verdict' <> ${known}::jsonb`,
    gold: sql`UPDATE annotation_item SET expert = expert || jsonb_build_object('gold', ${known}::jsonb) WHERE id = ${itemId}
      AND expert->'gold' IS DISTINCT FROM ${known}::jsonb`,
  };
  return (await rowCountOf(client, updates[column])) > 0 ? known : null;
}

/** A conflict of one item, which a request for many items skips, or an invalid request. */
function createGoldError(code: "conflict" | "invalid", message: string): AppError {
  return new AppError(code, message, "gold");
}
