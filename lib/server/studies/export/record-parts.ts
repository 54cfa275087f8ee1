import type { ExportCell, ExportRecord } from "@/lib/domain/interchange/export-table.ts";
import { fragment, type SqlFragment } from "../../platform/database/sql.ts";
import type { ExportContext } from "./export-context.ts";

// Columns that the records of several tables share.

/**
 * How a query identifies participants: by the random code of their session, or, for anonymous exports, by a number
 * whose order depends on the study's secret. `order` sorts records by time, or by the random number if times must be
 * hidden.
 */
export function chooseParticipantNaming({ level, study, salt }: ExportContext, byTime: SqlFragment) {
  if (level !== "anonymous")
    return { with: fragment``, join: fragment``, name: fragment`session.id::text`, order: byTime };
  return {
    with: fragment`WITH named AS MATERIALIZED (
      SELECT id, row_number() OVER (ORDER BY md5(id::text || ${salt}::text)) AS number FROM session
      WHERE study_id = ${study.id})`,
    join: fragment`JOIN named ON named.id = session.id`,
    name: fragment`'P' || lpad(named.number::text, 6, '0')`,
    order: fragment`named.number`,
  };
}

/** The named properties of an object as columns with a prefix; a missing property becomes null. */
export function pickPrefixed(
  prefix: string,
  names: readonly string[],
  from: Readonly<Record<string, unknown>>,
): ExportRecord {
  return Object.fromEntries(
    names.map((name) => [`${prefix}${name}`, (Object.hasOwn(from, name) ? from[name] : null) as ExportCell]),
  );
}

/** A time in the format that all exported files use. */
export function formatIsoTime(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}

/** Milliseconds between two times; null if the second is missing. */
export function elapsedMs(from: Date, to: Date | null): number | null {
  return to === null ? null : to.getTime() - from.getTime();
}
