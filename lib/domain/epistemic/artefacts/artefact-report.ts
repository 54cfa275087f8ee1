import type { Fold } from "../../fold.ts";
import { type Random, seededRandom } from "../../random.ts";
import { clusteredEstimate } from "../../statistics/clustered/clustered-estimate.ts";
import { findApproximateNote } from "../../statistics/clustered/interval-note.ts";
import { premiseKey } from "../mindgames/premise-key.ts";
import { readFormalProblem } from "../mindgames/read-formula.ts";
import type { MindgamesRow } from "../mindgames/row.ts";
import { type Baseline, baselines } from "./baselines.ts";
import { crossValidate, trainAndPredict } from "./cross-validate.ts";
import { assignFolds } from "./grouped-folds.ts";
import { type SliceName, sliceNames, sliceOf } from "./slices.ts";
import { generateTrainingSet, type SetGeneration } from "./training-set.ts";

/** A share of right guesses. Its 95% interval accounts for correlation within a premise. */
export interface Accuracy {
  n: number;
  premises: number;
  /** null without rows. */
  estimate: number | null;
  low: number | null;
  high: number | null;
  /**
   * Why there is no interval, why it does not cover new premises, or why it is approximate; missing in reports of older
   * versions.
   */
  reason?: string | null;
}

/** One baseline's guess about one row, with the difficulty measure of the released data. */
export interface BaselineGuess {
  pred: 0 | 1;
  /** The probability of the guessed label, from 0.5 to 1. */
  confidence: number;
  /** 1 - confidence if the guess is right, 1 + confidence if it is wrong. */
  difficulty: number;
}

export interface BaselineReport {
  name: Baseline["name"];
  sees: string;
  accuracy: Accuracy;
  slices: Record<SliceName, { value: string; accuracy: Accuracy; majority: number }[]>;
  /** One for each row, in order. */
  guesses: BaselineGuess[];
}

export interface ArtefactReport {
  rows: number;
  premises: number;
  /** The number of cross-validation folds; 0 if the baselines were trained on another set. */
  folds: number;
  /** The training set of the baselines; null for cross-validation. */
  training: { rows: number; premises: number; seed: string } | null;
  /** The share of the more frequent label, which is the accuracy of a classifier without any input. */
  majority: number;
  baselines: BaselineReport[];
}

/** The report without guesses about single rows, as stored and shown. */
export type ArtefactSummary = Omit<ArtefactReport, "baselines"> & { baselines: Omit<BaselineReport, "guesses">[] };

/** Removes the guesses. */
export function summaryOfArtefacts(report: ArtefactReport): ArtefactSummary {
  return { ...report, baselines: report.baselines.map(({ guesses: _, ...baseline }) => baseline) };
}

export type ArtefactResult = { ok: true; report: ArtefactReport } | { ok: false; reason: "tooFewPremises" };

/**
 * Measures artefacts in a set of rows: each baseline predicts every label after training on rows of other premises.
 * Premises that differ only in names count as one premise, so that it is not in both training and test data. The report
 * is deterministic for the same rows and random source; the source determines only the folds.
 */
export function reportArtefacts(rows: readonly MindgamesRow[], folds: number, random: Random): ArtefactResult {
  const foldOf = assignFolds(rows.map(groupOf), folds, random);
  if (foldOf === null) return { ok: false, reason: "tooFewPremises" };
  const labels = rows.map(isEntailed);
  const report = reportGuesses(rows, ({ tokens }) => crossValidate(rows.map(tokens), labels, foldOf));
  return { ok: true, report: { ...report, folds: new Set(foldOf).size, training: null } };
}

/**
 * Reports the accuracy of baselines that were trained on another set. That set was generated with the same settings and
 * another seed, and shares no problem with this set. The accuracy is the share of labels that can be guessed with
 * knowledge of how problems are generated.
 */
export function reportGuessability(
  rows: readonly MindgamesRow[],
  training: readonly MindgamesRow[],
  seed: string,
): ArtefactReport {
  const labels = training.map(isEntailed);
  const report = reportGuesses(rows, ({ tokens }) => trainAndPredict(training.map(tokens), labels, rows.map(tokens)));
  const premises = new Set(training.map(groupOf)).size;
  return { ...report, folds: 0, training: { rows: training.length, premises, seed } };
}

function reportGuesses(
  rows: readonly MindgamesRow[],
  predict: (baseline: Baseline) => number[],
): Omit<ArtefactReport, "folds" | "training"> {
  const premises = rows.map(groupOf);
  const labels = rows.map(isEntailed);
  const reports = baselines.map((baseline): BaselineReport => {
    const guesses = predict(baseline).map((probability, index) => guessOf(probability, labels[index]!));
    const isRight = guesses.map(({ difficulty }) => difficulty < 1);
    return {
      name: baseline.name,
      sees: baseline.sees,
      accuracy: accuracyOf(isRight, premises),
      slices: slicesOf(rows, isRight, premises),
      guesses,
    };
  });
  return { rows: rows.length, premises: new Set(premises).size, majority: majorityOf(labels), baselines: reports };
}

function isEntailed({ label }: MindgamesRow): boolean {
  return label === "entailment";
}

/**
 * Summarises the artefacts of a set. If the generation settings of the set are known, labels are predicted from another
 * set generated with these settings. Otherwise, cross-validation with the default folds and seed of the command line is
 * used. Null for fewer than two premises.
 */
export function foldArtefacts({
  generation,
}: {
  generation: SetGeneration | null;
}): Fold<MindgamesRow, ArtefactSummary | null> {
  const allRows: MindgamesRow[] = [];
  return {
    add: (rows) => allRows.push(...rows),
    finish: () => {
      if (generation) {
        const { rows, seed } = generateTrainingSet(allRows, generation);
        return rows.length === 0 ? null : summaryOfArtefacts(reportGuessability(allRows, rows, seed));
      }
      const result = reportArtefacts(allRows, 5, seededRandom("1"));
      return result.ok ? summaryOfArtefacts(result.report) : null;
    },
  };
}

function groupOf({ smcdel_problem, names, setup, premise }: MindgamesRow): string {
  const problem = readFormalProblem(smcdel_problem, names, setup);
  return problem.ok ? premiseKey(problem.problem) : premise;
}

/** A probability of exactly one half counts as "not entailed". */
function guessOf(probability: number, label: boolean): BaselineGuess {
  const pred = probability > 0.5;
  const confidence = pred ? probability : 1 - probability;
  return { pred: pred ? 1 : 0, confidence, difficulty: pred === label ? 1 - confidence : 1 + confidence };
}

function slicesOf(
  rows: readonly MindgamesRow[],
  isRight: readonly boolean[],
  premises: readonly string[],
): BaselineReport["slices"] {
  const slices = sliceNames.map((name) => {
    const members = new Map<string, number[]>();
    for (const [index, row] of rows.entries()) {
      const value = sliceOf(name, row);
      if (value === null) continue;
      const slice = members.get(value);
      if (slice === undefined) members.set(value, [index]);
      else slice.push(index);
    }
    const values = [...members].sort(([left], [right]) => (left < right ? -1 : 1));
    const entries = values.map(([value, indices]) => ({
      value,
      accuracy: accuracyOf(
        indices.map((index) => isRight[index]!),
        indices.map((index) => premises[index]!),
      ),
      majority: majorityOf(indices.map((index) => rows[index]!.label === "entailment")),
    }));
    return [name, entries];
  });
  return Object.fromEntries(slices);
}

function accuracyOf(isRight: readonly boolean[], premises: readonly string[]): Accuracy {
  const accuracyEstimate = clusteredEstimate(
    isRight.map(Number),
    [{ one: "premise", many: "premises", ids: premises }],
    {
      range: [0, 1],
      unit: "problems",
    },
  );
  const { n, value, low, high } = accuracyEstimate;
  return {
    n,
    premises: new Set(premises).size,
    estimate: value,
    low,
    high,
    reason: accuracyEstimate.reason ?? findApproximateNote(accuracyEstimate),
  };
}

function majorityOf(labels: readonly boolean[]): number {
  const entailed = labels.filter((label) => label).length;
  return Math.max(entailed, labels.length - entailed) / labels.length;
}
