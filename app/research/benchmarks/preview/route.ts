import * as z from "zod";
import type { Item, ItemTask } from "@/lib/domain/items/item.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { markdownAttribute } from "@/lib/domain/items/text-format.ts";
import { previewItem } from "@/lib/domain/survey/studies/preview-item.ts";
import { parseTaskFields } from "@/lib/domain/tasks/schema/item-fields.ts";
import { parseTaskSchema } from "@/lib/domain/tasks/schema/task-schema.ts";
import { boundedText, requiredText } from "@/lib/domain/text.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { readForm } from "@/lib/server/platform/http/read-body.ts";
import { respondWithPreview, respondWithPreviewNotice } from "../../studies/respond-with-preview.tsx";

const itemSchema = z.strictObject({
  kind: requiredText(40),
  story: z.strictObject({ title: boundedText(500), genre: boundedText(100), text: boundedText(100_000) }),
  text: requiredText(20_000),
  options: z.array(requiredText(5_000)).max(26),
  attributes: z.strictObject({ [markdownAttribute]: boundedText(100) }).optional(),
  task: z.strictObject({ schema: z.unknown(), fields: z.unknown() }).optional(),
});

/**
 * Renders the participant's page of an item that the request contains. Nothing is read from or stored in the database.
 */
export const POST = handler({
  who: requireActor,
  async work({ who, request }) {
    const { item: itemText } = await readForm(request, 1024 * 1024);
    const item = typeof itemText === "string" ? readItem(itemText) : null;
    if (item === null || itemKinds[item.kind]?.refuseItem(item) !== null)
      return respondWithPreviewNotice(
        "No preview yet",
        "Fill in the question, two options of a choice, and the text of each file.",
        200,
      );
    return respondWithPreview(who, previewItem(item), null);
  },
});

function readItem(text: string): Item | null {
  const parsed = itemSchema.safeParse(tryJson(text));
  if (!parsed.success) return null;
  const { task: sent, attributes = {}, ...rest } = parsed.data;
  const item = { ...rest, attributes };
  if (!sent) return item;
  const task = readTask(sent);
  return task && { ...item, task };
}

function readTask(sent: { schema: unknown; fields: unknown }): ItemTask | null {
  const schema = parseTaskSchema(sent.schema);
  if (!schema.ok) return null;
  const fields = parseTaskFields(schema.schema, sent.fields);
  return fields.ok ? { schema: schema.schema, fields: fields.fields } : null;
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
