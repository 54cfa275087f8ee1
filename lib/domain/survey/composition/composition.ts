import type { ItemPartition } from "./partition.ts";

/** A design in numbers: everything that determines which items are in a session together. */
export interface Composition {
  items: number;
  itemsPerSession: number;
  /** Sessions of each stratum. */
  strata: readonly number[];
  /** Conditions that vary between sessions, and conditions within each of them. */
  between: number;
  within: number;
  partitions: readonly ItemPartition[];
}

/** One session before its items are ordered and their within-conditions are assigned. */
export interface ComposedSession {
  stratum: number;
  /** Its between-condition. */
  between: number;
  /** Item numbers, all different. */
  items: number[];
}

/**
 * The number of answers to each item under each condition, rounded down; within one between-condition, counts differ by
 * at most one.
 */
export function minAnswersPerCell({ items, itemsPerSession, strata, between, within }: Composition): number {
  const sessions = strata.reduce((sum, count) => sum + count, 0);
  return Math.floor((sessions * itemsPerSession) / (items * between * within) + 1e-9);
}

/**
 * The number of sessions of each stratum under each between-condition; the numbers differ by at most one within a
 * stratum and over the study.
 */
export function divideSessions(strata: readonly number[], between: number, first: number): number[][] {
  let start = first;
  return strata.map((sessions) => {
    const row = Array.from({ length: between }, () => Math.floor(sessions / between));
    for (let extra = 0; extra < sessions % between; extra += 1) {
      const column = (start + extra) % between;
      row[column] = (row[column] ?? 0) + 1;
    }
    start += sessions % between;
    return row;
  });
}
