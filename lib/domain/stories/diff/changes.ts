import { type Alignment, align } from "./align.ts";
import { slideToBoundary } from "./slide.ts";
import { type DiffToken, diffTokens, isWord } from "./tokens.ts";

/** One part of a text that was replaced by another. Half-open UTF-16 ranges; either side can be empty. */
export interface TextChange {
  oldStart: number;
  oldEnd: number;
  newStart: number;
  newEnd: number;
  oldText: string;
  newText: string;
}

/** A comparison of two texts: their tokens and which of them were kept. */
export interface TextComparison {
  oldText: string;
  newText: string;
  oldTokens: DiffToken[];
  newTokens: DiffToken[];
  alignment: Alignment;
}

/** Compares two texts by words and punctuation marks, with a minimum number of changes. */
export function compareTexts(oldText: string, newText: string): TextComparison {
  const oldTokens = diffTokens(oldText);
  const newTokens = diffTokens(newText);
  const numbers = new Map<string, number>();
  const numberOfToken = (token: DiffToken) => {
    const existingNumber = numbers.get(token.text);
    if (existingNumber !== undefined) return existingNumber;
    numbers.set(token.text, numbers.size);
    return numbers.size - 1;
  };
  const oldNumbers = oldTokens.map(numberOfToken);
  const newNumbers = newTokens.map(numberOfToken);
  const alignment = align(oldNumbers, newNumbers);
  slideToBoundary(alignment.newKept, alignment.oldKept, newNumbers, newTokens, newText);
  slideToBoundary(alignment.oldKept, alignment.newKept, oldNumbers, oldTokens, oldText);
  return { oldText, newText, oldTokens, newTokens, alignment };
}

/**
 * The changes that turn one text into the other, in order. Replacing each `oldText` by its `newText` gives exactly the
 * new text, spaces included. Changes that are separated only by spaces and punctuation are merged.
 */
export function changesBetween(oldText: string, newText: string): TextChange[] {
  return changesOf(compareTexts(oldText, newText));
}

/** The changes of a comparison; see `changesBetween`. */
export function changesOf(comparison: TextComparison): TextChange[] {
  const { oldText, newText, oldTokens, newTokens, alignment } = comparison;
  const changes: TextChange[] = [];
  let [oldDone, newDone] = [0, 0];
  let [oldAt, newAt] = [0, 0];
  let hasWordSinceChange = true;
  const closeChange = (oldStop: number, newStop: number) => {
    const change = narrowChange(oldText, newText, oldDone, oldStop, newDone, newStop);
    if (change === null) return;
    const last = changes.at(-1);
    if (last !== undefined && !hasWordSinceChange)
      changes[changes.length - 1] = joinChanges(oldText, newText, last, change);
    else changes.push(change);
    hasWordSinceChange = false;
  };
  for (;;) {
    while (oldAt < oldTokens.length && !alignment.oldKept[oldAt]) oldAt += 1;
    while (newAt < newTokens.length && !alignment.newKept[newAt]) newAt += 1;
    const old = oldTokens[oldAt];
    const now = newTokens[newAt];
    if (old === undefined || now === undefined) break;
    closeChange(old.start, now.start);
    hasWordSinceChange ||= isWord(old);
    [oldDone, newDone] = [old.end, now.end];
    oldAt += 1;
    newAt += 1;
  }
  closeChange(oldText.length, newText.length);
  return changes;
}

/** The difference between two gaps, without common leading and trailing spaces; null if the gaps are equal. */
function narrowChange(
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
  const isSameWhitespace = (left: string | undefined, right: string | undefined) =>
    left !== undefined && left === right && /\s/u.test(left);
  while (oldStart < oldEnd && newStart < newEnd && isSameWhitespace(oldText[oldStart], newText[newStart])) {
    oldStart += 1;
    newStart += 1;
  }
  while (oldStart < oldEnd && newStart < newEnd && isSameWhitespace(oldText[oldEnd - 1], newText[newEnd - 1])) {
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

function joinChanges(oldText: string, newText: string, first: TextChange, second: TextChange): TextChange {
  return {
    oldStart: first.oldStart,
    oldEnd: second.oldEnd,
    newStart: first.newStart,
    newEnd: second.newEnd,
    oldText: oldText.slice(first.oldStart, second.oldEnd),
    newText: newText.slice(first.newStart, second.newEnd),
  };
}
