import type { CountChoice } from "@/lib/domain/survey/counted-response.ts";

/**
 * The condition under which a row of the view `counted_response` counts, but for its stage, which callers bind. Only what
 * is asked for stands in it, so that nothing is looked up row by row in vain. The domain's twin is `isCounted`.
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

/** The condition under which a row was never excluded for a reason, not even by a mark that was taken back. */
export function neverMarkedWhere(reason: "missed-checks", row = "counted"): string {
  return `NOT EXISTS (SELECT FROM exclusion WHERE exclusion.response_id = ${row}.id AND exclusion.reason = '${reason}')`;
}
