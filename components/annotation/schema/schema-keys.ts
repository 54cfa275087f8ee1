import type { AnswerDocument } from "@/lib/domain/annotation/documents/copy-document.ts";
import type { ReviewPayload } from "@/lib/domain/annotation/review.ts";
import { type ActionId, reviewActions, taskActions } from "../../../lib/client/keyboard/key-actions.ts";
import { buildKeymap, type Keymap, type KeyPreferences } from "../../../lib/client/keyboard/keymap.ts";
import type { TaskSchema } from "../../../lib/domain/tasks/schema/task-schema.ts";

/** The actions that also apply to items of a task schema. All other actions edit the text and marks of stories. */
const schemaActionIds: ReadonlySet<ActionId> = new Set([
  ...(["submit", "park", "skip", "irreparable", "reopen", "leave", "undo", "redo", "save"] as const),
  ...(["guidelines", "keys", "queue", "mine", "take-over", "take-next"] as const),
]);

export const schemaActions = taskActions.filter(({ id }) => schemaActionIds.has(id));

/** The keys for an item of a task schema. The hotkey of an option takes precedence over an action with the same key. */
export function schemaKeymap(preferences: KeyPreferences, schema: TaskSchema): Keymap {
  return removeHotkeys(buildKeymap(preferences, schemaActions), schema);
}

/** The keys of a task's review. */
export function reviewKeymap(preferences: KeyPreferences, { schema }: ReviewPayload<AnswerDocument>): Keymap {
  const keymap = buildKeymap(preferences, reviewActions);
  return schema ? removeHotkeys(keymap, schema.schema) : keymap;
}

function removeHotkeys(keymap: Keymap, schema: TaskSchema): Keymap {
  const hotkeys = new Set(schema.answer.flatMap(listHotkeys));
  const isFree = (keystroke: string) => !hotkeys.has(keystroke);
  return {
    ...keymap,
    actionOf: new Map([...keymap.actionOf].filter(([keystroke]) => isFree(keystroke))),
    keysOf: Object.fromEntries(Object.entries(keymap.keysOf).map(([id, keys = []]) => [id, keys.filter(isFree)])),
  };
}

function listHotkeys(field: TaskSchema["answer"][number]): string[] {
  const options =
    "options" in field && Array.isArray(field.options) ? field.options : field.type === "spans" ? field.labels : [];
  return options.flatMap(({ hotkey }) => (hotkey === undefined ? [] : [hotkey]));
}
