import { requireSameLength } from "./require-number.ts";

export interface CompleteRows<Columns extends Record<string, readonly unknown[]>> {
  columns: { [Name in keyof Columns]: Exclude<Columns[Name][number], null>[] };
  /** Number of rows that were removed because a value was missing. */
  nDropped: number;
}

/**
 * Keeps the rows in which no column is null, and counts the removed rows. Throws RangeError if the columns differ in
 * length.
 */
export function completeRows<Columns extends Record<string, readonly unknown[]>>(
  columns: Columns,
): CompleteRows<Columns> {
  const names = Object.keys(columns);
  const first = names[0]!;
  for (const name of names) requireSameLength(first, columns[first]!, name, columns[name]!);
  const length = columns[first]!.length;
  const keptRows: number[] = [];
  for (let row = 0; row < length; row += 1) if (names.every((name) => columns[name]![row] !== null)) keptRows.push(row);
  const completeColumns = Object.fromEntries(names.map((name) => [name, keptRows.map((row) => columns[name]![row])]));
  return { columns: completeColumns as CompleteRows<Columns>["columns"], nDropped: length - keptRows.length };
}
