import { type DetectableRange, planningCorrelation } from "./minimum-detectable.ts";

/** A p-value in words for a sentence: "p = 0.034", "p < 0.001". */
export function wordingOfP(p: number): string {
  return p < 0.001 ? "p < 0.001" : `p = ${p.toFixed(3)}`;
}

/** A difference of proportions in percentage points with one decimal and a true minus sign. */
export function wordingOfPoints(difference: number): string {
  return (difference * 100)
    .toFixed(1)
    .replace(/^-(?=0\.0$)/, "")
    .replace("-", "\u2212");
}

/**
 * What a test that found nothing could have found, from a lenient to a strict assumption about clusters ("stories").
 *
 * @param largest the largest difference that there can be; what lies beyond it cannot be found
 */
export function wordingOfDetectableRange(
  range: DetectableRange | null,
  { power, many, what = "difference", largest = 1 }: { power: number; many: string; what?: string; largest?: number },
): string {
  if (range === null) return "";
  const { least, most } = range;
  if (least > largest) return `No ${what} at all could have been found with ${Math.round(power * 100)}% power.`;
  const lenient = `With ${Math.round(power * 100)}% power a ${what} of ${wordingOfPoints(least)} points would have been found`;
  if (most === least) return `${lenient} (planning variance).`;
  const strict = most > largest ? `no ${what} at all` : `${wordingOfPoints(most)} points`;
  return `${lenient} if answers within ${many} are not alike, ${strict} if they are (planning variance, correlation ${planningCorrelation} within ${many}).`;
}

/** "1 item", "2 items". */
export function wordingOfCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The text with a capital first letter, to begin a sentence. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
