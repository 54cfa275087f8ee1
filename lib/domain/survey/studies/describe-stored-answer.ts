import { type Answer, answerSchema, type Item, type ItemTask } from "../../items/item.ts";
import type { ItemKind } from "../../items/kinds/item-kind.ts";
import { formatWithMarks } from "../../tasks/scoring/format-key.ts";
import { parseWords, textOfWords } from "../../words/words.ts";
import { formatDraft } from "../time-limit.ts";

/**
 * A stored answer as the participant saw it: the option's label, the selected words of the story, or the answers to the
 * questions of a task. Null for an answer that is erased or cannot be parsed.
 */
export function describeStoredAnswer(kind: ItemKind, item: Item, stored: unknown): string | null {
  const answer = answerSchema.safeParse(stored).data;
  if (!answer) return null;
  const { choice, spans = [], text, number, scale, timedOut, fields } = answer;
  if (timedOut) return ["timed out", formatDraft(timedOut)].filter((part) => part !== "").join(": ");
  const options = kind.screens(item, {}, kind.wording, "one-screen").at(-1)?.options ?? [];
  const label = choice === undefined ? null : (options.find((option) => option.value === choice)?.label ?? choice);
  const taskAnswer = item.task && fields ? describeTaskAnswer(item.task, fields, label) : "";
  if (taskAnswer !== "") return taskAnswer;
  const story = parseWords(item.story.text);
  const validSpans = spans.filter(([start, end]) => start < end && end <= story.words.length);
  const words = validSpans.map(([start, end]) => `“${textOfWords(story, { start, end })}”`).join(", ");
  const parts = [label, words, text, number, scale].filter(
    (part) => part !== undefined && part !== null && part !== "",
  );
  return parts.length > 0 ? parts.join(": ") : null;
}

/** The answers to the questions of a task, each with its question if there are several. */
function describeTaskAnswer(
  { schema, fields: shown }: ItemTask,
  answer: NonNullable<Answer["fields"]>,
  label: string | null,
): string {
  const answered = schema.answer.filter(({ name }) => answer[name] !== undefined);
  // The label of a point of a scale is in the options only.
  if (answered.length === 1 && label !== null) return label;
  return answered
    .map((field) => {
      const text = formatWithMarks(field, { schema, fields: shown, answer });
      return answered.length === 1 ? text : `${field.label}: ${text}`;
    })
    .join("; ");
}
