import type { Rejection } from "./import-report.ts";

/** One reason, and every line rejected for it. */
export interface RejectionGroup {
  field: string;
  message: string;
  lines: number[];
}

/** Groups rejections with equal field and message, in the order of each group's first line. */
export function groupRejections(rejections: readonly Rejection[]): RejectionGroup[] {
  const groups = new Map<string, RejectionGroup>();
  for (const { line, field, message } of rejections) {
    const key = JSON.stringify([field, message]);
    const group = groups.get(key) ?? { field, message, lines: [] };
    group.lines.push(line);
    groups.set(key, group);
  }
  return [...groups.values()];
}
