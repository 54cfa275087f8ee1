import type { CountChoice } from "@/lib/domain/survey/counted-response.ts";

/**
 * The view whose rows are counted: current answers, or answers as they were when the study's data were first locked.
 */
export function countedRows({ data }: Pick<CountChoice, "data">): "locked_response" | "counted_response" {
  return data === "locked" ? "locked_response" : "counted_response";
}

/** The counters of the same rows. */
export function countedCells({ data }: Pick<CountChoice, "data">): "locked_cell_count" | "cell_count" {
  return data === "locked" ? "locked_cell_count" : "cell_count";
}

/**
 * The condition under which a row of the view `counted_response` counts, except for its stage, which callers bind. It
 * contains only the requested conditions, so that nothing is looked up row by row unnecessarily. The equivalent in the
 * domain is `isCounted`.
 */
export function countedWhere(choice: Omit<CountChoice, "stage">, row = "counted"): string {
  return [
    `${row}.is_complete`,
    `${row}.is_newest`,
    ...(choice.surplus ? [] : [`NOT ${row}.is_surplus`]),
    ...(choice.excluded ? [] : [`NOT ${row}.is_excluded`]),
    ...(choice.openStratum ? [] : [`NOT ${row}.is_open_stratum`]),
  ].join(" AND ");
}

/** The first reason why a row does not count, as `notCountedReasons` has it; an empty text where it does. */
export function reasonNotCounted(choice: Omit<CountChoice, "stage">, row = "counted"): string {
  return `CASE WHEN NOT ${row}.is_complete THEN 'incomplete' WHEN NOT ${row}.is_newest THEN 'older-revision'
    ${choice.surplus ? "" : `WHEN ${row}.is_surplus THEN 'surplus'`}
    ${choice.excluded ? "" : `WHEN ${row}.is_excluded THEN 'excluded'`}
    ${choice.openStratum ? "" : `WHEN ${row}.is_open_stratum THEN 'open-stratum'`} ELSE '' END`;
}
