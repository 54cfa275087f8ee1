import type { Edit } from "../../words/edit.ts";
import { straightenText } from "../../words/straighten.ts";
import type { Word, WordRange } from "../../words/words.ts";
import { changesOf, compareTexts, type TextChange, type TextComparison } from "./changes.ts";
import { type DiffToken, isWord } from "./tokens.ts";

/** One change of the story with its size in words. */
export interface Hunk extends TextChange {
  /** The hunk's index in the diff, from 0. */
  index: number;
  /** Words removed and added, without words whose apostrophe style alone changed. */
  wordsRemoved: number;
  wordsAdded: number;
  /** Whether only quotation marks, dashes and spaces changed. */
  isTypographic: boolean;
}

/** A story compared with the version from which it was made. */
export interface StoryDiff {
  hunks: Hunk[];
  wordsRemoved: number;
  wordsAdded: number;
  /** The underlying comparison; the hint linter uses it to find new words. */
  comparison: TextComparison;
}

/** The minimal-edit diff of two versions of a story. */
export function diffStories(oldText: string, newText: string): StoryDiff {
  const comparison = compareTexts(oldText, newText);
  const oldCounts = changedWords(comparison.oldTokens, comparison.alignment.oldKept);
  const newCounts = changedWords(comparison.newTokens, comparison.alignment.newKept);
  const hunks = changesOf(comparison).map((change, index): Hunk => {
    const isTypographic = straightenText(change.oldText) === straightenText(change.newText);
    return {
      ...change,
      index,
      isTypographic,
      wordsRemoved: isTypographic ? 0 : oldCounts.between(change.oldStart, change.oldEnd),
      wordsAdded: isTypographic ? 0 : newCounts.between(change.newStart, change.newEnd),
    };
  });
  return {
    hunks,
    wordsRemoved: hunks.reduce((sum, hunk) => sum + hunk.wordsRemoved, 0),
    wordsAdded: hunks.reduce((sum, hunk) => sum + hunk.wordsAdded, 0),
    comparison,
  };
}

/** The edit that reverts one hunk of the new text. Reverting all hunks, the last first, gives the old text. */
export function revertHunk(hunk: Hunk): Edit {
  return { start: hunk.newStart, end: hunk.newEnd, text: hunk.oldText };
}

/** Words changed in a part of the story. */
export interface ZoneCount {
  hunks: number;
  wordsRemoved: number;
  wordsAdded: number;
}

/** Words changed before, inside and after the modified event. */
export interface EventZones {
  before: ZoneCount;
  inside: ZoneCount;
  after: ZoneCount;
}

/**
 * Splits the size of a diff by the event's position in the new story (in words). A hunk counts as inside if it touches
 * the event or only removes words at its edge, because these words may be the event's own first or last words.
 */
export function countByZone(hunks: readonly Hunk[], words: readonly Word[], event: WordRange): EventZones {
  const zones: EventZones = { before: emptyCount(), inside: emptyCount(), after: emptyCount() };
  const start = words[event.start]?.start ?? Number.POSITIVE_INFINITY;
  const end = event.end > event.start ? (words[event.end - 1] as Word).end : start;
  const beforeEnd = words[event.start - 1]?.end ?? 0;
  const afterStart = words[event.end]?.start ?? Number.POSITIVE_INFINITY;
  for (const hunk of hunks) {
    const isPureRemoval = hunk.wordsAdded === 0;
    const isBefore = isPureRemoval ? hunk.newEnd <= beforeEnd : hunk.newEnd <= start;
    const isAfter = isPureRemoval ? hunk.newStart >= afterStart : hunk.newStart >= end;
    const zone = isBefore ? zones.before : isAfter ? zones.after : zones.inside;
    zone.hunks += 1;
    zone.wordsRemoved += hunk.wordsRemoved;
    zone.wordsAdded += hunk.wordsAdded;
  }
  return zones;
}

function emptyCount(): ZoneCount {
  return { hunks: 0, wordsRemoved: 0, wordsAdded: 0 };
}

function changedWords(
  tokens: readonly DiffToken[],
  kept: readonly boolean[],
): { between(start: number, end: number): number } {
  const positions = tokens.filter((token, index) => !kept[index] && isWord(token)).map((token) => token.start);
  return { between: (start, end) => countBelow(positions, end) - countBelow(positions, start) };
}

/** Number of values below a bound in a sorted list. */
function countBelow(positions: readonly number[], bound: number): number {
  let low = 0;
  let high = positions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((positions[middle] as number) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
