import type { ItemRow } from "../items/item.ts";

/** One line of an item file, without its line feed: `readItemRow` is its inverse. */
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
