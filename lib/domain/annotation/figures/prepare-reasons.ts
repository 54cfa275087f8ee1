import { reasonLabel } from "../reason-codes.ts";
import { type CountedShare, countedShare } from "./prepare-collection-figures.ts";

/** What a reason code refers to. `marks`: marks were only moved; the other values are verdicts and review decisions. */
export const codedDecisions = ["refined", "marks", "unusable", "changed", "returned"] as const;
export type CodedDecision = (typeof codedDecisions)[number];

/** One verdict or review with reason codes. */
export interface CodedDecisionRow {
  itemId: string;
  of: CodedDecision;
  codes: readonly string[];
}

/** How often a reason was given, among the items with any reason. An item can have several. */
export interface ReasonRow {
  code: string;
  label: string;
  shares: Record<CodedDecision, CountedShare>;
}

/** The reasons by what they refer to, most frequent first. A reason counts even if it was withdrawn later. */
export function prepareReasons(given: readonly CodedDecisionRow[]): ReasonRow[] {
  const countItemsWith = (decision: CodedDecision, code: string | null) =>
    new Set(
      given
        .filter((one) => one.of === decision && (code === null ? one.codes.length > 0 : one.codes.includes(code)))
        .map(({ itemId }) => itemId),
    ).size;
  const share = (decision: CodedDecision, code: string) =>
    countedShare(countItemsWith(decision, code), countItemsWith(decision, null));
  const codes = [...new Set(given.flatMap((one) => one.codes))];
  return codes
    .map((code) => ({
      code,
      label: reasonLabel(code),
      shares: Object.fromEntries(codedDecisions.map((of) => [of, share(of, code)])) as ReasonRow["shares"],
    }))
    .sort((left, right) => total(right) - total(left) || left.label.localeCompare(right.label, "en"));
}

function total({ shares }: ReasonRow): number {
  return codedDecisions.reduce((sum, of) => sum + shares[of].k, 0);
}
