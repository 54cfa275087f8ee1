/** The Levenshtein distance between two short words. */
export function countLetterEdits(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let at = 1; at <= left.length; at += 1) {
    const next = [at];
    for (let other = 1; other <= right.length; other += 1) {
      next.push(
        Math.min(
          (row[other] as number) + 1,
          (next[other - 1] as number) + 1,
          (row[other - 1] as number) + (left[at - 1] === right[other - 1] ? 0 : 1),
        ),
      );
    }
    row = next;
  }
  return row[right.length] as number;
}
