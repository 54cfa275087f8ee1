import { answerSchema, type Item } from "../../items/item.ts";
import type { ItemKind } from "../../items/kinds/item-kind.ts";
import { parseWords, textOfWords } from "../../words/words.ts";
import { formatDraft } from "../time-limit.ts";

/**
 * A stored answer as the participant saw it: the option's label, and the selected words of the story. Null for an
 * answer that is erased or cannot be parsed.
 */
export function describeStoredAnswer(kind: ItemKind, item: Item, stored: unknown): string | null {
  const answer = answerSchema.safeParse(stored).data;
  if (!answer) return null;
  const { choice, spans = [], text, number, scale, timedOut } = answer;
  if (timedOut) return ["timed out", formatDraft(timedOut)].filter((part) => part !== "").join(": ");
  const options = kind.screens(item, {}, kind.wording, "one-screen").at(-1)?.options ?? [];
  const label = choice === undefined ? null : (options.find((option) => option.value === choice)?.label ?? choice);
  const story = parseWords(item.story.text);
  const validSpans = spans.filter(([start, end]) => start < end && end <= story.words.length);
  const words = validSpans.map(([start, end]) => `“${textOfWords(story, { start, end })}”`).join(", ");
  const parts = [label, words, text, number, scale].filter(
    (part) => part !== undefined && part !== null && part !== "",
  );
  return parts.length > 0 ? parts.join(": ") : null;
}
