import type { KindTexts } from "./en.ts";
import { tableOf, tables } from "./messages.ts";

/**
 * The edition of the item kinds' texts that a study was created with. In the second edition, the instructions match a
 * reversed order of the answers, and the texts of display conditions, of the kind `choice` and of practice items are
 * translated.
 */
export type WordsEdition = 1 | 2;
export const newestWordsEdition = 2 satisfies WordsEdition;

/**
 * Texts that are not in the first edition. Participants of a study with the first edition see these texts in English,
 * or not at all. A new version of Parallax therefore changes neither what an opened study shows nor the fingerprints of
 * its stimuli.
 */
const addedInSecond: Readonly<Record<string, readonly string[]>> = {
  "yes-no": ["answerInstructionNoFirst"],
  consistency: ["displayEvent", "displayEventKnowledge", "displayAttention"],
  choice: ["readInstruction", "noStoryInstruction", "answerInstruction"],
};

/**
 * The texts of a kind in a language; empty for English and for languages without a table, which use the kind's own
 * texts.
 */
export function itemWording(kind: string, language: string, edition: WordsEdition): KindTexts[string] {
  const textsByKind = tables[tableOf(language) ?? "en"]?.items ?? {};
  const words = Object.hasOwn(textsByKind, kind) ? (textsByKind[kind] ?? {}) : {};
  if (edition >= 2) return words;
  return Object.fromEntries(Object.entries(words).filter(([name]) => !addedInSecond[kind]?.includes(name)));
}
