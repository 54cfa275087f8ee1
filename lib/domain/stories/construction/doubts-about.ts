import { wordsOf } from "../../words/words.ts";
import type { ConstructionStep } from "./steps.ts";

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

/** A shorter source says too little to measure an answer by. */
const fewestSourceWords = 60;

/**
 * The least that a story must have of its source: its length as a share of the source's words, which a summary and a question
 * need only up to `words`; and the share of its own longer words (five letters and more) that the source has too.
 */
const least: Readonly<Record<ConstructionStep, { share: number; words: number; overlap: number }>> = {
  summarise: { share: 0.3, words: 150, overlap: 0.3 },
  "erroneous-story": { share: 0.6, words: Number.POSITIVE_INFINITY, overlap: 0.6 },
  "next-action": { share: 0.1, words: 25, overlap: 0.3 },
  // Its story is the source.
  "next-options": { share: 0, words: 0, overlap: 0 },
};

const REFUSAL =
  /^[\s*_#>-]*(?:i(?:(?:'|’)?m| am) (?:(?:very |so )?sorry|afraid (?:that )?i\b|unable\b|not able\b)|sorry[,.]|i (?:can(?:'|’)?t|cannot|can not|won(?:'|’)?t|will not|must decline)\b|i (?:do )?apologi[sz]e\b|(?:my )?apologies[,.]|as an ai\b|unfortunately,? i\b)/iu;

/**
 * Why what a model answered is not to be taken for a story: it begins as a refusal, is far too short, or has little in common
 * with its source. Empty when there is no such reason. The bounds are deliberately wide: they catch what is no story at all.
 */
export function doubtsAbout({ step, source, output, story }: Constructed): string[] {
  const isTold = /<response\b/iu.test(output);
  if (REFUSAL.test(story ?? output) && !(isTold && story === null)) return ["The model refused."];
  if (story === null) return [];
  const doubts: string[] = [];
  const sourceWords = wordsOf(source);
  const words = wordsOf(story);
  if (sourceWords.length < fewestSourceWords) return [];
  const { share, words: enough, overlap } = least[step];
  const needed = Math.min(Math.ceil(sourceWords.length * share), enough);
  if (words.length < needed) doubts.push(`The story has ${words.length} words where at least ${needed} are expected.`);
  const known = new Set(sourceWords.map(({ text }) => text));
  const long = words.filter(({ text }) => text.length >= 5);
  const shared = long.filter(({ text }) => known.has(text)).length;
  if (long.length > 0 && shared / long.length < overlap) {
    doubts.push(
      `Only ${shared} of the ${long.length} longer words of the story are in its source: it is about something else.`,
    );
  }
  return doubts;
}
