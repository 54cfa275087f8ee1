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
