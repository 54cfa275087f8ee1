import * as z from "zod";
import type { Item, ItemRow } from "@/lib/domain/items/item.ts";
import type { ConditionLevels } from "@/lib/domain/items/kinds/item-kind.ts";
import { splitPrompt } from "@/lib/domain/items/kinds/task/media-marks.ts";
import type { Presentation } from "@/lib/domain/items/stimulus.ts";
import { createModelQuestion, judgeQuestion, type ModelQuestion } from "@/lib/domain/models/evaluation/question.ts";
import { type ContentPart, toContentPart } from "@/lib/domain/models/evaluation/received-media.ts";
import { filesOf } from "@/lib/domain/tasks/schema/stimulus-field.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import type { ClaimedQuestion } from "./claim-questions.ts";

/** The question to a model, either to judge an answer or to answer an item, with the files of the item. */
export async function readQuestion(
  { item, judged, itemVersionId }: ClaimedQuestion,
  levels: ConditionLevels,
  examples: readonly ItemRow[],
  presentation: Presentation,
): Promise<ModelQuestion> {
  if (judged) return judgeQuestion(item, judged.gold, judged.output);
  const question = createModelQuestion(item, levels, examples, presentation);
  const parts = await readContentParts(itemVersionId, item, question.prompt);
  return parts ? { ...question, parts } : question;
}

const fileRow = z.strictObject({ sha256: z.string(), type: z.string(), bytes: z.instanceof(Uint8Array) });

/**
 * A prompt as the content parts of a chat message, with the files of its item at their positions; null for an item
 * without files. Only files that the item itself shows are sent. Only the files of one item are in memory.
 */
async function readContentParts(itemVersionId: string, item: Item, prompt: string): Promise<ContentPart[] | null> {
  const fileHashes = item.task ? filesOf(item.task.fields).map(({ sha256 }) => sha256) : [];
  if (fileHashes.length === 0) return null;
  const rows = await manyRows(
    pool(),
    fileRow,
    sql`SELECT media.sha256, media.type, media.bytes FROM item_version AS item
      JOIN benchmark ON benchmark.id = item.benchmark_id
      JOIN media ON media.project_id = benchmark.project_id AND media.sha256 = ANY(${fileHashes}::text[])
      WHERE item.id = ${itemVersionId}`,
  );
  const files = new Map(rows.map((row) => [row.sha256, row]));
  return splitPrompt(prompt).map((part) => {
    if (part.type === "text") return part;
    const file = files.get(part.sha256);
    if (!file) throw new RangeError(`the prompt names the file ${part.sha256}, which the item does not show`);
    return toContentPart(file.type, Buffer.from(file.bytes).toString("base64"));
  });
}
