import { requireSameLength } from "./require-number.ts";

export interface CompleteRows<Columns extends Record<string, readonly unknown[]>> {
  columns: { [Name in keyof Columns]: Exclude<Columns[Name][number], null>[] };
  /** Rows removed because a value was missing. */
  nDropped: number;
}

/**
 * The rows in which no column has a null, column by column, and the number of removed rows. Throws RangeError when the
 * columns differ in length.
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
  const complete = Object.fromEntries(names.map((name) => [name, keptRows.map((row) => columns[name]![row])]));
  return { columns: complete as CompleteRows<Columns>["columns"], nDropped: length - keptRows.length };
}
