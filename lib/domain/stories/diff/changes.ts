import { type Alignment, aligned } from "./align.ts";
import { isWord, type Token, tokensOf } from "./tokens.ts";

/** One stretch of a text that became another. Half-open UTF-16 ranges; either side can be empty. */
export interface TextChange {
  oldStart: number;
  oldEnd: number;
  newStart: number;
  newEnd: number;
  oldText: string;
  newText: string;
}

/** Two texts compared: their tokens and which of them were kept. */
export interface Comparison {
  oldText: string;
  newText: string;
  oldTokens: Token[];
  newTokens: Token[];
  alignment: Alignment;
}

/** Compares two texts word by word and mark by mark with as few changes as possible. */
export function compared(oldText: string, newText: string): Comparison {
  const oldTokens = tokensOf(oldText);
  const newTokens = tokensOf(newText);
  const numbers = new Map<string, number>();
  const numbered = (token: Token) => {
    const known = numbers.get(token.text);
    if (known !== undefined) return known;
    numbers.set(token.text, numbers.size);
    return numbers.size - 1;
  };
  const before = oldTokens.map(numbered);
  const after = newTokens.map(numbered);
  const alignment = aligned(before, after);
  slide(alignment.newKept, alignment.oldKept, after, newTokens, newText);
  slide(alignment.oldKept, alignment.newKept, before, oldTokens, oldText);
  return { oldText, newText, oldTokens, newTokens, alignment };
}

/**
 * The changes that turn one text into the other, in order; replacing each `oldText` by its `newText` gives exactly the
 * new text, spaces included. Changes with nothing but spaces and marks between them are one.
 */
export function changesBetween(oldText: string, newText: string): TextChange[] {
  return changesOf(compared(oldText, newText));
}

/** The changes of a comparison; see `changesBetween`. */
export function changesOf(comparison: Comparison): TextChange[] {
  const { oldText, newText, oldTokens, newTokens, alignment } = comparison;
  const changes: TextChange[] = [];
  let [oldDone, newDone] = [0, 0];
  let [oldAt, newAt] = [0, 0];
  let wordSince = true;
  const close = (oldStop: number, newStop: number) => {
    const change = narrowed(oldText, newText, oldDone, oldStop, newDone, newStop);
    if (change === null) return;
    const last = changes.at(-1);
    if (last !== undefined && !wordSince) changes[changes.length - 1] = joined(oldText, newText, last, change);
    else changes.push(change);
    wordSince = false;
  };
  for (;;) {
    while (oldAt < oldTokens.length && !alignment.oldKept[oldAt]) oldAt += 1;
    while (newAt < newTokens.length && !alignment.newKept[newAt]) newAt += 1;
    const old = oldTokens[oldAt];
    const now = newTokens[newAt];
    if (old === undefined || now === undefined) break;
    close(old.start, now.start);
    wordSince ||= isWord(old);
    [oldDone, newDone] = [old.end, now.end];
    oldAt += 1;
    newAt += 1;
  }
  close(oldText.length, newText.length);
  return changes;
}

/** What differs between two gaps, without the spaces that both begin or both end with; null when nothing does. */
function narrowed(
  oldText: string,
  newText: string,
  oldFrom: number,
  oldTo: number,
  newFrom: number,
  newTo: number,
): TextChange | null {
  if (oldTo - oldFrom === newTo - newFrom && oldText.slice(oldFrom, oldTo) === newText.slice(newFrom, newTo))
    return null;
  let [oldStart, oldEnd, newStart, newEnd] = [oldFrom, oldTo, newFrom, newTo];
  const isSharedSpace = (left: string | undefined, right: string | undefined) =>
    left !== undefined && left === right && /\s/u.test(left);
  while (oldStart < oldEnd && newStart < newEnd && isSharedSpace(oldText[oldStart], newText[newStart])) {
    oldStart += 1;
    newStart += 1;
  }
  while (oldStart < oldEnd && newStart < newEnd && isSharedSpace(oldText[oldEnd - 1], newText[newEnd - 1])) {
    oldEnd -= 1;
    newEnd -= 1;
  }
  if (oldStart === oldEnd && newStart === newEnd) return null;
  return {
    oldStart,
    oldEnd,
    newStart,
    newEnd,
    oldText: oldText.slice(oldStart, oldEnd),
    newText: newText.slice(newStart, newEnd),
  };
}

function joined(oldText: string, newText: string, first: TextChange, second: TextChange): TextChange {
  return {
    oldStart: first.oldStart,
    oldEnd: second.oldEnd,
    newStart: first.newStart,
    newEnd: second.newEnd,
    oldText: oldText.slice(first.oldStart, second.oldEnd),
    newText: newText.slice(first.newStart, second.newEnd),
  };
}

/**
 * An insertion (or deletion) that could stand a few tokens further left or right with the same result is moved to where
 * a reader would say it begins: at a paragraph, at a sentence, after a comma. `kept` is the side that has the tokens.
 */
function slide(kept: boolean[], other: boolean[], ids: number[], tokens: Token[], text: string): void {
  const gapsBefore = unkeptBefore(other);
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
    let bestScore = beginning(tokens, text, index);
    let left = index;
    let leftRank = rank;
    while (left > 0 && kept[left - 1] && ids[left - 1] === ids[left - 1 + size] && isFree(gapsBefore, leftRank)) {
      left -= 1;
      leftRank -= 1;
      const score = beginning(tokens, text, left);
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
      const score = beginning(tokens, text, right);
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

/** For each number of kept members, how many members that are not kept stand right after that many. */
function unkeptBefore(kept: readonly boolean[]): number[] {
  const gaps = [0];
  for (const isKept of kept) {
    if (isKept) gaps.push(0);
    else gaps[gaps.length - 1] = (gaps.at(-1) as number) + 1;
  }
  return gaps;
}

/** Whether the other side has nothing of its own at this place, so that the change is an insertion or deletion alone. */
function isFree(gaps: readonly number[], rank: number): boolean {
  return (gaps[rank] ?? 0) === 0;
}

/** How natural a beginning a token is for a changed passage; more is better. */
function beginning(tokens: readonly Token[], text: string, index: number): number {
  const token = tokens[index];
  const before = tokens[index - 1];
  if (token === undefined) return 0;
  if (before === undefined) return 4;
  const gap = text.slice(before.end, token.start);
  if (/\n/u.test(gap)) return 4;
  if (gap === "") return 0;
  if (/[.!?…"”’]/u.test(before.text)) return 3;
  return /[,;:—–-]/u.test(before.text) ? 2 : 1;
}
