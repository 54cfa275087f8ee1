import type { Edit } from "../../words/edit.ts";
import { firstWordEndingAfter, type Word } from "../../words/words.ts";

/**
 * The effect of an edit on the words: words `start` to `end` of the old list became words `start` to `newEnd` of the
 * new one.
 */
export interface WordChange {
  start: number;
  end: number;
  newEnd: number;
  /** The first replaced word kept its beginning, which is now part of word `start` of the new list. */
  headSurvives: boolean;
  /** The last replaced word kept its end, which is now part of word `newEnd - 1` of the new list. */
  tailSurvives: boolean;
}

/**
 * The words that an edit touched, as narrowly as the two word lists allow: unchanged words before and after the edit
 * are excluded. An inserted sentence therefore touches no old word, and merging two words touches both.
 */
export function findWordChange(before: readonly Word[], after: readonly Word[], edit: Edit): WordChange {
  const shift = edit.text.length - (edit.end - edit.start);
  let start = Math.min(firstWordEndingAfter(before, edit.start - 1), after.length);
  while (start > 0 && !isSame(before[start - 1], after[start - 1], 0)) start -= 1;
  while (
    start < after.length &&
    (before[start]?.end ?? Infinity) <= edit.start &&
    isSame(before[start], after[start], 0)
  )
    start += 1;
  let commonTail = 0;
  while (before.length - commonTail > start && after.length - commonTail > start) {
    const old = before[before.length - 1 - commonTail] as Word;
    if (old.start < edit.end || !isSame(old, after[after.length - 1 - commonTail], shift)) break;
    commonTail += 1;
  }
  const end = before.length - commonTail;
  const newEnd = after.length - commonTail;
  return {
    start,
    end,
    newEnd,
    headSurvives: end > start && newEnd > start && (before[start] as Word).start < edit.start,
    tailSurvives: end > start && newEnd > start && (before[end - 1] as Word).end > edit.end,
  };
}

function isSame(old: Word | undefined, now: Word | undefined, shift: number): boolean {
  return (
    old !== undefined &&
    now !== undefined &&
    old.start + shift === now.start &&
    old.end + shift === now.end &&
    old.text === now.text
  );
}
