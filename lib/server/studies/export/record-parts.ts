import type { ExportCell, ExportRecord } from "@/lib/domain/interchange/export-table.ts";
import type { ExportContext } from "./export-context.ts";

// What the records of several tables are made of.

/**
 * How a query names participants: by the random code of their session, or, for anonymous exports, by a number in an order
 * that only the study's secret explains. `order` sorts records by time, or by that number where time must not show.
 */
export function naming({ level }: ExportContext, byTime: string) {
  if (level !== "anonymous") return { with: "", join: "", name: "session.id::text", order: byTime };
  return {
    with: `WITH named AS MATERIALIZED (
      SELECT id, row_number() OVER (ORDER BY md5(id::text || $2)) AS number FROM session WHERE study_id = $1)`,
    join: "JOIN named ON named.id = session.id",
    name: "'P' || lpad(named.number::text, 6, '0')",
    order: "named.number",
  };
}

/** The values of a query that names participants in this way. */
export function participantValues({ level, study, salt }: ExportContext): unknown[] {
  return level === "anonymous" ? [study.id, salt] : [study.id];
}

/** The named members of an object as columns; a member that is missing is null. */
export function prefixed(
  prefix: string,
  names: readonly string[],
  from: Readonly<Record<string, unknown>>,
): ExportRecord {
  return Object.fromEntries(
    names.map((name) => [`${prefix}${name}`, (Object.hasOwn(from, name) ? from[name] : null) as ExportCell]),
  );
}

/** A time as every file writes it. */
export function isoTime(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}

/** Milliseconds between two times; null while the second has not come. */
export function elapsed(from: Date, to: Date | null): number | null {
  return to === null ? null : to.getTime() - from.getTime();
}
