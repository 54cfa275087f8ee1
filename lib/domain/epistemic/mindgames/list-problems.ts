import type { Label, Setup } from "./problem.ts";
import type { MindgamesRow } from "./row.ts";

/** Which problems of a set are wanted; null asks for nothing. */
export interface ProblemFilter {
  setup: Setup | null;
  label: Label | null;
  /** The released `hypothesis_depth`. */
  depth: number | null;
  persons: number | null;
  announcements: number | null;
  /** Only rows whose label, formula and text disagree. */
  isDoubtful: boolean;
  /** A part of the problem's name or of its hypothesis; empty for all. */
  search: string;
}

/** A problem as a list shows it. */
export interface ListedProblem {
  /** The item's name in files. */
  externalId: string;
  row: MindgamesRow;
  /** What the check found; empty for a sound row. */
  doubts: readonly string[];
}

/** The problems that pass every part of the filter, in their order. */
export function filterProblems<Listed extends ListedProblem>(
  problems: readonly Listed[],
  filter: ProblemFilter,
): Listed[] {
  const wanted = filter.search.trim().toLowerCase();
  return problems.filter(
    ({ externalId, row, doubts }) =>
      (filter.setup === null || row.setup === filter.setup) &&
      (filter.label === null || row.label === filter.label) &&
      (filter.depth === null || row.hypothesis_depth === filter.depth) &&
      (filter.persons === null || row.names.length === filter.persons) &&
      (filter.announcements === null || row.n_announcements === filter.announcements) &&
      (!filter.isDoubtful || doubts.length > 0) &&
      (wanted === "" || `${externalId}\n${row.hypothesis}`.toLowerCase().includes(wanted)),
  );
}

/** The values of a column that occur in a set, in ascending order: what a filter can ask for. */
export function valuesOf(
  problems: readonly ListedProblem[],
  column: (row: MindgamesRow) => number | undefined,
): number[] {
  const values = new Set(problems.map(({ row }) => column(row)));
  return [...values].filter((value) => value !== undefined).sort((left, right) => left - right);
}
