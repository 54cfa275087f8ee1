import { formatPercent } from "../../format/figures.ts";
import { type DetectableRange, planningCorrelation } from "./minimum-detectable.ts";

/**
 * Describes the minimum detectable difference of a non-significant test in a sentence, with a lenient and a strict
 * assumption about the correlation within clusters (`many`, such as "stories").
 *
 * @param largest the largest possible difference; a larger difference cannot be detected
 */
export function describeDetectableRange(
  range: DetectableRange | null,
  { power, many, what = "difference", largest = 1 }: { power: number; many: string; what?: string; largest?: number },
): string {
  if (range === null) return "";
  const { least, most } = range;
  if (least > largest) return `No ${what} at all could have been found with ${Math.round(power * 100)}% power.`;
  const lenient = `With ${Math.round(power * 100)}% power a ${what} of ${formatPercent(least)} points would have been found`;
  if (most === least) return `${lenient} (planning variance).`;
  const strict = most > largest ? `no ${what} at all` : `${formatPercent(most)} points`;
  return `${lenient} if answers within ${many} are uncorrelated, ${strict} if they are correlated (planning variance; correlation ${planningCorrelation}).`;
}

/**
 * A sentence for the case that an approximate test and the exact test over all sign patterns lead to different
 * decisions; empty if they agree.
 */
export function describeDisagreement(approximate: number | null, exact: number | null, alpha: number): string {
  if (approximate === null || exact === null || approximate <= alpha === exact <= alpha) return "";
  return ` The approximate test and this exact one disagree at ${alpha}.`;
}
