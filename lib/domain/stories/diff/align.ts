import { diffArrays } from "diff";

/** Which members of two lists are kept; both have the same number of kept members, paired in order. */
export interface Alignment {
  oldKept: boolean[];
  newKept: boolean[];
}

/**
 * Maximum number of changes in the exact search; with more, the lists are first split at unambiguous common parts. The
 * search is quadratic in the changes: 120 keep it near a millisecond for a completely rewritten story.
 */
const EXACT_CHANGES = 120;

/** Number of consecutive members, unique in both lists, that count as an unambiguous common part. */
const LANDMARK = 3;

/**
 * The shortest alignment of two lists (Myers, from the `diff` package). Lists that differ in more than `EXACT_CHANGES`
 * positions are first split at their common landmarks. This bounds the time, and the result may keep fewer members than
 * possible.
 */
export function align(before: readonly number[], after: readonly number[]): Alignment {
  const result = {
    oldKept: new Array<boolean>(before.length).fill(false),
    newKept: new Array<boolean>(after.length).fill(false),
  };
  alignInto(result, before, 0, before.length, after, 0, after.length);
  return result;
}

function alignInto(
  result: Alignment,
  before: readonly number[],
  oldFrom: number,
  oldTo: number,
  after: readonly number[],
  newFrom: number,
  newTo: number,
): void {
  let [oldStart, newStart, oldEnd, newEnd] = [oldFrom, newFrom, oldTo, newTo];
  while (oldStart < oldEnd && newStart < newEnd && before[oldStart] === after[newStart]) {
    markKept(result, oldStart, newStart);
    oldStart += 1;
    newStart += 1;
  }
  while (oldStart < oldEnd && newStart < newEnd && before[oldEnd - 1] === after[newEnd - 1]) {
    oldEnd -= 1;
    newEnd -= 1;
    markKept(result, oldEnd, newEnd);
  }
  if (oldStart === oldEnd || newStart === newEnd) return;
  const oldMiddle = before.slice(oldStart, oldEnd);
  const newMiddle = after.slice(newStart, newEnd);
  const parts = diffArrays(oldMiddle, newMiddle, { maxEditLength: EXACT_CHANGES });
  if (parts !== undefined) {
    let [oldAt, newAt] = [oldStart, newStart];
    for (const part of parts) {
      if (!part.added && !part.removed) {
        for (let step = 0; step < part.count; step += 1) markKept(result, oldAt + step, newAt + step);
      }
      if (!part.added) oldAt += part.count;
      if (!part.removed) newAt += part.count;
    }
    return;
  }
  const landmarks = commonLandmarks(oldMiddle, newMiddle);
  if (landmarks.length === 0) return;
  let [oldDone, newDone] = [oldStart, newStart];
  for (const [oldAt, newAt] of landmarks) {
    alignInto(result, before, oldDone, oldStart + oldAt, after, newDone, newStart + newAt);
    markKept(result, oldStart + oldAt, newStart + newAt);
    oldDone = oldStart + oldAt + 1;
    newDone = newStart + newAt + 1;
  }
  alignInto(result, before, oldDone, oldEnd, after, newDone, newEnd);
}

function markKept(result: Alignment, oldAt: number, newAt: number): void {
  result.oldKept[oldAt] = true;
  result.newKept[newAt] = true;
}

/** The longest increasing sequence of positions whose next members are equal and unique in each list (patience). */
function commonLandmarks(before: readonly number[], after: readonly number[]): [number, number][] {
  const oldRuns = uniqueRuns(before);
  const newRuns = uniqueRuns(after);
  const pairs: [number, number][] = [];
  for (const [run, oldAt] of oldRuns) {
    const newAt = newRuns.get(run);
    if (oldAt >= 0 && newAt !== undefined && newAt >= 0) pairs.push([oldAt, newAt]);
  }
  return longestIncreasing(pairs.sort((left, right) => left[0] - right[0]));
}

/** Each run of `LANDMARK` members with its position; -1 for a run that occurs more than once. */
function uniqueRuns(members: readonly number[]): Map<string, number> {
  const positions = new Map<string, number>();
  for (let at = 0; at + LANDMARK <= members.length; at += 1) {
    const run = members.slice(at, at + LANDMARK).join(" ");
    positions.set(run, positions.has(run) ? -1 : at);
  }
  return positions;
}

function longestIncreasing(pairs: [number, number][]): [number, number][] {
  const ends: number[] = [];
  const previous = new Array<number>(pairs.length).fill(-1);
  pairs.forEach((pair, index) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] as number] as [number, number])[1] < pair[1]) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (ends[low - 1] as number) : -1;
    ends[low] = index;
  });
  const chain: [number, number][] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] as number) chain.push(pairs[at] as [number, number]);
  return chain.reverse();
}
