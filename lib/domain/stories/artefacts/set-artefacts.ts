import { type BaselineClassifier, featureBaseline, featureTallies, summariseGuesses } from "./feature-baseline.ts";
import type { ItemArtefacts } from "./item-artefacts.ts";

/** The artefact measures of a set of KNP items. If every share is one half, surface features reveal nothing. */
export interface ArtefactMeasures {
  n: number;
  /** Always chooses the shorter option (characters). */
  shorter: BaselineClassifier;
  /** Always chooses the option that shares fewer content words with the knowledge. */
  farther: BaselineClassifier;
  /** Guesses from the first word of each option, trained on all other items. */
  firstWord: BaselineClassifier;
  /** Mean words of the correct option and of the distractor; null without items. */
  meanWords: { correct: number | null; distractor: number | null };
  /** First words that predict the answer, strongest first, with how often an option with this first word is right. */
  revealingWords: { word: string; options: number; right: number }[];
}

/** A first word is listed only if at least this number of options begin with it. */
const MIN_OPTIONS_OF_WORD = 5;

/** Measures a set. To see the effect of an edit, pass the set with the edited item. */
export function measureItems(items: readonly ItemArtefacts[]): ArtefactMeasures {
  const firstWords = items.map(({ correct, distractor }) => ({
    wanted: correct.firstWord,
    other: distractor.firstWord,
  }));
  return {
    n: items.length,
    shorter: summariseGuesses(items.map((item) => item.shorterIsRight)),
    farther: summariseGuesses(items.map((item) => item.fartherIsRight)),
    firstWord: featureBaseline(firstWords),
    meanWords: {
      correct: mean(items.map((item) => item.correct.words)),
      distractor: mean(items.map((item) => item.distractor.words)),
    },
    revealingWords: findRevealingWords(featureTallies(firstWords)),
  };
}

function findRevealingWords(tallies: ReturnType<typeof featureTallies>): ArtefactMeasures["revealingWords"] {
  const biasOf = ({ options, right }: { options: number; right: number }) => Math.abs(right / options - 0.5);
  return tallies
    .map(({ value, texts, wanted }) => ({ word: value, options: texts, right: wanted }))
    .filter(({ options }) => options >= MIN_OPTIONS_OF_WORD)
    .sort((left, right) => biasOf(right) - biasOf(left) || right.options - left.options)
    .slice(0, 10);
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
