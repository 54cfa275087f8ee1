/** A word of free texts that may be a name. */
export interface PossibleName {
  name: string;
  /** The number of texts that contain it. */
  texts: number;
}

/** Words that English always capitalizes and that name no person. */
const capitalizedWords = new Set(
  "i i'm i'd i'll i've monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december english"
    .split(" ")
    .concat(["ok"]),
);

/** Languages that capitalize all nouns: only a word after a title is a possible name there. */
const nounsCapitalized = /^(?:de|lb)\b/u;

/**
 * Finds words of free texts that may be names of people; a person reviews the list. A possible name is a capitalized
 * word inside a sentence if the study's own texts do not contain it and no free text has it in lower case. In languages
 * that capitalize all nouns, only words after a title are found; in scripts without capital letters, no words are
 * found. Memory use grows with the number of different words.
 */
export class NameFinder {
  #known: ReadonlySet<string>;
  #onlyAfterTitles: boolean;
  #lowerCase = new Set<string>();
  #texts = new Map<string, number>();

  /**
   * @param ownTexts the texts of the study: stories, statements, options and questions
   * @param language the language tag of the answers
   */
  constructor(ownTexts: Iterable<string>, language: string) {
    this.#known = new Set([...ownTexts].flatMap((text) => wordsOf(text).map(({ word }) => word.toLowerCase())));
    this.#onlyAfterTitles = nounsCapitalized.test(language);
  }

  /** Adds one text, and returns its possible names. */
  look(text: string): string[] {
    const foundNames = new Set<string>();
    for (const { word, isFirst, isAfterTitle } of wordsOf(text)) {
      const lower = word.toLowerCase().replaceAll("’", "'");
      if (word === lower) this.#lowerCase.add(lower);
      else if (/^\p{Lu}.*\p{Ll}/u.test(word) && this.#isCandidate(lower, isFirst, isAfterTitle)) foundNames.add(word);
    }
    for (const name of foundNames) this.#texts.set(name, (this.#texts.get(name) ?? 0) + 1);
    return [...foundNames];
  }

  #isCandidate(lower: string, isFirst: boolean, isAfterTitle: boolean): boolean {
    if (this.#known.has(lower) || capitalizedWords.has(lower)) return false;
    return isAfterTitle || (!isFirst && !this.#onlyAfterTitles);
  }

  /** The possible names of all texts, most frequent first. */
  names(): PossibleName[] {
    return [...this.#texts]
      .filter(([name]) => !this.#lowerCase.has(name.toLowerCase()))
      .map(([name, texts]) => ({ name, texts }))
      .sort((left, right) => right.texts - left.texts || (left.name < right.name ? -1 : 1));
  }
}

interface Word {
  word: string;
  /** Whether a sentence begins with it. */
  isFirst: boolean;
  isAfterTitle: boolean;
}

function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let end = 0;
  let isAfterTitle = false;
  for (const match of text.matchAll(/\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}+)*/gu)) {
    const separator = text.slice(end, match.index);
    const isAfterSentenceEnd = /[.!?:;\n"“”„«»()[\]{}*•–—]/u.test(separator);
    words.push({ word: match[0], isFirst: words.length === 0 || (isAfterSentenceEnd && !isAfterTitle), isAfterTitle });
    isAfterTitle = /^(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Herr|Frau|Mme|Sr|Sra)$/u.test(match[0]);
    end = match.index + match[0].length;
  }
  return words;
}
