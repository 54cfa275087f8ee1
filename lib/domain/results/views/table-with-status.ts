import { removeTestColumns } from "../interim/without-conclusions.ts";
import { statusLabel } from "../plan/result-status.ts";
import { statusOfOthers, statusOfTable } from "../plan/test-status.ts";
import { textCell, type ViewTable } from "./view.ts";
import type { ViewStatus } from "./view-files.ts";

/**
 * A table as a page shows it: without tests on interim data, otherwise with the status of each row if it has tests. Null
 * if all of it rests on tests and nothing is tested.
 */
export function tableWithStatus(given: ViewTable, status: ViewStatus): ViewTable | null {
  const isInterim = statusOfOthers(status)?.kind === "interim";
  if (isInterim && given.restsOnTest) return null;
  const table = isInterim ? removeTestColumns(given) : given;
  const statuses = statusOfTable(table, status);
  const hasTests = table.restsOnTest || table.rows.some((row) => row.some(({ kind }) => kind === "test"));
  if (statuses === null || !hasTests) return table;
  return {
    ...table,
    columns: [...table.columns, "Status"],
    rows: table.rows.map((row, index) => [
      ...row,
      textCell(statusLabel("kind" in statuses ? statuses : statuses[index]!)),
    ]),
  };
}
