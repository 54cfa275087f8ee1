import kste2025 from "../statistics/fixtures/kste2025.json" with { type: "json" };
import type { Observations } from "./observation.ts";
import type { PaperTable } from "./paper-table.ts";
import { replicateKste2025 } from "./papers/kste-2025.ts";

/** The kinds of items that these tables are about. */
export const modelTableKinds = ["consistency", "two-choice"] as const;

const shownTables = ["2", "3", "4", "figure-3", "figure-4"];
/** Tables that compare two ways of asking: with one of them they would only repeat Table 2. */
const comparisons = ["4", "figure-4"];

/** Without the rows of the paper's models, so that every row is one of ours under its own name. */
const nothingPrinted = {
  ...kste2025,
  table2: [],
  table3: { ...kste2025.table3, rows: [] },
  table4: { ...kste2025.table4, rows: [] },
};

/**
 * Tables 2 to 4 and Figures 3 and 4 of Yang et al. 2026 for any answers to story errors and next actions: one row per
 * model over all its runs. Columns and tables without a value are omitted.
 */
export function modelTables(observations: Observations): PaperTable[] {
  const { tables } = replicateKste2025(nothingPrinted, observations);
  return tables.filter(({ table }) => shownTables.includes(table)).flatMap(withoutEmptyParts);
}

/** The row of one model in each table; tables without it are omitted. */
export function rowsOfModel(tables: readonly PaperTable[], model: string): PaperTable[] {
  return tables
    .map((table) => ({ ...table, rows: table.rows.filter(({ row }) => row === model) }))
    .flatMap(withoutEmptyParts);
}

function withoutEmptyParts(table: PaperTable): PaperTable[] {
  const rows = table.rows.filter(({ cells }) => cells.some(({ ours }) => ours !== null));
  const kept = table.columns.flatMap((_, index) =>
    rows.some(({ cells }) => cells[index]!.ours !== null) ? [index] : [],
  );
  if (kept.length < (comparisons.includes(table.table) ? 2 : 1)) return [];
  const columns = kept.map((index) => table.columns[index]!);
  const drawn = table.figure?.columns.filter((name) => columns.some((column) => column.name === name)) ?? [];
  return [
    {
      ...table,
      columns,
      rows: rows.map(({ row, cells }) => ({ row, cells: kept.map((index) => cells[index]!) })),
      figure: table.figure && drawn.length > 0 ? { ...table.figure, columns: drawn } : null,
    },
  ];
}
