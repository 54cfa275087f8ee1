import { openingRefusal } from "../../words/refusal.ts";
import { wordsOf } from "../../words/words.ts";
import type { ConstructionStep } from "./steps.ts";
import { topicWords } from "./topic-words.ts";

/** What a model gave for a source story. */
export interface Constructed {
  step: ConstructionStep;
  /** The story that the step started from. */
  source: string;
  /** The whole answer. */
  output: string;
  /** The story read from it; null when none could be read. */
  story: string | null;
}

/** A story in the first person may begin as a refusal does, and then as its source does. */
function isRefusal(text: string, source: string): boolean {
  const begin = (of: string) =>
    of
      .replace(/^[\s*_#>-]+/u, "")
      .replace(/\s+/gu, " ")
      .slice(0, 25);
  return openingRefusal(text)?.kind === "declined" && begin(text) !== begin(source);
}

/** What a story must have of its source at least. */
interface Bound {
  /** Its length as a share of the source's words, needed only up to `words`. */
  share: number;
  words: number;
  /** Of the topic words of whichever of the two has fewer: the share that both have. */
  overlap: number;
}

const least: Readonly<Record<ConstructionStep, Bound>> = {
  summarise: { share: 0.3, words: 150, overlap: 0.3 },
  "erroneous-story": { share: 0.6, words: Number.POSITIVE_INFINITY, overlap: 0.5 },
  "next-action": { share: 0.1, words: 25, overlap: 0.3 },
  // Its story is the source.
  "next-options": { share: 0, words: 0, overlap: 0 },
};

/** In a shorter source one changed sentence may be half of it. */
const fewWords = 60;
/** A longer source has so many words that a good part of any story stands in it. */
const manyWords = 2_000;

/**
 * Why what a model answered is not to be taken for a story: it begins as a refusal, is far too short, or has little in common
 * with its source. Empty when there is no such reason. Sources of every length are measured; the bounds are deliberately wide,
 * and widest for short ones: they catch what is no story at all.
 */
export function doubtsAbout({ step, source, output, story }: Constructed): string[] {
  const isTold = /<response\b/iu.test(output);
  if (isRefusal(story ?? output, source) && !(isTold && story === null)) return ["The model refused."];
  if (story === null || step === "next-options") return [];
  const doubts: string[] = [];
  const sourceWords = wordsOf(source).length;
  const words = wordsOf(story).length;
  const needed = leastWords(step, sourceWords);
  if (words < needed)
    doubts.push(`The story has ${words} ${words === 1 ? "word" : "words"} where at least ${needed} are expected.`);
  const [ofSource, ofStory] = [topicWords(source), topicWords(story)];
  const fewer = Math.min(ofSource.size, ofStory.size);
  const shared = [...ofStory].filter((word) => ofSource.has(word)).length;
  if (shared < leastShared(step, sourceWords, fewer)) {
    doubts.push(
      `Of the words that say what they are about, the story and its source share ${shared} (of ${fewer}): it is about something else.`,
    );
  }
  return doubts;
}

/** Words that a story made from so many must have: three at least, or as many as there are. */
function leastWords(step: ConstructionStep, sourceWords: number): number {
  const { share, words } = least[step];
  const wanted = sourceWords * (sourceWords < fewWords ? Math.min(share, 0.3) : share);
  return Math.max(Math.min(Math.ceil(wanted), words), Math.min(3, sourceWords));
}

/**
 * Topic words that both must have where one of them has `fewer` of them: the share that the source's length asks for, and
 * never a single one where there are several, since one word is soon shared by chance.
 */
function leastShared(step: ConstructionStep, sourceWords: number, fewer: number): number {
  const { overlap } = least[step];
  const share =
    sourceWords < fewWords ? Math.min(overlap, 0.2) : sourceWords > manyWords ? Math.max(overlap, 0.4) : overlap;
  return Math.min(Math.max(Math.ceil(fewer * share), fewer < 4 ? 1 : 2), fewer);
}
