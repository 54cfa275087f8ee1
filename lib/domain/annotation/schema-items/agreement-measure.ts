export const agreementMeasures = [
  "percent",
  "kappa",
  "fleiss-kappa",
  "alpha",
  "ordinal-alpha",
  "interval-alpha",
  "span-f1",
  "token-alpha",
  "rank-correlation",
] as const;

/** A measure with its interval; null with fewer than two answers to an item. */
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
  /** Why there is no interval, or which limitation it has; null for neither. */
  reason: string | null;
}
