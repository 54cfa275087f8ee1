import { itemKinds } from "../../items/kinds/registry.ts";
import { simplifyText } from "./plain-text.ts";

/** The answers of one question and their possible names in a text. */
export interface Vocabulary {
  /** Answer words in lower case, with their answer keys. */
  words: ReadonlyMap<string, string>;
  /** Whether the words are letters of options. Every other letter is then out of range. */
  isLettered: boolean;
  /** Texts of the options in the order shown, normalised for comparison; empty if only letters are known. */
  optionTexts: readonly string[];
  /** Whether "the statement is true" is an answer. */
  readsStatements: boolean;
  /** Whether replies contain reasoning, quotes and a conclusion about errors in a story. */
  readsErrors: boolean;
}

/** The item kinds whose replies rules can read. */
export const readableKinds: readonly string[] = Object.values(itemKinds).flatMap(({ name, reply }) =>
  reply ? [name] : [],
);

export function isReadableKind(kind: string): boolean {
  return itemKinds[kind]?.reply !== undefined;
}

const letters = [..."abcdefghijklmnopqrstuvwxyz"];

/**
 * The vocabulary of an item kind. A kind with options of its items answers by letter or by an option's text; without
 * options, only the first letters are known. Throws a RangeError for a kind whose texts cannot be read by rules.
 */
export function vocabularyOf(kind: string, options: readonly string[] = []): Vocabulary {
  const { words, letters: letterCount, readsStatements = false, readsErrors = false } = itemKinds[kind]?.reply ?? {};
  const common = { readsStatements, readsErrors };
  if (words) return { ...common, words: new Map(Object.entries(words)), isLettered: false, optionTexts: [] };
  if (letterCount === undefined) throw new RangeError(`no rules to read the texts of item kind "${kind}"`);
  const shownLetterCount = options.length === 0 ? letterCount : Math.min(options.length, letters.length);
  const lettered = letters
    .slice(0, shownLetterCount)
    .map((letter, index): [string, string] => [letter, `option-${index}`]);
  return { ...common, words: new Map(lettered), isLettered: true, optionTexts: options.map(simplifyText) };
}

/** The option with exactly this text; null if no option or more than one has it. */
export function optionOfText(text: string, { optionTexts }: Vocabulary): string | null {
  // Marks and spaces may surround the option, but a text that is more than twice as long does not match.
  if (!optionTexts.some((option) => text.length <= 2 * option.length + 40)) return null;
  const simplifiedText = simplifyText(text);
  if (simplifiedText === "") return null;
  const matches = optionTexts.flatMap((option, index) => (option === simplifiedText ? [index] : []));
  return matches.length === 1 ? `option-${matches[0]}` : null;
}
