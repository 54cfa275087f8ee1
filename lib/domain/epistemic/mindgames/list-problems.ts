import type { Label, Setup } from "./problem.ts";
import type { MindgamesRow } from "./row.ts";

/** A filter for the problems of a set. A criterion that is null is not applied. */
export interface ProblemFilter {
  setup: Setup | null;
  label: Label | null;
  /** The released `hypothesis_depth`. */
  depth: number | null;
  persons: number | null;
  announcements: number | null;
  /** Whether to list only rows whose label, formula and text disagree. */
  isDoubtful: boolean;
  /** A substring of the problem's name or of its hypothesis; empty for all. */
  search: string;
}

/** A problem as shown in a list. */
export interface ListedProblem {
  /** The item's name in files. */
  externalId: string;
  row: MindgamesRow;
  /** Errors found by the check; empty for a valid row. */
  doubts: readonly string[];
}

/** The problems that match all criteria of the filter, in the given order. */
export function filterProblems<Listed extends ListedProblem>(
  problems: readonly Listed[],
  filter: ProblemFilter,
): Listed[] {
  const searchText = filter.search.trim().toLowerCase();
  return problems.filter(
    ({ externalId, row, doubts }) =>
      (filter.setup === null || row.setup === filter.setup) &&
      (filter.label === null || row.label === filter.label) &&
      (filter.depth === null || row.hypothesis_depth === filter.depth) &&
      (filter.persons === null || row.names.length === filter.persons) &&
      (filter.announcements === null || row.n_announcements === filter.announcements) &&
      (!filter.isDoubtful || doubts.length > 0) &&
      (searchText === "" || `${externalId}\n${row.hypothesis}`.toLowerCase().includes(searchText)),
  );
}

/** The distinct values of a column in a set, in ascending order, as options of a filter. */
export function listDistinctValues(
  problems: readonly ListedProblem[],
  column: (row: MindgamesRow) => number | undefined,
): number[] {
  const values = new Set(problems.map(({ row }) => column(row)));
  return [...values].filter((value) => value !== undefined).sort((left, right) => left - right);
}
