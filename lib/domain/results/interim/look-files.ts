import { formatCount, formatNumberOf, formatShare, formatStatistic } from "../../format/figures.ts";
import { formatDay } from "../../format/times.ts";
import type { AnalysisTable } from "../analysis/analysis-table.ts";
import type { AnalysisPlan } from "../plan/analysis-plan.ts";
import { flatTable } from "../views/view-files.ts";
import { finalStage, type InterimAnalysis, testLevels } from "./interim-analyses.ts";

/** The tests of a declared interim analysis, as stored when it was carried out. */
export function interimTable({ number, declared, result }: InterimAnalysis): AnalysisTable {
  return flatTable({ ...result.table, name: `interim-${number}` }, { kind: "look", number, declared });
}

/** The sentences of declared interim analyses, each with the hash of its data. */
export function interimSentences(looks: readonly InterimAnalysis[]): string[] {
  return looks.flatMap(({ result, dataHash }) =>
    result.sentences.map((one) => `- ${one.replaceAll("\u00a0", " ")} (data ${dataHash.slice(0, 12)})`),
  );
}

/** The declared interim analyses that were carried out, and the levels that remain for the final analysis. */
export function interimMethods(looks: readonly InterimAnalysis[], plan: AnalysisPlan, tests: number): string[] {
  const stage = finalStage(looks);
  if (!stage) return [];
  const analysisTexts = looks.map(
    ({ number, declared, counted, planned, takenAt }) =>
      `analysis ${number} of ${declared} at ${formatNumberOf(counted, "answer")} of ${formatCount(planned)} planned (${formatShare(counted / planned)}) on ${formatDay(takenAt)}`,
  );
  const { twoSided, oneSided } = testLevels(stage, plan.family.alpha, tests);
  return [
    `Declared interim analyses were carried out: ${analysisTexts.join("; ")}. Each of ${formatNumberOf(tests, "primary test")} got ${plan.family.alpha}/${tests} (Bonferroni), spent by the O’Brien-Fleming function of Lan and DeMets (1983); declared analyses that were not carried out spent no level. Nominal level of each test at the end: ${formatStatistic(twoSided)} two-sided, ${formatStatistic(oneSided)} one-sided.`,
  ];
}
