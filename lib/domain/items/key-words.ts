import * as z from "zod";
import { capitalize } from "../format/capitalize.ts";
import { taskAnswerSchema } from "../tasks/answers/task-answer.ts";
import { goldByField } from "../tasks/scoring/field-gold.ts";
import { formatFieldKey } from "../tasks/scoring/format-key.ts";
import { parseWords } from "../words/words.ts";
import type { Answer, Item, ItemTask } from "./item.ts";
import { findRightKeys } from "./right-keys.ts";
import { optionsOf } from "./stimulus.ts";

/**
 * Formats a gold answer for people: "True", "B. in the red box", "red or crimson"; for a task, each field with its key.
 * Empty if the item has no key. A key that the kind cannot read is returned as JSON.
 */
export function formatKey(item: Item, gold: unknown): string {
  if (gold === null || gold === undefined) return "";
  if (item.task) return formatTaskKey(item.task, gold);
  const acceptKey = acceptedTexts.safeParse(gold);
  if (acceptKey.success) return acceptKey.data.accept.join(" or ");
  const consistencyKey = consistencyKeySchema.safeParse(gold);
  if (consistencyKey.success)
    return consistencyKey.data.consistent ? "No error" : `Error: ${markedWords(item, consistencyKey.data.spans)}`;
  const rightAnswers = findRightKeys(item, gold);
  return rightAnswers.length === 0
    ? JSON.stringify(gold)
    : rightAnswers.map((key) => formatOption(item, key)).join(" or ");
}

/** Types of fields whose answers are texts or positions in texts. */
const typesWithoutOptions: ReadonlySet<string> = new Set(["text", "edit", "spans", "relations", "group"]);

/**
 * Formats an answer like `formatKey`: the chosen option, or the answer to each field of a task. Empty if there is no
 * answer, or if it consists of texts or marked words.
 */
export function answerWords(item: Item, { choice, fields, timedOut }: Answer): string {
  if (timedOut) return "";
  if (choice !== undefined) return formatOption(item, choice);
  if (!item.task || !fields) return "";
  const textFields = item.task.schema.answer.filter(({ type }) => typesWithoutOptions.has(type));
  return formatTaskKey(item.task, omit(fields, new Set(textFields.map(({ name }) => name))));
}

function omit(fields: Readonly<Record<string, unknown>>, names: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)));
}

function formatOption(item: Item, key: string): string {
  const options = optionsOf(item);
  const index = options.findIndex(({ value }) => value === key);
  const label = options[index]?.label ?? key;
  return item.options.length > 0 && index >= 0 ? `${String.fromCharCode(65 + index)}. ${label}` : capitalize(label);
}

const acceptedTexts = z.object({ accept: z.array(z.string()) });
const consistencyKeySchema = z.object({ consistent: z.boolean(), spans: z.array(z.tuple([z.number(), z.number()])) });

function markedWords({ story }: Item, spans: readonly [number, number][]): string {
  const { text, words } = parseWords(story.text);
  const markedParts = spans.map(([from, to]) => text.slice(words[from]?.start ?? 0, words[to - 1]?.end ?? 0));
  return markedParts.map((part) => `“${part}”`).join(", ");
}

/** The key of a task in the words of `formatKey`, each field with its label if there are several. */
export function formatTaskKey(task: ItemTask, gold: unknown): string {
  const keys = goldByField(gold);
  const answer = taskAnswerSchema.safeParse(keys).data ?? {};
  const parts = task.schema.answer.flatMap((field) => {
    const key = keys[field.name];
    if (key === undefined) return [];
    const text = formatFieldKey(field, key, { schema: task.schema, fields: task.fields, answer });
    return [task.schema.answer.length === 1 ? text : `${field.label}: ${text}`];
  });
  return parts.join("; ");
}
