import type { MissingPart } from "./observation.ts";
import type { Printed, Replication } from "./paper-table.ts";

/** One value in `report.json`. Shares lie between 0 and 1. */
export interface ReportRow {
  table: string;
  row: string;
  column: string;
  /** Null if the paper does not print it. */
  printed: Printed;
  /** Null if it is missing. */
  ours: number | null;
  n: number;
  interval: readonly [low: number, high: number] | null;
}

/** The content of `report.json`: every value of every table and figure, and what is missing with the reason. */
export interface ReplicationReport {
  rows: ReportRow[];
  missing: MissingPart[];
}

/** The report of a replication: a row for each value that is printed or computed. */
export function reportOf({ tables, missing }: Replication): ReplicationReport {
  const rows = tables.flatMap(({ table, columns, rows }) =>
    rows.flatMap(({ row, cells }) =>
      cells.flatMap(({ printed, ours, n, interval }, index): ReportRow[] =>
        printed === null && ours === null
          ? []
          : [{ table, row, column: columns[index]!.name, printed, ours, n, interval }],
      ),
    ),
  );
  return { rows, missing: [...missing] };
}
