import { formatCount, formatNumberOf } from "../../../format/figures.ts";
import type { ModelComparisons } from "../../comparison/compare-models.ts";
import type { WorstCase } from "../../comparison/worst-models.ts";
import { exploratory, withStatus } from "../../plan/result-status.ts";

/** One sentence per test of models. Among planned tests, the sentences of other tests begin with their own status. */
export function modelFindings({ pairs, allPairs, chance, worst, isPlanned, incomplete }: ModelComparisons): string[] {
  const hasPlanned = isPlanned.pairs || isPlanned.chance;
  const stateStatus = (isPlannedTest: boolean, finding: string) =>
    hasPlanned && !isPlannedTest ? withStatus(exploratory, finding) : finding;
  const describePairs = (compared: typeof pairs, worstCases: readonly (WorstCase | null)[], arePlanned: boolean) =>
    (compared?.pairs ?? []).map((pair, index) =>
      stateStatus(arePlanned, findingOf(pair, [pair.labelA, pair.labelB], incomplete, worstCases[index]!)),
    );
  return [
    ...describePairs(pairs, worst.pairs, isPlanned.pairs),
    ...describePairs(allPairs, worst.allPairs, false),
    ...(chance?.rows ?? []).map((row, index) =>
      stateStatus(
        isPlanned.chance && row.adjusted !== null,
        findingOf(row, [row.label], incomplete, worst.chance[index]!),
      ),
    ),
  ];
}

/**
 * The referee's sentence. It omits "not significant" for a model with too many missing answers, and has no conclusion
 * if the conclusion depends on missing answers.
 */
function findingOf(
  { significant, sentence, n }: { significant: boolean; sentence: string; n: number },
  labels: readonly string[],
  incomplete: ModelComparisons["incomplete"],
  worst: WorstCase | null,
): string {
  const what = labels.length === 1 ? `${labels[0]} against the chance level` : labels.join(" and ");
  const subjectText = `${what} (n = ${formatCount(n)} cells)`;
  if (worst?.isDecisive)
    return `${subjectText}. No conclusion: depends on ${formatNumberOf(worst.missing, "missing and unparsed answer")}.`;
  const incompleteModels = incomplete.filter(({ label }) => labels.includes(label));
  if (significant || incompleteModels.length === 0) return sentence;
  const counts = incompleteModels.map(
    ({ label, missing, called }) => `${formatCount(missing)} of ${formatCount(called)} of ${label}`,
  );
  return `${subjectText}: no conclusion, because too many answers are missing (${counts.join(", ")}).`;
}
