import { type BaselineClassifier, baseline, featureBaseline, featureTallies } from "./feature-baseline.ts";
import type { ItemArtefacts } from "./item-artefacts.ts";

/** The artefact meter of a set of KNP items. One half everywhere means that there is nothing to exploit. */
export interface ArtefactMeter {
  n: number;
  /** Always takes the shorter option (characters). */
  shorter: BaselineClassifier;
  /** Always takes the option that shares fewer content words with the knowledge. */
  farther: BaselineClassifier;
  /** Goes by the first word of each option, having seen which first words were right in all other items. */
  firstWord: BaselineClassifier;
  /** Mean words of the correct option and of the distractor; null without items. */
  meanWords: { correct: number | null; distractor: number | null };
  /** First words that lean one way, strongest first: how often options beginning so are right. */
  telltales: { word: string; options: number; right: number }[];
}

/** First words are listed from this many options on. */
const TELLTALE_OPTIONS = 5;

/** Measures a set; pass the set with one item replaced to see what an edit does to it. */
export function artefactMeter(items: readonly ItemArtefacts[]): ArtefactMeter {
  const firstWords = items.map(({ correct, distractor }) => ({
    wanted: correct.firstWord,
    other: distractor.firstWord,
  }));
  return {
    n: items.length,
    shorter: baseline(items.map((item) => item.shorterIsRight)),
    farther: baseline(items.map((item) => item.fartherIsRight)),
    firstWord: featureBaseline(firstWords),
    meanWords: {
      correct: mean(items.map((item) => item.correct.words)),
      distractor: mean(items.map((item) => item.distractor.words)),
    },
    telltales: telltales(featureTallies(firstWords)),
  };
}

function telltales(tallies: ReturnType<typeof featureTallies>): ArtefactMeter["telltales"] {
  const lean = ({ options, right }: { options: number; right: number }) => Math.abs(right / options - 0.5);
  return tallies
    .map(({ value, texts, wanted }) => ({ word: value, options: texts, right: wanted }))
    .filter(({ options }) => options >= TELLTALE_OPTIONS)
    .sort((left, right) => lean(right) - lean(left) || right.options - left.options)
    .slice(0, 10);
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
