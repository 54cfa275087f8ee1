import { statusLabel } from "../results/plan/result-status.ts";
import type { MissingPart } from "./observation.ts";
import { decideCellReport, type Printed, type Replication, statusOfRow } from "./paper-table.ts";

/** One value in `report.json`. Shares lie between 0 and 1. */
export interface ReportRow {
  table: string;
  row: string;
  column: string;
  /** Null if the paper does not print it. */
  printed: Printed;
  /** Null if it is not computed. */
  ours: number | null;
  n: number;
  interval: readonly [low: number, high: number] | null;
  /** The status of the row, as in the other files. */
  status: string;
  /** Why the value is not computed; absent if it is. */
  why?: string;
}

/** The content of `report.json`: every value of every table and figure, and what is missing with the reason. */
export interface ReplicationReport {
  rows: ReportRow[];
  missing: MissingPart[];
}

/** The report of a replication: a row for each value that is printed, computed, or not computed for a reason. */
export function createReport({ tables, missing, peopleStatus }: Replication): ReplicationReport {
  const rows = tables.flatMap(({ table, columns, rows }) =>
    rows.flatMap((row) => {
      const status = statusLabel(statusOfRow(row, peopleStatus));
      return row.cells.flatMap((cell, index): ReportRow[] => {
        const { printed, ours, n, interval, why } = cell;
        const cellReport = decideCellReport(row, cell);
        if (cellReport === "nothing" || (cellReport === "missing" && printed === null)) return [];
        const reason = ours === null ? { why: why ?? "not computed" } : {};
        return [{ table, row: row.row, column: columns[index]!.name, printed, ours, n, interval, status, ...reason }];
      });
    }),
  );
  return { rows, missing: [...missing] };
}
