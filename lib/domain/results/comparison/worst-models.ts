import type { Category } from "../../statistics/basics/category.ts";
import { comparePaired, type PairedComparison } from "../../statistics/referee/compare-paired.ts";
import { type ChanceComparison, compareWithChance } from "../../statistics/referee/compare-with-chance.ts";
import type { ItemOutcome } from "../../statistics/referee/comparison.ts";
import { adjustFamily } from "../../statistics/referee/family.ts";
import type { Steps } from "../../steps.ts";

/** The result of a test of models if their missing and unparsed answers favoured the other side. */
export interface WorstCase {
  /** p, 1 if the direction is reversed. */
  p: number;
  /** Missing and unparsed answers of the models of the test. */
  missing: number;
  /** Whether the test is significant, but would not be significant in the same direction in the worst case. */
  isDecisive: boolean;
}

/** The models of a comparison, with their missing answers filled in as right or wrong. */
export interface FilledModels {
  /** Number of missing or unparsed answers, by label. */
  missing: ReadonlyMap<string, number>;
  /** The outcomes of a model, one per cell, with this score for missing answers. */
  columnOf: (label: string, score: 0 | 1) => ItemOutcome[];
  clusters: readonly Category[] | null;
  /** p-values of other tests that are corrected together with these. */
  beside: readonly (number | null)[];
}

/** The worst case of each pair, in the order of the pairs; null without missing answers or without a difference. */
export function* worstOfPairs(
  { pairs, family, alpha }: PairedComparison,
  { missing, columnOf, clusters, beside }: FilledModels,
): Steps<(WorstCase | null)[]> {
  const pvalues = pairs.map(({ pvalue }) => pvalue);
  const worstCases: (WorstCase | null)[] = [];
  for (const [index, { labelA, labelB, difference, pvalue, significant }] of pairs.entries()) {
    const missingCount = (missing.get(labelA) ?? 0) + (missing.get(labelB) ?? 0);
    const direction = Math.sign(difference ?? 0);
    if (missingCount === 0 || pvalue === null || direction === 0) {
      worstCases.push(null);
      continue;
    }
    const [first, second] = [columnOf(labelA, direction > 0 ? 0 : 1), columnOf(labelB, direction > 0 ? 1 : 0)];
    const worstCaseComparison = comparePaired({
      labels: [labelA, labelB],
      outcomes: first.map((outcome, cell) => [outcome, second[cell]!]),
      clusters,
      alpha,
    });
    const worstPair = worstCaseComparison.ok ? worstCaseComparison.pairs[0]! : null;
    const p = Math.sign(worstPair?.difference ?? 0) === direction ? (worstPair?.pvalue ?? 1) : 1;
    const correctedFamily = adjustFamily([...pvalues.with(index, p), ...beside], family, alpha);
    worstCases.push({ p, missing: missingCount, isDecisive: significant && !correctedFamily.significant[index] });
    yield;
  }
  return worstCases;
}

/**
 * The worst case of each subject against chance, in the order of the subjects; null for people and without missing
 * answers.
 */
export function* worstOfChance(
  { rows, chance, family, alpha, familySize }: ChanceComparison,
  { missing, columnOf, clusters, beside }: FilledModels,
): Steps<(WorstCase | null)[]> {
  // A subject outside the family has no adjusted p; it is tested at the uncorrected level.
  const pvalues = rows.map(({ pvalue, adjusted }) => (adjusted === null ? null : pvalue));
  const worstCases: (WorstCase | null)[] = [];
  for (const [index, { label, accuracy, pvalue, adjusted, significant }] of rows.entries()) {
    const missingCount = missing.get(label) ?? 0;
    const direction = Math.sign((accuracy ?? chance) - chance);
    if (missingCount === 0 || pvalue === null || direction === 0) {
      worstCases.push(null);
      continue;
    }
    const subjects = [{ label, outcomes: columnOf(label, direction > 0 ? 0 : 1) }];
    const worstCaseComparison = compareWithChance({ subjects, chance, clusters, alpha });
    const worstRow = worstCaseComparison.ok ? worstCaseComparison.rows[0]! : null;
    const p = Math.sign((worstRow?.accuracy ?? chance) - chance) === direction ? (worstRow?.pvalue ?? 1) : 1;
    const holds =
      adjusted === null
        ? p <= alpha
        : adjustFamily([...pvalues.with(index, p), ...beside], family, alpha, familySize).significant[index]!;
    worstCases.push({ p, missing: missingCount, isDecisive: significant && !holds });
    yield;
  }
  return worstCases;
}
