import { formatCount, formatNumber, formatNumberOf, formatPInSentence } from "../../format/figures.ts";
import { type CochranQ, cochranQ } from "../../statistics/proportions/cochran-q.ts";
import type { ResultCell } from "../model/cells.ts";
import { binaryTieRule, isMajorityRight, type ResultTiePolicy, strictScore } from "../model/majority.ts";
import { getCountedAnswer, hasRepeats, modelScores } from "./compared-cells.ts";

/** Cochran's Q; null for fewer than three subjects, or if no cell has an answer of every subject. */
export type OverallTest = (CochranQ & { n: number; subjects: number }) | null;

/**
 * Cochran's Q over people's majority and some models, as in Street et al. 2024, and over the models only. The test
 * requires binary outcomes: a model with repeats is represented by the majority of its repeats, and the tie rule of
 * tests resolves ties.
 */
export interface OverallTests {
  overall: OverallTest;
  overallModels: OverallTest;
  /** Whether some model has repeats. */
  hasRepeats: boolean;
}

export function computeOverallTests(
  cells: readonly ResultCell[],
  seriesIds: readonly string[],
  { ties, withMismatches }: { ties: ResultTiePolicy; withMismatches: boolean },
): OverallTests {
  const testTies = binaryTieRule(
    cells.map(({ item }) => item),
    ties,
  );
  const people = cells.map(({ vote, item }) => isMajorityRight(vote, item.rightAnswers, testTies));
  const models = seriesIds.map((id) =>
    modelScores(cells, id, "majority", withMismatches).map((score, row) =>
      strictScore(score, cells[row]!.item.rightAnswers, testTies),
    ),
  );
  const rowsOf = (row: number) => models.map((column) => column[row]!);
  return {
    overall: testOutcomes(cells.map((_, row) => [people[row]!, ...rowsOf(row)])),
    overallModels: testOutcomes(cells.map((_, row) => rowsOf(row))),
    hasRepeats: seriesIds.some((id) => cells.some((cell) => hasRepeats(getCountedAnswer(cell, id, withMismatches)))),
  };
}

/** Both tests as sentences for a page; empty if no test was computed. */
export function overallSentences({ overall, overallModels, hasRepeats: isByMajority }: OverallTests): string[] {
  const repeats = isByMajority ? ", each as the majority of its repeats" : "";
  return [
    overall &&
      `Cochran’s Q over people’s majority and ${formatNumberOf(overall.subjects - 1, "model")}${repeats}, ${formatCount(overall.n)} cells that all answered: ${formatCochranQ(overall)}.`,
    overallModels && `Over the models only (${formatCount(overallModels.n)} cells): ${formatCochranQ(overallModels)}.`,
  ].filter((part) => typeof part === "string");
}

/** Cochran's Q as printed in a paper: statistic, degrees of freedom, p. */
function formatCochranQ({ statistic, df, pvalue }: Pick<CochranQ, "statistic" | "df" | "pvalue">): string {
  return statistic === null
    ? "all answer alike"
    : `Q(${df}) = ${formatNumber(statistic, 2)}, ${formatPInSentence(pvalue)}`;
}

function testOutcomes(outcomes: readonly (readonly (boolean | number | null)[])[]): OverallTest {
  const subjects = outcomes[0]?.length ?? 0;
  const complete = outcomes.filter((row) => row.every((answer) => answer !== null)).map((row) => row.map(Number));
  return subjects < 3 || complete.length === 0 ? null : { ...cochranQ(complete), n: complete.length, subjects };
}
