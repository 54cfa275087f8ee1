import { wordOverlap } from "../../statistics/agreement/word-overlap.ts";
import { wordTexts } from "../../words/words.ts";
import { readOutput } from "../read-output/read-output.ts";
import { unparsed } from "../read-output/reading.ts";
import { readErrorField } from "./error-field.ts";

/** The score of a model's reply about an IKD story. */
export interface ErrorOutputScore {
  /** The verdict of the reply; null if it cannot be parsed. */
  consistent: boolean | null;
  /**
   * Localisation of the error: intersection over union, from 0 to 1. Null for an original story, which has no error,
   * and if the field "Logical Error" is missing or empty, because the prompt then did not ask for the position.
   */
  overlap: number | null;
  /** Number of words in the field, and number of these that occur in the story; repetitions are counted. */
  quoted: number;
  found: number;
}

/**
 * Scores a reply by the localisation measure of Yang et al. 2026 (section 3.1), whatever its quoting style. The words
 * of the whole field "Logical Error" are compared with the marked words: intersection over union of multisets. Words
 * are normalised (lower case, typographic quotes and dashes, no punctuation). Several quotes form one list, and words
 * that do not occur in the story stay in the union. If the field is NA or No, the overlap is 0. It is 0 as well if the
 * verdict is that the story is consistent: only a story found inconsistent is localised (section 3.1), and in Table 2
 * no localisation score is above the classification score.
 *
 * @param marked the faulty words as text; null for an original story
 */
export function scoreErrorOutput(output: string, story: string, marked: string | null): ErrorOutputScore {
  const { answer } = readOutput("consistency", output);
  const consistent = answer === unparsed ? null : answer === "consistent";
  const field = readErrorField(output);
  const words = field && !field.isNone ? field.text : "";
  const { nPred: quoted, intersection: found } = wordOverlap(words, story);
  const head = { consistent, quoted, found };
  if (marked === null || field === null || wordTexts(marked).length === 0) return { ...head, overlap: null };
  return { ...head, overlap: consistent === true || quoted === 0 ? 0 : wordOverlap(words, marked).iou };
}

/** A scored reply, and whether its story has an error. */
export interface ScoredErrorOutput extends ErrorOutputScore {
  hasError: boolean;
}

/** The columns of the paper's Table 2, with counts. Shares are from 0 to 1, and null for an empty class. */
export interface ErrorOutputSummary {
  originals: number;
  erroneous: number;
  /** Number of replies without a verdict, which count as wrong. */
  unparsed: number;
  /** Number of erroneous stories without a localisation, which are excluded from the means. */
  notAsked: number;
  positive: number | null;
  negative: number | null;
  full: number | null;
  negativeLocalisation: number | null;
  /**
   * Mean over originals (1 if called consistent, otherwise 0) and over erroneous stories with a localisation. Null if
   * there are none.
   */
  fullLocalisation: number | null;
  quoted: number;
  found: number;
  /** found / quoted; null if no words are quoted. */
  foundShare: number | null;
}

/** Computes the table row for scored replies. */
export function summariseErrorOutputs(scores: readonly ScoredErrorOutput[]): ErrorOutputSummary {
  const originals = scores.filter(({ hasError }) => !hasError);
  const erroneous = scores.filter(({ hasError }) => hasError);
  const right = (some: readonly ScoredErrorOutput[]) => some.filter((one) => one.consistent === !one.hasError).length;
  const overlaps = erroneous.flatMap(({ overlap }) => (overlap === null ? [] : [overlap]));
  const overlapSum = overlaps.reduce((sum, overlap) => sum + overlap, 0);
  const sumOf = (key: "quoted" | "found") => scores.reduce((sum, score) => sum + score[key], 0);
  const [quoted, found] = [sumOf("quoted"), sumOf("found")];
  const share = (sum: number, n: number) => (n === 0 ? null : sum / n);
  return {
    originals: originals.length,
    erroneous: erroneous.length,
    unparsed: scores.filter(({ consistent }) => consistent === null).length,
    notAsked: erroneous.length - overlaps.length,
    positive: share(right(originals), originals.length),
    negative: share(right(erroneous), erroneous.length),
    full: share(right(scores), scores.length),
    negativeLocalisation: share(overlapSum, overlaps.length),
    fullLocalisation:
      overlaps.length === 0 ? null : (right(originals) + overlapSum) / (originals.length + overlaps.length),
    quoted,
    found,
    foundShare: share(found, quoted),
  };
}
