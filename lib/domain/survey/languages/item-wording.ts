import type { ItemWords } from "./en.ts";
import { tableOf, tables } from "./messages.ts";

/**
 * Which of the item kinds' own words a study was made with. In the second, instructions follow a reversed order of the
 * answers, and the sentences of display conditions, of the kind `choice` and of practice items are translated.
 */
export type WordsEdition = 1 | 2;
export const newestWords = 2 satisfies WordsEdition;

/**
 * The words that a study of the first edition does not have: its participants read them in English, or not at all. What
 * an opened study shows, and with it the fingerprints of its stimuli, does not change with a new version of Parallax.
 */
const addedInSecond: Readonly<Record<string, readonly string[]>> = {
  "yes-no": ["answerInstructionNoFirst"],
  consistency: ["displayEvent", "displayEventKnowledge", "displayAttention"],
  choice: ["readInstruction", "noStoryInstruction", "answerInstruction"],
};

/** What a kind says in a language; empty for English and for languages without a table, where the kind's own words hold. */
export function itemWording(kind: string, language: string, edition: WordsEdition): ItemWords[string] {
  const items = tables[tableOf(language) ?? "en"]?.items ?? {};
  const words = Object.hasOwn(items, kind) ? (items[kind] ?? {}) : {};
  if (edition >= 2) return words;
  return Object.fromEntries(Object.entries(words).filter(([name]) => !addedInSecond[kind]?.includes(name)));
}
