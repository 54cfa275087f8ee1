import { wordsOf } from "../../words/words.ts";

/** What surface features reveal about a KNP item. The correct option is the one that does not use the knowledge. */
export interface ItemArtefacts {
  id: string;
  correct: OptionSurface;
  distractor: OptionSurface;
  /** Whether the shorter option (in characters) is correct; null if both options have the same length. */
  shorterIsRight: boolean | null;
  /** Whether the option that shares fewer content words with the knowledge is correct; null for a tie. */
  fartherIsRight: boolean | null;
}

/** Surface features of one option. */
export interface OptionSurface {
  characters: number;
  words: number;
  /** Number of distinct content words that the option shares with the knowledge. */
  sharedWithKnowledge: string[];
  /** The first word of the option, normalised; empty for an option without words. */
  firstWord: string;
}

/** The fields of an item that `itemArtefacts` needs. */
export interface ArtefactItem {
  id: string;
  implausibleKnowledge: string;
  answerWithKnowledge: string;
  answerWithoutKnowledge: string;
}

/** The surface features of both options, and whether the simplest guesses are right. */
export function itemArtefacts(item: ArtefactItem): ItemArtefacts {
  const knowledge = new Set(contentWords(item.implausibleKnowledge));
  const correct = surfaceOf(item.answerWithoutKnowledge, knowledge);
  const distractor = surfaceOf(item.answerWithKnowledge, knowledge);
  return {
    id: item.id,
    correct,
    distractor,
    shorterIsRight: isLess(correct.characters, distractor.characters),
    fartherIsRight: isLess(correct.sharedWithKnowledge.length, distractor.sharedWithKnowledge.length),
  };
}

function surfaceOf(option: string, knowledge: ReadonlySet<string>): OptionSurface {
  const words = wordsOf(option);
  return {
    characters: option.trim().length,
    words: words.length,
    sharedWithKnowledge: [...new Set(contentWords(option))].filter((word) => knowledge.has(word)),
    firstWord: words[0]?.text ?? "",
  };
}

function isLess(left: number, right: number): boolean | null {
  return left === right ? null : left < right;
}

/** Function words that say little about the content of a sentence. */
const FUNCTION_WORDS = new Set(
  (
    "a an the this that these those and or but nor so yet if then than as of at by for from in into on onto to with without over under up down out off about after before " +
    "he she it they we you i him her them us me his hers its their our my your who whom whose which what when where why how there here " +
    "is are was were be been being am do does did doing have has had having will would shall should can could may might must not no yes " +
    "just only very too also again still already now once more most some any all both each every one own same such"
  ).split(" "),
);

/** The content words of a text, normalised, without plural and possessive endings. */
export function contentWords(text: string): string[] {
  return wordsOf(text)
    .map((word) => word.text)
    .filter((word) => !FUNCTION_WORDS.has(word))
    .map((word) => word.replace(/'s$/u, ""))
    .map((word) => (word.length > 3 && /[^s]s$/u.test(word) ? word.slice(0, -1) : word));
}
