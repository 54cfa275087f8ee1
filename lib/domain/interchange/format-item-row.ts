import type { ItemRow } from "../items/item.ts";

/** Formats a row as a line of an item file, without its line feed; `readItemRow` is the inverse. */
export function formatItemRow(row: ItemRow): string {
  const { id, kind, story, text, options, gold, attributes, canary, translation, task, schema, schemaVersion } = row;
  const marks = {
    ...(canary === undefined ? {} : { canary }),
    ...(translation === undefined ? {} : { translation }),
  };
  if (task) {
    const storyReference = story.id === id ? {} : { story: { id: story.id } };
    return JSON.stringify({
      id,
      kind,
      schema,
      schemaVersion,
      ...storyReference,
      fields: task.fields,
      gold,
      attributes,
      ...marks,
    });
  }
  return JSON.stringify({
    id,
    kind,
    story,
    text,
    ...(options.length > 0 ? { options } : {}),
    gold,
    attributes,
    ...marks,
  });
}
