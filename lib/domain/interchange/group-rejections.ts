import type { Rejection } from "./import-report.ts";

/** One reason, and every line rejected for it. */
export interface RejectionGroup {
  field: string;
  message: string;
  lines: number[];
  /** The different values that were rejected, in the order of their first line; empty if no value is known. */
  values: string[];
}

/** Groups rejections with equal field and message, in the order of each group's first line. */
export function groupRejections(rejections: readonly Rejection[]): RejectionGroup[] {
  const groups = new Map<string, RejectionGroup>();
  for (const { line, field, message, value } of rejections) {
    const key = JSON.stringify([field, message]);
    const group = groups.get(key) ?? { field, message, lines: [], values: [] };
    group.lines.push(line);
    if (value !== undefined && !group.values.includes(value)) group.values.push(value);
    groups.set(key, group);
  }
  return [...groups.values()];
}
