import type { TaskSpan } from "../answers/task-answer.ts";

/** Intersection over union, and F1 = 2 shared / (one + other). Both are 1 if both sides are empty. */
export interface Overlap {
  iou: number;
  f1: number;
}

/** The overlap of two lists as multisets. */
export function overlapOfSets(one: readonly string[], other: readonly string[]): Overlap {
  return overlapOfCounts(countsOf(one), countsOf(other));
}

/** The overlap of two multisets. */
export function overlapOfCounts(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): Overlap {
  let shared = 0;
  for (const [value, count] of one) shared += Math.min(count, other.get(value) ?? 0);
  const total = sumOf(one) + sumOf(other);
  return total === 0 ? { iou: 1, f1: 1 } : { iou: shared / (total - shared), f1: (2 * shared) / total };
}

/** The labelled characters that spans cover. Each character counts once. */
export function positionsOf(spans: readonly TaskSpan[]): Map<string, number> {
  const covered = new Map<string, number>();
  for (const { part = 0, start, end, label = "" } of spans)
    for (let at = start; at < end; at += 1) covered.set(`${part} ${at} ${label}`, 1);
  return covered;
}

function countsOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
