import { type Sentence, sentencesOf } from "../../words/sentences.ts";
import { type WordedText, type WordRange, wordRangeOf } from "../../words/words.ts";
import type { TextComparison } from "../diff/changes.ts";
import { compareTexts } from "../diff/changes.ts";
import { type CleanCut, isInSpeech, suggestCut } from "./clean-cut.ts";
import { type HintPhrase, hintPhrases } from "./phrases.ts";
import { flagSentencesAbout } from "./scope.ts";

/** A position at which the story states explicitly that the character does not know something. */
export interface Hint {
  phrase: HintPhrase["id"];
  /** The words as written in the story. */
  text: string;
  /** Characters of the story, half-open. */
  start: number;
  end: number;
  words: WordRange;
  sentence: Sentence;
  /** False if the phrase was already in the original or previous version. */
  isNew: boolean;
  /** Inside quotation marks, as speech. */
  isInSpeech: boolean;
  /** The suggested cut; null if a person must decide. */
  cut: CleanCut | null;
  /** The key under which a dismissal is stored. It is stable as long as the sentence does not change. */
  key: string;
}

/** Input of the linter in addition to the story. */
export interface HintContext {
  /** The character who must not know; only sentences about this character are checked. */
  character: string;
  /** The original story, or the previous version. Null if there is none; every phrase is then new. */
  previous: string | null;
  /** The comparison of `previous` with the story, if already computed. */
  comparison?: TextComparison;
  /** The sentences of the story, if already computed. */
  sentences?: readonly Sentence[];
}

/**
 * Finds explicit hints in the sentences about the character, in the order of the story, including old ones (with a
 * flag).
 *
 * In the released data, a search of whole stories matches 63 of 500 originals; a search limited to the character and to
 * new text matches five (see docs/stories.md).
 */
export function findHints(story: WordedText, context: HintContext): Hint[] {
  const matches = hintPhrases.flatMap((phrase) =>
    [...story.text.matchAll(phrase.pattern)].map((match) => ({
      phrase,
      start: match.index,
      end: match.index + match[0].length,
    })),
  );
  if (matches.length === 0) return [];
  matches.sort((left, right) => left.start - right.start || right.end - left.end);
  const sentences = context.sentences ?? sentencesOf(story);
  const isAbout = flagSentencesAbout(story, sentences, context.character);
  const isNew = createNoveltyCheck(story.text, context);
  const hints: Hint[] = [];
  let done = 0;
  for (const { phrase, start, end } of matches) {
    if (start < done) continue;
    const index = sentences.findIndex((sentence) => sentence.start <= start && end <= sentence.end);
    const sentence = sentences[index];
    if (sentence === undefined || !isAbout[index]) continue;
    done = end;
    hints.push({
      phrase: phrase.id,
      text: story.text.slice(start, end),
      start,
      end,
      words: wordRangeOf(story.words, start, end),
      sentence,
      isNew: isNew(start, end, sentence),
      isInSpeech: isInSpeech(story.text.slice(sentence.start, sentence.end), start - sentence.start),
      cut: suggestCut({
        text: story.text,
        sentence,
        phrase: { start, end },
        form: phrase.form,
        character: context.character,
      }),
      key: hintKey(story, phrase, sentence),
    });
  }
  return hints;
}

function hintKey(story: WordedText, phrase: HintPhrase, sentence: Sentence): string {
  const words = story.words.slice(sentence.from, sentence.to).map((word) => word.text);
  return `${phrase.id}: ${words.join(" ")}`;
}

/** Returns a function that decides whether a phrase is new since the previous version. */
function createNoveltyCheck(
  text: string,
  context: HintContext,
): (start: number, end: number, sentence: Sentence) => boolean {
  if (context.previous === null) return () => true;
  const { newTokens, alignment, oldText } = context.comparison ?? compareTexts(context.previous, text);
  return (start, end, sentence) => {
    const first = newTokens.findIndex((token) => token.end > start);
    const hasNewWord = newTokens.some(
      (token, index) => token.end > start && token.start < end && !alignment.newKept[index],
    );
    const subject = newTokens[first - 1];
    // The same phrase about another character is a new hint.
    const hasNewSubject =
      subject !== undefined &&
      subject.start >= sentence.start &&
      !alignment.newKept[first - 1] &&
      /^(?:\p{Lu}|s?he$|they$)/u.test(subject.text);
    if (!hasNewWord && !hasNewSubject) return false;
    // A sentence that was only moved is not new.
    return !oldText.includes(text.slice(sentence.start, sentence.end));
  };
}
