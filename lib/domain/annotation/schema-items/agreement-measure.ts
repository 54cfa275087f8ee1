import type { ItemEstimate } from "../../statistics/agreement/nominal-agreement.ts";

export const agreementMeasures = [
  "percent",
  "kappa",
  "fleiss-kappa",
  "alpha",
  "ordinal-alpha",
  "interval-alpha",
  "span-f1",
  "token-alpha",
  "relation-f1",
  "rank-correlation",
] as const;

/** A measure with its interval. The value is null if no item has two answers. */
export interface AnswerAgreement {
  measure: (typeof agreementMeasures)[number];
  /**
   * The label, person or month that the measure is about; null for all answers to the field. `value` is the label in
   * answers, whose `name` is shown.
   */
  of: { kind: "label" | "person" | "month"; name: string; value?: string } | null;
  /** Number of items. */
  n: number;
  value: number | null;
  low: number | null;
  high: number | null;
  /** Why there is no interval, or a limitation of the interval; null if neither applies. */
  reason: string | null;
}

export function createAgreement(
  measure: AnswerAgreement["measure"],
  of: AnswerAgreement["of"],
  { n, value, low, high, reason = null }: Omit<ItemEstimate, "se" | "df"> & { reason?: string | null },
): AnswerAgreement {
  return { measure, of, n, value, low, high, reason };
}
