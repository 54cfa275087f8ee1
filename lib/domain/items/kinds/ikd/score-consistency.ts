import { type KsteScores, ksteScores } from "../../../statistics/agreement/kste-scores.ts";
import { type WordSpan, wordOverlap, wordSpanOverlap } from "../../../statistics/agreement/word-overlap.ts";
import { textOfWords, type WordedText } from "../../../words/words.ts";

/** The key of a `consistency` item: whether the story is consistent, and the position of the error if not. */
export interface ConsistencyKey {
  consistent: boolean;
  /** Word positions of the faulty words; empty for a consistent story. */
  spans: readonly WordSpan[];
}

/** An answer to a `consistency` item. */
export interface ConsistencyAnswer {
  choice: "consistent" | "error";
  /** The words named as the error, by position. */
  spans: readonly WordSpan[];
  /** Quoted passages that were not found in the story; they count as wrong words. */
  unlocated?: readonly string[];
}

/** The score of an answer. Overlaps are null unless both the story and the answer have an error. */
export interface ConsistencyScore {
  hasError: boolean;
  saysError: boolean;
  isRight: boolean;
  /** Intersection over union by word position; null also when a quoted passage has no position. */
  positional: number | null;
  /**
   * The same by the words as text, with repetitions counted (the best interpretation of the paper's measure) and not
   * counted.
   */
  multiset: number | null;
  set: number | null;
  /**
   * The paper's localisation score of this item (section 3.1, checked against its Table 2): a consistent story scores 1
   * if called consistent, otherwise 0; an erroneous story scores the overlap of its words as text with repetitions, as
   * for models (`scoreErrorOutput`), and 0 if called consistent.
   */
  localisation: number;
}

/** Scores one answer against its key. Positions are words of `story`. */
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

/** The interpretation of the overlap that a table uses. */
export type OverlapReading = "positional" | "multiset" | "set";

/**
 * The paper's table row for a set of scored answers: positive, negative and full classification, negative and full
 * localisation. With `positional`, answers whose words have no position are compared as text.
 */
export function consistencyTable(
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

/** The words at these positions as one text. */
export function markedWords(story: WordedText, spans: readonly WordSpan[]): string {
  return textsOf(story, spans).join(" ");
}

function textsOf(story: WordedText, spans: readonly WordSpan[]): string[] {
  return spans.map(([start, end]) => textOfWords(story, { start, end }));
}
