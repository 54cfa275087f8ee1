import { checkLimits, disagreementOf } from "../../statistics/agreement/agreement-coverage.ts";
import { alphaInterval, percentAgreementInterval } from "../../statistics/agreement/agreement-intervals.ts";
import { kappaOfPair } from "../../statistics/agreement/kappa-goodness-of-fit.ts";
import { type RatedPair, ratingTable } from "../../survey/cleaning/review-agreement.ts";
import { kappaEstimate } from "./format-kappa.ts";

/** A measure of agreement; a missing value or interval has a reason. */
export interface AgreementFigure {
  measure: "Raw agreement" | "Cohen’s kappa" | "Krippendorff’s alpha";
  n: number;
  value: number | null;
  low: number | null;
  high: number | null;
  reason: string | null;
}

/**
 * The agreement of two raters who judged the same answers: the share of equal verdicts and a coefficient. The
 * coefficient is kappa if the same two people rated all answers, otherwise alpha, because alpha allows different pairs
 * of people for different answers.
 */
export function computeReviewAgreement(pairs: readonly RatedPair[]): AgreementFigure[] {
  const table = ratingTable(pairs);
  const share = percentAgreementInterval(table);
  const raw: AgreementFigure = {
    measure: "Raw agreement",
    n: share.nUnits,
    value: share.agreement,
    low: share.low === null ? null : Math.max(0, share.low),
    high: share.high === null ? null : Math.min(1, share.high),
    reason: missingIntervalReason(share.nUnits, share.low),
  };
  const [first, second] = table;
  if (table.length === 2 && first && second) {
    const kappa = kappaOfPair(first, second);
    return [raw, { measure: "Cohen’s kappa", n: kappa.n, ...kappaEstimate(kappa) }];
  }
  const { nUnits, alpha, ...found } = alphaInterval(table);
  const { low, high, reason: limitation } = checkLimits(found, disagreementOf(table));
  const reason =
    alpha === null
      ? "Alpha is undefined: all verdicts are the same."
      : (limitation ?? missingIntervalReason(nUnits, low));
  return [raw, { measure: "Krippendorff’s alpha", n: nUnits, value: alpha, low, high, reason }];
}

function missingIntervalReason(n: number, low: number | null): string | null {
  if (n === 0) return "No answer has two verdicts yet.";
  return low === null ? "No interval: all verdicts agree, or there are too few answers." : null;
}
