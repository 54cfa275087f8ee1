import type { Random } from "../../random.ts";
import { shuffle } from "../../random.ts";
import { BoundedFlow } from "./flow.ts";

/** A table of numbers, row by row. */
export interface CountTable {
  rows: number;
  columns: number;
  cells: Float64Array;
}

export function emptyTable(rows: number, columns: number): CountTable {
  return { rows, columns, cells: new Float64Array(rows * columns) };
}

/**
 * Rounds a table so that every cell, row, column and the total is rounded down or up from its fraction, which is always
 * possible (controlled rounding, Cox 1987). Cells with the largest `wish` are rounded up first; the others are drawn at
 * random.
 */
export function roundTable(table: CountTable, random: Random, wish: (cell: number) => number = () => 0): CountTable {
  const roundedTable = roundWithinBounds(table, (cell) => integersAround(table.cells[cell] ?? 0), random, wish);
  if (!roundedTable) throw new RangeError("a table of fractions was not rounded; this cannot happen");
  return roundedTable;
}

/** Like `roundTable`, with given bounds for every cell; null if there is no solution. */
export function roundWithinBounds(
  table: CountTable,
  boundsOf: (cell: number) => [low: number, high: number],
  random: Random,
  wish: (cell: number) => number,
): CountTable | null {
  const { rows, columns, cells } = table;
  const roundedTable = emptyTable(rows, columns);
  const flow = new BoundedFlow();
  const source = flow.addNode();
  const sink = flow.addNode();
  const rowNodes = Array.from({ length: rows }, () => flow.addNode());
  const columnNodes = Array.from({ length: columns }, () => flow.addNode());
  const sums = marginsOf(table);
  const [low, high] = integersAround(sums.total);
  flow.addEdge(sink, source, low, high);
  for (const row of shuffle([...rowNodes.keys()], random)) {
    flow.addEdge(source, rowNodes[row] as number, ...integersAround(sums.rows[row] ?? 0));
  }
  for (const column of shuffle([...columnNodes.keys()], random)) {
    flow.addEdge(columnNodes[column] as number, sink, ...integersAround(sums.columns[column] ?? 0));
  }
  const order = shuffle([...cells.keys()], random).sort((left, right) => wish(right) - wish(left));
  const edges = new Map<number, number>();
  for (const cell of order) {
    const column = cell % columns;
    const row = (cell - column) / columns;
    edges.set(cell, flow.addEdge(rowNodes[row] as number, columnNodes[column] as number, ...boundsOf(cell)));
  }
  if (!flow.solve()) return null;
  for (const [cell, edge] of edges) roundedTable.cells[cell] = flow.carried(edge);
  return roundedTable;
}

function marginsOf({ rows, columns, cells }: CountTable) {
  const sums = { rows: new Float64Array(rows), columns: new Float64Array(columns), total: 0 };
  for (const [cell, value] of cells.entries()) {
    const column = cell % columns;
    const row = (cell - column) / columns;
    sums.rows[row] = (sums.rows[row] ?? 0) + value;
    sums.columns[column] = (sums.columns[column] ?? 0) + value;
    sums.total += value;
  }
  return sums;
}

/** The integers around a number; a number that is an integer up to rounding errors counts as an integer. */
export function integersAround(value: number): [low: number, high: number] {
  const nearest = Math.round(value);
  if (Math.abs(value - nearest) < 1e-6) return [nearest, nearest];
  return [Math.floor(value), Math.ceil(value)];
}
