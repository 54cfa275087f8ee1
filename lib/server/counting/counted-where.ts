import { type CountChoice, countedByDefault } from "@/lib/domain/survey/counted-response.ts";
import { fragment, SqlFragment } from "../platform/database/sql.ts";

/**
 * The view whose rows are counted: the current answers, or the answers at the time when the study's data were first
 * locked.
 */
export function countedRowsView({ data }: Pick<CountChoice, "data">): SqlFragment {
  return data === "locked" ? fragment`locked_response` : fragment`counted_response`;
}

/** The counters of these rows. */
export function countedCellsView({ data }: Pick<CountChoice, "data">): SqlFragment {
  return data === "locked" ? fragment`locked_cell_count` : fragment`cell_count`;
}

/**
 * The condition under which a row of the view `counted_response` counts, except for its stage, which callers add. It
 * contains only the conditions that the choice requires, so that nothing is looked up row by row unnecessarily.
 * `isCounted` is the equivalent in the domain.
 */
export function countedWhere(choice: Omit<CountChoice, "stage">, row = "counted"): SqlFragment {
  const conditions = [
    `${row}.is_complete`,
    `${row}.is_newest`,
    ...(choice.surplus ? [] : [`NOT ${row}.is_surplus`]),
    ...(choice.excluded ? [] : [`NOT ${row}.is_excluded`]),
    ...(choice.openStratum ? [] : [`NOT ${row}.is_open_stratum`]),
  ];
  return new SqlFragment([conditions.join(" AND ")], []);
}

/**
 * SQL: whether an answer of the view `counted_response` counts by default: of a study with locked data, whether it
 * counts there, so that answers and exclusions after the lock change no published number.
 *
 * @param hasLock whether the study has locked data
 */
export function countedByDefaultSql(hasLock: boolean, row = "counted"): SqlFragment {
  const choice = countedByDefault("main");
  if (!hasLock) return countedWhere(choice, row);
  return fragment`CASE WHEN ${new SqlFragment([row], [])}.stage = 'main'
    THEN EXISTS (SELECT FROM locked_response AS locked WHERE locked.id = ${new SqlFragment([row], [])}.id
      AND ${countedWhere(choice, "locked")})
    ELSE ${countedWhere(choice, row)} END`;
}

/** SQL: the first reason why a row does not count (`listReasonsNotCounted`); an empty text if it counts. */
export function selectReasonNotCounted(choice: Omit<CountChoice, "stage">, row = "counted"): SqlFragment {
  const text = `CASE WHEN NOT ${row}.is_complete THEN 'incomplete' WHEN NOT ${row}.is_newest THEN 'older-revision'
    ${choice.surplus ? "" : `WHEN ${row}.is_surplus THEN 'surplus'`}
    ${choice.excluded ? "" : `WHEN ${row}.is_excluded THEN 'excluded'`}
    ${choice.openStratum ? "" : `WHEN ${row}.is_open_stratum THEN 'open-stratum'`} ELSE '' END`;
  return new SqlFragment([text], []);
}
