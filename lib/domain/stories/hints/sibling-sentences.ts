import { wordOverlap } from "../../statistics/agreement/word-overlap.ts";
import { sentencesOf } from "../../words/sentences.ts";
import { parseWords } from "../../words/words.ts";
import { type CleanCut, suggestCut } from "./clean-cut.ts";
import { hintPhrases } from "./phrases.ts";

/** Another story that was made from the same original. */
export interface Sibling {
  id: string;
  text: string;
  character: string;
}

/** The sentence of a hint that was found in a sibling. */
export interface SiblingSentence {
  id: string;
  /** Half-open character range of the sibling's text. */
  start: number;
  end: number;
  text: string;
  /** Word-level overlap with the given sentence; 1 for the same words. */
  similarity: number;
  /**
   * The suggested cut in the sibling's sentence; null if a person must decide, or if the sentence contains none of the
   * phrases.
   */
  cut: CleanCut | null;
}

/** Minimum word-level overlap of two sentences that count as the same. */
const MIN_SAME_OVERLAP = 0.8;

/**
 * Finds the same sentence in sibling stories, most similar first. In the released data one hint was copied into four
 * siblings, and all copies should be cut together.
 */
export function findSiblingSentences(sentence: string, siblings: readonly Sibling[]): SiblingSentence[] {
  const siblingSentences: SiblingSentence[] = [];
  for (const sibling of siblings) {
    for (const candidate of sentencesOf(parseWords(sibling.text))) {
      const text = sibling.text.slice(candidate.start, candidate.end);
      const similarity = wordOverlap(text, sentence).iou;
      if (similarity < MIN_SAME_OVERLAP) continue;
      const { start, end } = candidate;
      siblingSentences.push({
        id: sibling.id,
        start,
        end,
        text,
        similarity,
        cut: suggestCutInSibling(sibling, candidate),
      });
    }
  }
  return siblingSentences.sort((left, right) => right.similarity - left.similarity);
}

function suggestCutInSibling(sibling: Sibling, sentence: { start: number; end: number }): CleanCut | null {
  const text = sibling.text.slice(sentence.start, sentence.end);
  for (const phrase of hintPhrases) {
    const [match] = text.matchAll(phrase.pattern);
    if (match === undefined) continue;
    const start = sentence.start + match.index;
    return suggestCut({
      text: sibling.text,
      sentence,
      phrase: { start, end: start + match[0].length },
      form: phrase.form,
      character: sibling.character,
    });
  }
  return null;
}
