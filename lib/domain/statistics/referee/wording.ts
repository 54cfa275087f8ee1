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

/** "1 item", "2 items". */
export function wordingOfCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The text with a capital first letter, to begin a sentence. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * What a test that found nothing could have found: the smallest difference, already in words ("4.2 points"), or null where
 * no difference at all would have reached the wanted power (a share, such as 0.8).
 */
export function wordingOfDetectable(smallest: string | null, power: number, what = "difference"): string {
  const found =
    smallest === null
      ? `No ${what} at all could have been found`
      : `A ${what} of ${smallest} or more would have been found`;
  return `${found} with ${Math.round(power * 100)}% power.`;
}
