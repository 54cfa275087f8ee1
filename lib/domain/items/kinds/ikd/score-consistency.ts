import { type KsteScores, ksteScores } from "../../../statistics/agreement/kste-scores.ts";
import { type WordSpan, wordOverlap, wordSpanOverlap } from "../../../statistics/agreement/word-overlap.ts";
import { textOfWords, type WordedText } from "../../../words/words.ts";

/** The key of a `consistency` item: whether the story is consistent, and the position of the error if it is not. */
export interface ConsistencyKey {
  consistent: boolean;
  /** Word positions of the faulty words; empty for a consistent story. */
  spans: readonly WordSpan[];
}

/** An answer to a `consistency` item. */
export interface ConsistencyAnswer {
  choice: "consistent" | "error";
  /** The words that the answer marks as the error, by position. */
  spans: readonly WordSpan[];
  /** Quoted passages that are not in the story; their words count as wrong. */
  unlocated?: readonly string[];
}

/** The score of an answer. Overlaps are null unless both the key and the answer have an error. */
export interface ConsistencyScore {
  hasError: boolean;
  saysError: boolean;
  isRight: boolean;
  /** Intersection over union by word position; null also if a quoted passage has no position. */
  positional: number | null;
  /**
   * Intersection over union of the words as text: with repetitions counted (`multiset`, the best interpretation of the
   * paper's measure), and without (`set`).
   */
  multiset: number | null;
  set: number | null;
  /**
   * The paper's localisation score of the item (section 3.1, checked against its Table 2). For a consistent story: 1 if
   * the answer is "consistent", otherwise 0. For an erroneous story: the overlap of the words as text with repetitions,
   * as for models (`scoreErrorOutput`), and 0 if the answer is "consistent".
   */
  localisation: number;
}

/** Scores an answer against its key. Positions refer to words of `story`. */
export function scoreConsistency(story: WordedText, answer: ConsistencyAnswer, key: ConsistencyKey): ConsistencyScore {
  const hasError = !key.consistent;
  const saysError = answer.choice === "error";
  const isRight = hasError === saysError;
  const base = { hasError, saysError, isRight };
  if (!hasError || !saysError) {
    return { ...base, positional: null, multiset: null, set: null, localisation: isRight ? 1 : 0 };
  }
  const unlocated = answer.unlocated ?? [];
  const answerWords = [...textsOf(story, answer.spans), ...unlocated].join(" ");
  const gold = markedWords(story, key.spans);
  const positional = unlocated.length > 0 ? null : wordSpanOverlap(answer.spans, key.spans).iou;
  const multiset = wordOverlap(answerWords, gold, "multiset").iou;
  return {
    ...base,
    positional,
    multiset,
    set: wordOverlap(answerWords, gold, "set").iou,
    localisation: multiset ?? 0,
  };
}

/** The measure of overlap that a table uses. */
export type OverlapReading = "positional" | "multiset" | "set";

/**
 * Computes the paper's table row for scored answers: positive, negative and full classification, negative and full
 * localisation. With `positional`, answers with words that have no position are compared as text.
 */
export function summariseConsistency(
  scores: readonly ConsistencyScore[],
  reading: OverlapReading = "multiset",
): KsteScores {
  return ksteScores(
    scores.map((score) => ({
      hasError: score.hasError,
      saysError: score.saysError,
      iou: score[reading] ?? score.multiset,
    })),
  );
}

/** The words at these positions, joined to one text. */
export function markedWords(story: WordedText, spans: readonly WordSpan[]): string {
  return textsOf(story, spans).join(" ");
}

function textsOf(story: WordedText, spans: readonly WordSpan[]): string[] {
  return spans.map(([start, end]) => textOfWords(story, { start, end }));
}
