import { findOpeningRefusal } from "../../words/refusal.ts";
import { wordsOf } from "../../words/words.ts";
import type { ConstructionStep } from "./steps.ts";
import { topicWords } from "./topic-words.ts";

/** A model's output for a source story. */
export interface ConstructedStory {
  step: ConstructionStep;
  /** The input story of the step. */
  source: string;
  /** The complete output. */
  output: string;
  /** The story parsed from the output; null if no story could be parsed. */
  story: string | null;
}

/**
 * Whether a text is a refusal. A first-person story can begin like a refusal; its source then begins with the same
 * words.
 */
function isRefusal(text: string, source: string): boolean {
  const begin = (of: string) =>
    of
      .replace(/^[\s*_#>-]+/u, "")
      .replace(/\s+/gu, " ")
      .slice(0, 25);
  return findOpeningRefusal(text)?.kind === "declined" && begin(text) !== begin(source);
}

/** The minimum similarity of a story to its source. */
interface Bound {
  /** Minimum length: this share of the source's words, but never more than `words`. */
  share: number;
  words: number;
  /** Minimum shared proportion of the topic words, relative to the text with fewer of them. */
  overlap: number;
}

const bounds: Readonly<Record<ConstructionStep, Bound>> = {
  summarise: { share: 0.3, words: 150, overlap: 0.3 },
  "erroneous-story": { share: 0.6, words: Number.POSITIVE_INFINITY, overlap: 0.5 },
  "next-action": { share: 0.1, words: 25, overlap: 0.3 },
  // The story is identical to the source.
  "next-options": { share: 0, words: 0, overlap: 0 },
};

/** Below this number of words, one changed sentence may be half of a source. */
const fewWords = 60;
/** Above this number of words, a source contains many words of any story. */
const manyWords = 2_000;

/**
 * Why a model's output is probably not a story: it begins like a refusal, is far too short, or has little in common
 * with its source. Empty if there is no such reason. The bounds are deliberately wide, especially for short sources, so
 * that they catch only output that is not a story at all.
 */
export function findStoryProblems({ step, source, output, story }: ConstructedStory): string[] {
  const hasResponseTag = /<response\b/iu.test(output);
  if (isRefusal(story ?? output, source) && !(hasResponseTag && story === null)) return ["The model refused."];
  if (story === null || step === "next-options") return [];
  const problems: string[] = [];
  const sourceWords = wordsOf(source).length;
  const words = wordsOf(story).length;
  const minimumWords = minWords(step, sourceWords);
  if (words < minimumWords)
    problems.push(
      `The story has ${words} ${words === 1 ? "word" : "words"} where at least ${minimumWords} are expected.`,
    );
  const [sourceTopics, storyTopics] = [topicWords(source), topicWords(story)];
  const smallerTopicCount = Math.min(sourceTopics.size, storyTopics.size);
  const sharedCount = [...storyTopics].filter((word) => sourceTopics.has(word)).length;
  if (sharedCount < minSharedWords(step, sourceWords, smallerTopicCount)) {
    problems.push(
      `The story and its source share only ${sharedCount} of ${smallerTopicCount} topic words: the story is about something else.`,
    );
  }
  return problems;
}

/**
 * Minimum number of words of a story made from a source of the given length: at least three, or as many as the source
 * has.
 */
function minWords(step: ConstructionStep, sourceWords: number): number {
  const { share, words } = bounds[step];
  const minimum = sourceWords * (sourceWords < fewWords ? Math.min(share, 0.3) : share);
  return Math.max(Math.min(Math.ceil(minimum), words), Math.min(3, sourceWords));
}

/**
 * Minimum number of shared topic words if the text with fewer topic words has `fewer` of them: a proportion that
 * depends on the length of the source, and at least two if there are four or more, because one word is easily shared by
 * chance.
 */
function minSharedWords(step: ConstructionStep, sourceWords: number, fewer: number): number {
  const { overlap } = bounds[step];
  const share =
    sourceWords < fewWords ? Math.min(overlap, 0.2) : sourceWords > manyWords ? Math.max(overlap, 0.4) : overlap;
  return Math.min(Math.max(Math.ceil(fewer * share), fewer < 4 ? 1 : 2), fewer);
}
