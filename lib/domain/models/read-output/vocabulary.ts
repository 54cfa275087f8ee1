import { simplifyText } from "./plain-text.ts";

/** The answers of one question and their possible names in a text. */
export interface Vocabulary {
  /** Answer words in lower case, with their answer keys. */
  words: ReadonlyMap<string, string>;
  /** Whether the words are letters of options, so that any other letter is out of range. */
  isLettered: boolean;
  /** Option texts in the order shown, normalised for comparison; empty if only letters are known. */
  optionTexts: readonly string[];
  /** Whether "the statement is true" is an answer. */
  readsStatements: boolean;
  /** Whether the reply contains reasoning, quotes and a conclusion about errors in a story. */
  readsErrors: boolean;
}

/** The item kinds whose replies can be read. */
export const readableKinds = ["true-false", "yes-no", "two-choice", "choice", "consistency", "open-text"] as const;

export function isReadableKind(kind: string): boolean {
  return (readableKinds as readonly string[]).includes(kind);
}

/** Number of letters accepted for a choice among unknown options. */
const lettersWithoutOptions = 10;

const letters = [..."abcdefghijklmnopqrstuvwxyz"];

/**
 * The vocabulary of an item kind. `choice` and `two-choice` answer by letter or by an option's text; without options, A
 * and B are assumed, and A to J for `choice`. Throws a RangeError for a kind whose texts cannot be read by rules.
 */
export function vocabularyOf(kind: string, options: readonly string[] = []): Vocabulary {
  const defaults = { isLettered: false, optionTexts: [], readsStatements: false, readsErrors: false };
  switch (kind) {
    case "true-false":
      return { ...defaults, words: createWordMap(["true", "true"], ["false", "false"]), readsStatements: true };
    case "yes-no":
      return { ...defaults, words: createWordMap(["yes", "yes"], ["no", "no"]) };
    case "consistency":
      return { ...defaults, words: createWordMap(["yes", "error"], ["no", "consistent"]), readsErrors: true };
    case "two-choice":
    case "choice": {
      const letterCount = kind === "choice" ? lettersWithoutOptions : 2;
      const shown = options.length === 0 ? letterCount : Math.min(options.length, letters.length);
      const words = letters.slice(0, shown).map((letter, index): [string, string] => [letter, `option-${index}`]);
      return { ...defaults, words: new Map(words), isLettered: true, optionTexts: options.map(simplifyText) };
    }
    default:
      throw new RangeError(`no rules to read the texts of item kind "${kind}"`);
  }
}

function createWordMap(...entries: [string, string][]): ReadonlyMap<string, string> {
  return new Map(entries);
}

/** The option with exactly this text; null for none, and for a text shared by two options. */
export function optionOfText(text: string, { optionTexts }: Vocabulary): string | null {
  // Marks and spaces may surround an option, but a text of more than twice its length does not match.
  if (!optionTexts.some((option) => text.length <= 2 * option.length + 40)) return null;
  const wanted = simplifyText(text);
  if (wanted === "") return null;
  const matches = optionTexts.flatMap((option, index) => (option === wanted ? [index] : []));
  return matches.length === 1 ? `option-${matches[0]}` : null;
}
