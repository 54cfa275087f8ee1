import type { TestName } from "../statistics/referee/comparison.ts";
import { testLabels } from "../statistics/referee/test-labels.ts";
import { wordingOfP, wordingOfPoints } from "../statistics/referee/wording.ts";
import { formatNumberOf } from "./format-figures.ts";

export interface MajorityFinding {
  model: string;
  shared: number;
  onlyMajority: number;
  onlyModel: number;
  difference: { value: number; low: number | null; high: number | null } | null;
  decidedBy: TestName | null;
  pvalue: number | null;
  adjusted: number | null;
  isSignificant: boolean;
  minimumDetectable: number | null;
  familySize: number;
  /** 0.8 */
  power: number;
}

/** What was found about people's majority and one model, and the numbers behind it, in plain words. */
export function majoritySentence(finding: MajorityFinding): string {
  const { model, shared, difference, pvalue } = finding;
  if (shared === 0 || difference === null || pvalue === null) {
    return `People and ${model} have no answered cell in common, so nothing can be said.`;
  }
  const cells = `${formatNumberOf(shared, "cell")} that both answered`;
  if (finding.onlyMajority + finding.onlyModel === 0) {
    return `People’s majority and ${model} were right and wrong on the same ones of the ${cells}. ${detection(finding)}`;
  }
  const sentences = [headline(finding, cells), evidence(finding), finding.isSignificant ? "" : detection(finding)];
  // A line must not break inside "p = 0.034".
  return sentences
    .filter((sentence) => sentence !== "")
    .join(" ")
    .replaceAll(/\bp ([=<]) /g, "p\u00a0$1\u00a0");
}

function headline({ model, difference, isSignificant }: MajorityFinding, cells: string): string {
  if (!isSignificant)
    return `The difference between people’s majority and ${model} on the ${cells} is not significant.`;
  const [better, worse] = difference!.value > 0 ? ["People’s majority", model] : [model, "people’s majority"];
  return `${better} was right more often than ${worse} on the ${cells}.`;
}

function evidence(finding: MajorityFinding): string {
  const { difference, onlyMajority, onlyModel, decidedBy, pvalue, adjusted, familySize } = finding;
  const { value, low, high } = difference!;
  const interval =
    low === null || high === null ? "" : ` (95% interval ${wordingOfPoints(low)} to ${wordingOfPoints(high)})`;
  const corrected =
    familySize > 1 && adjusted !== null ? `, ${wordingOfP(adjusted)} after Holm over ${familySize} models` : "";
  const test = decidedBy === null ? "" : `; ${testLabels[decidedBy]} gives ${wordingOfP(pvalue!)}${corrected}`;
  return `Only people were right on ${onlyMajority}, only the model on ${onlyModel}: a difference of ${wordingOfPoints(value)} points${interval}${test}.`;
}

function detection({ minimumDetectable, power }: MajorityFinding): string {
  const share = `${Math.round(power * 100)}% power`;
  return minimumDetectable === null
    ? `No difference at all could have been found with ${share}.`
    : `A difference of ${wordingOfPoints(minimumDetectable)} points or more would have been found with ${share}.`;
}
