import { type Sentence, sentencesOf } from "../../words/sentences.ts";
import { type Worded, type WordRange, wordRangeOf } from "../../words/words.ts";
import type { Comparison } from "../diff/changes.ts";
import { compared } from "../diff/changes.ts";
import { type CleanCut, cleanCut, isInSpeech } from "./clean-cut.ts";
import { type HintPhrase, hintPhrases } from "./phrases.ts";
import { sentencesAbout } from "./scope.ts";

/** A place where the story says outright that the character does not know. */
export interface Hint {
  phrase: HintPhrase["id"];
  /** The words as they stand in the story. */
  text: string;
  /** Characters of the story, half-open. */
  start: number;
  end: number;
  words: WordRange;
  sentence: Sentence;
  /** False when the phrase already stood in the original or previous version. */
  isNew: boolean;
  /** Someone says it, between quotation marks. */
  isInSpeech: boolean;
  /** The one-key cut; null where a person has to cut. */
  cut: CleanCut | null;
  /** Stays the same while the sentence does: what a dismissal with a reason is kept under. */
  key: string;
}

/** What the linter is told besides the story. */
export interface HintContext {
  /** The character who must not know; only sentences about this character are looked at. */
  character: string;
  /** The original story, or the version before; null when there is none, and then every phrase counts as new. */
  previous: string | null;
  /** The comparison of `previous` with the story, when the caller has it already. */
  comparison?: Comparison;
  /** The sentences of the story, when the caller has them already. */
  sentences?: readonly Sentence[];
}

/**
 * Explicit hints in the sentences about the character, in the order of the story, old ones included and marked.
 *
 * On the released data a search of whole stories fires on 63 of 500 originals; scoped to the character and to what is
 * new it leaves five (see docs/stories.md).
 */
export function findHints(story: Worded, context: HintContext): Hint[] {
  const places = hintPhrases.flatMap((phrase) =>
    [...story.text.matchAll(phrase.pattern)].map((match) => ({
      phrase,
      start: match.index,
      end: match.index + match[0].length,
    })),
  );
  if (places.length === 0) return [];
  places.sort((left, right) => left.start - right.start || right.end - left.end);
  const sentences = context.sentences ?? sentencesOf(story);
  const isAbout = sentencesAbout(story, sentences, context.character);
  const isNew = noveltyIn(story.text, context);
  const hints: Hint[] = [];
  let done = 0;
  for (const { phrase, start, end } of places) {
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
      cut: cleanCut({
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

function hintKey(story: Worded, phrase: HintPhrase, sentence: Sentence): string {
  const words = story.words.slice(sentence.from, sentence.to).map((word) => word.text);
  return `${phrase.id}: ${words.join(" ")}`;
}

/** Decides for a phrase whether it came in since the previous version. */
function noveltyIn(text: string, context: HintContext): (start: number, end: number, sentence: Sentence) => boolean {
  if (context.previous === null) return () => true;
  const { newTokens, alignment, oldText } = context.comparison ?? compared(context.previous, text);
  return (start, end, sentence) => {
    const first = newTokens.findIndex((token) => token.end > start);
    const hasNewWord = newTokens.some(
      (token, index) => token.end > start && token.start < end && !alignment.newKept[index],
    );
    const subject = newTokens[first - 1];
    // The same phrase about someone else is a new hint.
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
