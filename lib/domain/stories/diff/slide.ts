import type { DiffToken } from "./tokens.ts";

/**
 * Moves an insertion (or deletion) that could also be a few tokens further left or right to a natural boundary: the
 * beginning of a paragraph or of a sentence, or the position after a comma. `kept` is the side that has the tokens.
 */
export function slideToBoundary(
  kept: boolean[],
  other: boolean[],
  ids: number[],
  tokens: DiffToken[],
  text: string,
): void {
  const gapsBefore = countGaps(other);
  let index = 0;
  let rank = 0;
  while (index < kept.length) {
    if (kept[index]) {
      rank += 1;
      index += 1;
      continue;
    }
    let end = index;
    while (end < kept.length && !kept[end]) end += 1;
    const size = end - index;
    let best = index;
    let bestScore = scoreBeginning(tokens, text, index);
    let left = index;
    let leftRank = rank;
    while (left > 0 && kept[left - 1] && ids[left - 1] === ids[left - 1 + size] && isFree(gapsBefore, leftRank)) {
      left -= 1;
      leftRank -= 1;
      const score = scoreBeginning(tokens, text, left);
      if (score > bestScore) [best, bestScore] = [left, score];
    }
    let right = index;
    let rightRank = rank;
    while (
      right + size < kept.length &&
      kept[right + size] &&
      ids[right] === ids[right + size] &&
      isFree(gapsBefore, rightRank)
    ) {
      right += 1;
      rightRank += 1;
      const score = scoreBeginning(tokens, text, right);
      if (score > bestScore && isFree(gapsBefore, rightRank)) [best, bestScore] = [right, score];
    }
    if (best !== index && isFree(gapsBefore, rank + best - index)) {
      kept.fill(true, Math.min(index, best), Math.max(index, best) + size);
      kept.fill(false, best, best + size);
    }
    rank += Math.max(0, best - index);
    index = Math.max(end, best + size);
  }
}

/** For n = 0, 1, …: the number of members without a counterpart directly after the first n kept members. */
function countGaps(kept: readonly boolean[]): number[] {
  const gaps = [0];
  for (const isKept of kept) {
    if (isKept) gaps.push(0);
    else gaps[gaps.length - 1] = (gaps.at(-1) as number) + 1;
  }
  return gaps;
}

/** Whether the other side is unchanged at this position, so that the change is a pure insertion or deletion. */
function isFree(gaps: readonly number[], rank: number): boolean {
  return (gaps[rank] ?? 0) === 0;
}

/** How natural a token is as the first of a changed passage; higher is better. */
function scoreBeginning(tokens: readonly DiffToken[], text: string, index: number): number {
  const token = tokens[index];
  const previousToken = tokens[index - 1];
  if (token === undefined) return 0;
  if (previousToken === undefined) return 4;
  const gap = text.slice(previousToken.end, token.start);
  if (/\n/u.test(gap)) return 4;
  if (gap === "") return 0;
  if (/[.!?…"”’]/u.test(previousToken.text)) return 3;
  return /[,;:—–-]/u.test(previousToken.text) ? 2 : 1;
}
