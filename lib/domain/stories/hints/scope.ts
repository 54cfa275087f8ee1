import type { Sentence } from "../../words/sentences.ts";
import type { WordedText } from "../../words/words.ts";

/** Parts of a name that do not identify the person. */
const NOT_A_NAME = new Set(
  "the a an of and or de la le van von der den mr mrs ms miss mx dr sir madam lady lord old young little".split(" "),
);

const PRONOUN =
  /(?<![\p{L}\p{N}])(?:s?he|they|him|her|hers|his|them|their|theirs|himself|herself|themself|themselves)(?![\p{L}\p{N}])/iu;

/**
 * For each sentence, whether it is about the character: it names the character, or it has a third-person pronoun and
 * the previous sentence (ignoring sentences that are only speech) is about the character. There is no coreference
 * model: a pronoun is assumed to refer to the last named person.
 */
export function flagSentencesAbout(story: WordedText, sentences: readonly Sentence[], character: string): boolean[] {
  const names = nameParts(character);
  let isPreviousAbout = false;
  return sentences.map((sentence) => {
    const text = story.text.slice(sentence.start, sentence.end);
    if (namesAny(story, sentence, names)) {
      isPreviousAbout = true;
      return true;
    }
    const narration = text.replace(/“[^”]*”|"[^"]*"/gu, " ");
    if (!/\p{L}/u.test(narration)) return false;
    isPreviousAbout = isPreviousAbout && PRONOUN.test(narration);
    return isPreviousAbout;
  });
}

/** The words of a character's name that can identify the character alone: both words of "Inspector Vale". */
export function nameParts(character: string): string[] {
  const parts = character.match(/[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu) ?? [];
  const identifying = parts.filter((part) => !NOT_A_NAME.has(part.toLowerCase()));
  return identifying.length > 0 ? identifying : parts;
}

function namesAny(story: WordedText, sentence: Sentence, names: readonly string[]): boolean {
  const text = story.text.slice(sentence.start, sentence.end);
  return names.some((name) => {
    const escaped = name.replace(/['’]/gu, "['’]");
    // A capitalised name must be capitalised in the story: Rose is not a rose. A lower-case description matches in any
    // case.
    const flags = /^\p{Lu}/u.test(name) ? "u" : "iu";
    return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, flags).test(text);
  });
}
