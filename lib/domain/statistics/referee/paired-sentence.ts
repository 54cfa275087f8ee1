import { formatNumberOf, formatPercent, formatPInSentence } from "../../format/figures.ts";
import type { AdjustmentMethod } from "../basics/adjust-p-values.ts";
import type { JudgedPair } from "./judged-pair.ts";
import { testLabels } from "./test-labels.ts";
import { describeDetectableRange, describeDisagreement } from "./wording.ts";

const correctionNames: Record<AdjustmentMethod, string> = {
  holm: "Holm",
  BH: "Benjamini and Hochberg",
  bonferroni: "Bonferroni",
};

interface PairContext {
  family: AdjustmentMethod;
  familySize: number;
  alpha: number;
  power: number;
  /** Whether items are correlated within stories. */
  hasClusters: boolean;
}

/**
 * Describes a corrected pair in a sentence for a results page: the finding, its numbers, and the minimum detectable
 * difference.
 */
export function describePair(pair: Omit<JudgedPair, "sentence">, frame: PairContext): string {
  const { labelA, labelB, n } = pair;
  if (n === 0 || pair.difference === null || pair.pvalue === null)
    return `${labelA} and ${labelB} answered no item in common.`;
  const items = formatNumberOf(n, "shared item");
  if (pair.n10 + pair.n01 === 0)
    return `${labelA} and ${labelB} were ${pair.isBinary ? "right on the same" : "equally often right on each of the"} ${items}. ${describeDetectable(pair, frame)}`;
  return [
    describeFinding(pair, items),
    describeEvidence(pair, frame),
    pair.significant ? "" : describeDetectable(pair, frame),
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

function describeFinding(
  { significant, difference, labelA, labelB }: Omit<JudgedPair, "sentence">,
  items: string,
): string {
  if (!significant) return `The difference between ${labelA} and ${labelB} on ${items} is not significant.`;
  const [better, worse] = difference! > 0 ? [labelA, labelB] : [labelB, labelA];
  return `${better} was right more often than ${worse} on ${items}.`;
}

function describeEvidence(pair: Omit<JudgedPair, "sentence">, { family, familySize, alpha }: PairContext): string {
  const interval =
    pair.low === null || pair.high === null
      ? ` (no interval: ${pair.reason === null ? "the differences do not vary" : pair.reason.slice(0, -1)})`
      : ` (${Math.round((1 - alpha) * 1000) / 10}% interval ${formatPercent(pair.low)} to ${formatPercent(pair.high)})`;
  const adjusted =
    familySize > 1 && pair.adjusted !== null
      ? `, ${formatPInSentence(pair.adjusted)} after ${correctionNames[family]} over ${familySize} tests`
      : "";
  const patterns =
    pair.signPatterns === null
      ? ""
      : ` All sign patterns of the ${pair.signPatterns.clusters} clusters: ${formatPInSentence(pair.signPatterns.pvalue)}.${describeDisagreement(pair.decidedBy === "paired-clustered-t" ? pair.pvalue : null, pair.signPatterns.pvalue, alpha)}`;
  const counts = pair.isBinary
    ? `Only ${pair.labelA} was right on ${pair.n10}, only ${pair.labelB} on ${pair.n01}`
    : `${pair.labelA} was right in more of its answers to ${formatNumberOf(pair.n10, "item")}, ${pair.labelB} to ${pair.n01}`;
  return (
    `${counts}: first minus second ` +
    `${formatPercent(pair.difference!)} points${interval}; ${testLabels[pair.decidedBy]} gives ${formatPInSentence(pair.pvalue!)}${adjusted}.${patterns}${pair.reason !== null && pair.low !== null ? ` ${pair.reason}` : ""}`
  );
}

function describeDetectable({ detectable }: Omit<JudgedPair, "sentence">, { power, hasClusters }: PairContext): string {
  return describeDetectableRange(detectable, { power, many: hasClusters ? "clusters" : "items" });
}
