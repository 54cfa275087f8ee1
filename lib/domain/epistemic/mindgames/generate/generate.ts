import { fingerprint } from "../../../fingerprint.ts";
import { drawOne, type Random, shuffle } from "../../../random.ts";
import { countStates } from "../../logic/ask.ts";
import { premiseKey, problemKey } from "../premise-key.ts";
import {
  type Label,
  type Premise,
  type Problem,
  premiseStructureKey,
  type Setup,
  type Statement,
  statementKey,
} from "../problem.ts";
import { formatRow } from "../row.ts";
import { labelAfter, situationAfter } from "../solve.ts";
import { hypothesisText, premiseText } from "../verbalize.ts";
import { drawCell, drawHypothesis, drawPremise, drawWeighted } from "./draw-problem.ts";
import { generatePairs } from "./generate-pairs.ts";
import {
  divideBySplits,
  type GeneratedSplit,
  type GeneratorProgress,
  type GeneratorResult,
  splitOfRows,
} from "./generator-result.ts";
import { drawNames } from "./names.ts";
import { type GeneratorSettings, generatorSettingsSchema, rowsOfSetup } from "./settings.ts";

interface Candidate {
  problem: Problem;
  label: Label;
  index: number;
}

/** A group of problems to generate: those of one split, setup and label. */
interface Bin {
  split: string;
  setup: Setup;
  label: Label;
  wanted: number;
  found: Candidate[];
}

/** Keys of the problems that were generated so far. */
interface GeneratedProblems {
  /** The split of each premise, independent of names. */
  splits: Map<string, string>;
  /** Keys of the hypotheses that were used with each premise. */
  hypotheses: Map<string, Set<string>>;
  /** Fingerprints of the finished texts, because different formulas with different names can have the same text. */
  texts: Set<string>;
  /** Keys of problems in another set (`problemKey`), which must not be generated again. */
  excluded: ReadonlySet<string>;
}

/** Number of premises without a new problem after which a setup is considered exhausted. */
const maxFailedPremises = 3_000;

/**
 * Maximum number of premises drawn for one combination of persons and announcements before another combination is
 * tried.
 */
const maxPremisesPerCell = 100;

/**
 * Generates problems by the settings, in pairs if the settings require it, and yields progress at intervals. The output
 * is deterministic for the same settings and random source. Throws a ZodError for invalid settings. See Sileo and
 * Lernould (2023), sections 3 and 4.
 *
 * @param excluded keys of problems (`problemKey`) in another set, with which this set must have no problem in common
 */
export function generateProblems(
  requested: GeneratorSettings,
  random: Random,
  excluded: ReadonlySet<string> = new Set(),
): Generator<GeneratorProgress, GeneratorResult> {
  const settings = generatorSettingsSchema.parse(requested);
  return settings.pairs ? generatePairs(settings, random, excluded) : generateSingly(settings, random, excluded);
}

/**
 * Generates problems until each split has its share for every setup and label, then removes the surplus at random.
 * Returns the rows of every split in random order.
 *
 * A premise is dropped if it contradicts itself or if, with `bothLabels`, all its hypotheses have the same label. Each
 * hypothesis is used once per premise. Premises that differ only in their persons' names or numbers are in the same
 * split.
 */
function* generateSingly(
  settings: GeneratorSettings,
  random: Random,
  excluded: ReadonlySet<string>,
): Generator<GeneratorProgress, GeneratorResult> {
  const bins = createEmptyBins(settings);
  const generatedProblems: GeneratedProblems = { splits: new Map(), hypotheses: new Map(), texts: new Set(), excluded };
  const wanted = bins.reduce((sum, bin) => sum + bin.wanted, 0);
  const progress = { found: 0, wanted, premisesDrawn: 0, contradictory: 0, oneSided: 0, exhausted: 0 };
  const failedPremises = new Map<Setup, number>();
  let index = 0;

  for (;;) {
    const openSetups = settings.setups.filter((setup) => bins.some((bin) => bin.setup === setup && isShort(bin)));
    if (openSetups.length === 0) break;
    const setup = drawOne(openSetups, random);
    const problems = drawNewProblems(setup, settings, generatedProblems, progress, random);
    let isUseful = false;
    for (const { problem, label, split } of problems) {
      const bin = bins.find((one) => one.split === split && one.setup === setup && one.label === label)!;
      if (isShort(bin)) {
        isUseful = true;
        progress.found += 1;
      }
      bin.found.push({ problem, label, index });
      index += 1;
    }
    const unsuccessful = isUseful ? 0 : (failedPremises.get(setup) ?? 0) + 1;
    failedPremises.set(setup, unsuccessful);
    if (unsuccessful > maxFailedPremises) {
      const shortages = bins.filter(isShort).map(formatShortage);
      return { ok: false, reason: "tooFewProblems", shortages, progress, splits: splitsOf(settings, bins, random) };
    }
    yield { ...progress };
  }
  return { ok: true, splits: splitsOf(settings, bins, random), progress, shortCells: [] };
}

/** The rows of each split in random order, after the surplus of each bin was removed. */
function splitsOf(settings: GeneratorSettings, bins: readonly Bin[], random: Random): GeneratedSplit[] {
  return settings.splits.map(([name]) => {
    const kept = bins
      .filter((bin) => bin.split === name)
      .flatMap((bin) => shuffle(bin.found, random).slice(0, bin.wanted));
    const rows = shuffle(kept, random).map(({ problem, label, index }) => formatRow(problem, label, index));
    return splitOfRows(settings, name, rows);
  });
}

/** Creates the bins of every split. The shares of rows per setup are rounded so that their sum is correct. */
function createEmptyBins(settings: GeneratorSettings): Bin[] {
  const shares = settings.setups.map(
    (setup) => [setup, divideBySplits(settings, rowsOfSetup(settings, setup) / 2)] as const,
  );
  return settings.splits.flatMap(([split], index) =>
    shares.flatMap(([setup, wanted]) =>
      (["entailment", "not_entailment"] as const).map(
        (label): Bin => ({ split, setup, label, wanted: wanted[index]!, found: [] }),
      ),
    ),
  );
}

function isShort({ found, wanted }: Bin): boolean {
  return found.length < wanted;
}

function formatShortage({ split, setup, label, wanted, found }: Bin): string {
  return `${split}: ${found.length} of ${wanted} ${setup} problems with the label ${label}`;
}

/** Draws one usable premise and returns new problems about it; empty if all attempts fail. */
function drawNewProblems(
  setup: Setup,
  settings: GeneratorSettings,
  known: GeneratedProblems,
  progress: GeneratorProgress,
  random: Random,
): { problem: Problem; label: Label; split: string }[] {
  const cell = drawCell(setup, settings, random);
  for (let attempt = 0; attempt < maxPremisesPerCell; attempt += 1) {
    const premise = drawPremise(cell, settings, random);
    progress.premisesDrawn += 1;
    const situation = situationAfter({ ...premise, names: [] });
    if (countStates(situation) === 0) {
      progress.contradictory += 1;
      continue;
    }
    const triedHypotheses = new Map<string, { hypothesis: Statement; label: Label }>();
    for (let count = 0; count < settings.hypothesesPerPremise; count += 1) {
      const hypothesis = drawHypothesis(cell.persons, settings, random);
      const key = statementKey(hypothesis);
      if (!triedHypotheses.has(key))
        triedHypotheses.set(key, { hypothesis, label: labelAfter(situation, { hypothesis, sees: premise.sees }) });
    }
    if (settings.bothLabels && new Set([...triedHypotheses.values()].map(({ label }) => label)).size < 2) {
      progress.oneSided += 1;
      continue;
    }
    const usedHypotheses = getUsedHypotheses(premise, known);
    const newHypotheses = [...triedHypotheses].filter(
      ([key, { hypothesis }]) =>
        !usedHypotheses.has(key) &&
        !(known.excluded.size > 0 && known.excluded.has(problemKey({ ...premise, hypothesis }))),
    );
    if (newHypotheses.length === 0) {
      progress.exhausted += 1;
      return [];
    }
    const names = drawNames(cell.persons, random);
    const split = assignSplit(premise, settings, known, random);
    return chooseBalanced(newHypotheses, settings.rowsPerPremise, random).flatMap(([key, { hypothesis, label }]) => {
      const problem = { ...premise, names, hypothesis };
      const text = fingerprint(`${premiseText(problem)}\n${hypothesisText(problem)}`);
      if (known.texts.has(text)) return [];
      known.texts.add(text);
      usedHypotheses.add(key);
      return [{ problem, label, split }];
    });
  }
  return [];
}

function getUsedHypotheses(premise: Omit<Premise, "names">, { hypotheses }: GeneratedProblems): Set<string> {
  const key = premiseStructureKey(premise);
  const used = hypotheses.get(key);
  if (used !== undefined) return used;
  const none = new Set<string>();
  hypotheses.set(key, none);
  return none;
}

/** Premises that differ only in the persons' names must be in the same split. */
function assignSplit(
  premise: Omit<Premise, "names">,
  settings: GeneratorSettings,
  { splits }: GeneratedProblems,
  random: Random,
): string {
  if (settings.splits.length === 1) return settings.splits[0]![0];
  const key = premiseKey(premise);
  const split = splits.get(key) ?? drawWeighted(settings.splits, random);
  splits.set(key, split);
  return split;
}

/** Chooses up to the maximum number of hypotheses in random order, alternating between the labels. */
function chooseBalanced<Tried extends readonly [string, { label: Label }]>(
  tried: readonly Tried[],
  most: number,
  random: Random,
): Tried[] {
  const order = shuffle(tried, random);
  const first = order[0]![1].label;
  const sides = [order.filter(([, { label }]) => label === first), order.filter(([, { label }]) => label !== first)];
  const chosenHypotheses: Tried[] = [];
  for (let rank = 0; chosenHypotheses.length < most && rank < order.length; rank += 1) {
    for (const side of sides)
      if (rank < side.length && chosenHypotheses.length < most) chosenHypotheses.push(side[rank]!);
  }
  return chosenHypotheses;
}
