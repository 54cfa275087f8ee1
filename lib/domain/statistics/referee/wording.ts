import { formatPercent } from "../../format/figures.ts";
import { type DetectableRange, planningCorrelation } from "./minimum-detectable.ts";

/**
 * The minimum detectable difference of a non-significant test, from a lenient to a strict assumption about clusters
 * ("stories").
 *
 * @param largest the largest possible difference; anything larger is not detectable
 */
export function wordingOfDetectableRange(
  range: DetectableRange | null,
  { power, many, what = "difference", largest = 1 }: { power: number; many: string; what?: string; largest?: number },
): string {
  if (range === null) return "";
  const { least, most } = range;
  if (least > largest) return `No ${what} at all could have been found with ${Math.round(power * 100)}% power.`;
  const lenient = `With ${Math.round(power * 100)}% power a ${what} of ${formatPercent(least)} points would have been found`;
  if (most === least) return `${lenient} (planning variance).`;
  const strict = most > largest ? `no ${what} at all` : `${formatPercent(most)} points`;
  return `${lenient} if answers within ${many} are not alike, ${strict} if they are (planning variance, correlation ${planningCorrelation} within ${many}).`;
}

/**
 * A statement that an approximate test and the exact one over all sign patterns lead to different decisions; empty if
 * they agree.
 */
export function wordingOfDisagreement(approximate: number | null, exact: number | null, alpha: number): string {
  if (approximate === null || exact === null || approximate <= alpha === exact <= alpha) return "";
  return ` The approximate test and this exact one disagree at ${alpha}.`;
}
