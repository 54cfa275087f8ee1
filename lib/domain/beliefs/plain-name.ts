/** Normalises a name for comparison: folds compatibility forms, converts to lower case, collapses spaces. */
export function plainName(name: string): string {
  return name.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
}

/**
 * Whether one name contains the other as whole words, so that an answer with one name could be mistaken for the other.
 */
export function namesOverlap(left: string, right: string): boolean {
  const [shorter, longer] = [plainName(left), plainName(right)].sort((a, b) => a.length - b.length) as [string, string];
  if (shorter === "") return false;
  for (let start = longer.indexOf(shorter); start >= 0; start = longer.indexOf(shorter, start + 1)) {
    const before = longer.slice(0, start);
    const after = longer.slice(start + shorter.length);
    if (!/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after)) return true;
  }
  return false;
}
