import { wilsonInterval } from "../../statistics/wilson.ts";
import type { ItemArtefacts, OptionSurface } from "./item-artefacts.ts";

/** How far a baseline classifier gets that does not read the story. */
export interface BaselineClassifier {
  /** Items it was asked. */
  n: number;
  right: number;
  /** Items where it has nothing to go by; each counts as half right. */
  ties: number;
  /** (right + ties / 2) / n; null without items. */
  accuracy: number | null;
  /** Wilson limits at 95%; a half right is counted against the width on both sides. */
  low: number;
  high: number;
}

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
  const tallies = firstWordTallies(items);
  return {
    n: items.length,
    shorter: baseline(items.map((item) => item.shorterIsRight)),
    farther: baseline(items.map((item) => item.fartherIsRight)),
    firstWord: baseline(items.map((item) => byFirstWord(item, tallies))),
    meanWords: {
      correct: mean(items.map((item) => item.correct.words)),
      distractor: mean(items.map((item) => item.distractor.words)),
    },
    telltales: telltales(tallies),
  };
}

function baseline(guesses: readonly (boolean | null)[]): BaselineClassifier {
  const n = guesses.length;
  const right = guesses.filter((guess) => guess === true).length;
  const ties = guesses.filter((guess) => guess === null).length;
  const credit = right + ties / 2;
  return {
    n,
    right,
    ties,
    accuracy: n === 0 ? null : credit / n,
    low: wilsonInterval(Math.floor(credit), n).low,
    high: wilsonInterval(Math.ceil(credit), n).high,
  };
}

interface Tally {
  options: number;
  right: number;
}

function firstWordTallies(items: readonly ItemArtefacts[]): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  const count = (option: OptionSurface, isRight: boolean) => {
    const tally = tallies.get(option.firstWord) ?? { options: 0, right: 0 };
    tallies.set(option.firstWord, { options: tally.options + 1, right: tally.right + Number(isRight) });
  };
  for (const item of items) {
    count(item.correct, true);
    count(item.distractor, false);
  }
  return tallies;
}

/** The guess for one item from the first words of all others; null when they say nothing. */
function byFirstWord(item: ItemArtefacts, tallies: ReadonlyMap<string, Tally>): boolean | null {
  const { correct, distractor } = item;
  if (correct.firstWord === distractor.firstWord) return null;
  const share = (option: OptionSurface, isRight: boolean) => {
    const tally = tallies.get(option.firstWord) as Tally;
    const others = tally.options - 1;
    return others === 0 ? 0.5 : (tally.right - Number(isRight)) / others;
  };
  const [ofCorrect, ofDistractor] = [share(correct, true), share(distractor, false)];
  return ofCorrect === ofDistractor ? null : ofCorrect > ofDistractor;
}

function telltales(tallies: ReadonlyMap<string, Tally>): ArtefactMeter["telltales"] {
  const lean = ({ options, right }: Tally) => Math.abs(right / options - 0.5);
  return [...tallies]
    .filter(([, { options }]) => options >= TELLTALE_OPTIONS)
    .map(([word, tally]) => ({ word, ...tally }))
    .sort((left, right) => lean(right) - lean(left) || right.options - left.options)
    .slice(0, 10);
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
