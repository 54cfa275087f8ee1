import { formatCount } from "../format/figures.ts";
import type { Rejection } from "./import-report.ts";

/** A reason for rejection, with all lines that were rejected for it. */
export interface RejectionGroup {
  field: string;
  message: string;
  lines: number[];
  /** The distinct rejected values, in the order of their first line; empty if no value is known. */
  values: RejectedValue[];
}

/** A rejected value, and the earlier line that it contradicts. */
interface RejectedValue {
  value: string;
  earlierLine?: number | undefined;
}

/** Groups rejections with the same field and message. Groups are in the order of their first line. */
export function groupRejections(rejections: readonly Rejection[]): RejectionGroup[] {
  const groups = new Map<string, RejectionGroup>();
  for (const { line, field, message, value, earlierLine } of rejections) {
    const key = JSON.stringify([field, message]);
    const group = groups.get(key) ?? { field, message, lines: [], values: [] };
    group.lines.push(line);
    const isListed = group.values.some((one) => one.value === value && one.earlierLine === earlierLine);
    if (value !== undefined && !isListed) group.values.push({ value, ...(earlierLine ? { earlierLine } : {}) });
    groups.set(key, group);
  }
  return [...groups.values()];
}

/**
 * The first six rejected values, each in quotation marks and with the earlier line that it contradicts.
 *
 * @param unit what the report counts: lines of a file, or rows of a table
 */
export function formatRejectedValues(values: readonly RejectedValue[], unit: "line" | "row"): string {
  const named = values.slice(0, 6).map(({ value, earlierLine }) => {
    const shown = value === "" ? "empty" : `“${value}”`;
    return earlierLine === undefined ? shown : `${shown} (see ${unit} ${formatCount(earlierLine)})`;
  });
  return `${named.join(", ")}${values.length > 6 ? ", …" : ""}`;
}
