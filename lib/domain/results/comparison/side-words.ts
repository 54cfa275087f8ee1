import { formatCount, formatNumberOf, formatPInSentence, formatShare, formatStatistic } from "../../format/figures.ts";
import type { AdjustmentMethod } from "../../statistics/basics/adjust-p-values.ts";
import type { TestLevels } from "../interim/interim-analyses.ts";
import type { UnparsedPolicy } from "../model/unparsed-policy.ts";
import { planWords } from "../plan/plan-words.ts";
import type { ResultStatus } from "../plan/result-status.ts";
import type { ReadingSummary, Voters } from "./compared-cells.ts";
import type { FamilySize, SideFamily, SideTestKind } from "./side-family.ts";
import type { SideTest } from "./side-test.ts";

/** A corrected test of one comparator and one model, with the statuses of its parts. */
export interface CorrectedSide extends SideTest {
  /** The p-value after the correction over the models of the family. */
  adjusted: number | null;
  isSignificant: boolean;
  /** Whether the difference is significant only if missing answers of the model do not favour the other side. */
  dependsOnMissing: boolean;
  /** The status of the test of the difference. */
  status: ResultStatus;
  /** The statuses of the tests against the margin, which are not part of every plan. */
  equivalenceStatus: ResultStatus;
  nonInferiorityStatus: ResultStatus;
}

export interface SideContext {
  label: string;
  shared: number;
  voters: Voters | null;
  /** The number of people whose majority is taken; null for everyone who answered the cell. */
  majorityOf: number | null;
  /** The tests that are corrected together, by kind. */
  families: SideFamily["families"];
  alpha: number;
  method: AdjustmentMethod;
  reading: ReadingSummary;
  /** How unparsed answers are treated. */
  unparsed: UnparsedPolicy;
  /** The answer whose share is compared; null for correct answers. */
  answer: string | null;
  /** The nominal levels of planned tests in a group sequential design; null without one. */
  levels: TestLevels | null;
  /** The chance level; null if items differ in it. */
  chance: number | null;
}

/** Above this share of missing answers, the sentence never states "no difference". */
export const maxMissingShare = 0.05;

export function isIncomplete({ missing }: ReadingSummary): boolean {
  return (missing ?? 0) > maxMissingShare;
}

/** The outcome that is compared, as a predicate: right answers, or the answer whose share is compared. */
export function formatOutcomePhrase(answer: string | null): string {
  return answer === null ? "was right" : `said “${answer}”`;
}

/** The nominal level of a test in a group sequential design; empty without one. */
export function formatNominalLevel(level: number | undefined): string {
  return level === undefined ? "" : ` (nominal level ${formatStatistic(level)})`;
}

/** The tests that are corrected together; equivalence outside a plan is corrected over both comparators. */
export function formatFamily({ size, ofPlan }: FamilySize, kind: SideTestKind = "model-against-people"): string {
  if (ofPlan !== null)
    return `the ${formatNumberOf(size, ofPlan === "secondary" ? "secondary test" : "test")} of the plan`;
  return kind === "equivalence" ? formatNumberOf(size, "equivalence test") : formatNumberOf(size, "model");
}

/** A one-sided p with its nominal level, or with its correction and, if it differs from that before, its family. */
export function formatCorrected(
  kind: SideTestKind,
  p: number,
  adjusted: number | null,
  { families, method, levels }: SideContext,
): string {
  const family = families[kind];
  if (adjusted === null) return `${formatPInSentence(p)}${formatNominalLevel(levels?.oneSided)}`;
  if (family.size <= 1) return formatPInSentence(p);
  const isOfSameFamily = family.ofPlan !== null && family.ofPlan === families["model-against-people"].ofPlan;
  return `${formatPInSentence(p)}, ${formatPInSentence(adjusted)} after ${planWords.method[method]}${isOfSameFamily ? "" : ` over ${formatFamily(family, kind)}`}`;
}

/** The error rate of the test at the margin in simulated studies with this number of clusters. */
export function formatErrorRate({ errorRate, stories }: { errorRate: number; stories: number }, many: string): string {
  return `simulated size ${formatShare(errorRate)} at ${formatCount(stories)} ${many} where a model fails on one in five, nominal ${formatShare(0.05)}`;
}
