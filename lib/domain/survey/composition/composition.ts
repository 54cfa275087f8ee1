import type { Partition } from "./partition.ts";

/** A design as numbers: everything that decides which items meet in a session. */
export interface Composition {
  items: number;
  itemsPerSession: number;
  /** Sessions of each stratum. */
  strata: readonly number[];
  /** Conditions that vary between sessions, and conditions within each of them. */
  between: number;
  within: number;
  partitions: readonly Partition[];
}

/** One session before its items are put in order and their conditions within the session are dealt. */
export interface ComposedSession {
  stratum: number;
  /** Which of the conditions between sessions it has. */
  between: number;
  /** Item numbers, all different. */
  items: number[];
}

/** Answers for each item and each condition within one between-condition when counts differ by at most one. */
export function answersPerCell({ items, itemsPerSession, strata, between, within }: Composition): number {
  const sessions = strata.reduce((sum, count) => sum + count, 0);
  return Math.floor((sessions * itemsPerSession) / (items * between * within) + 1e-9);
}

/** Sessions of each stratum under each between-condition: within one in every row, and within one over the study. */
export function dealBetween(strata: readonly number[], between: number, first: number): number[][] {
  let start = first;
  return strata.map((sessions) => {
    const row = Array.from({ length: between }, () => Math.floor(sessions / between));
    for (let extra = 0; extra < sessions % between; extra += 1) {
      const at = (start + extra) % between;
      row[at] = (row[at] ?? 0) + 1;
    }
    start += sessions % between;
    return row;
  });
}
