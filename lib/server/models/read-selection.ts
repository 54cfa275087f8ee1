import * as z from "zod";
import { type ItemSelection, listNames, selectionOfText, unknownNames } from "@/lib/domain/items/item-selection.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { AppError } from "../platform/errors/app-error.ts";

/**
 * Parses the selection of items in the field `items` of a form, a query or a command; null for an empty line.
 *
 * @throws AppError for a line that cannot be parsed
 */
export function readSelection(line: string): ItemSelection | null {
  try {
    return selectionOfText(line);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AppError("invalid", error.message, "items");
  }
}

const nameRow = z.strictObject({ name: z.string() });

/** The names in a selection that no item of these benchmarks has. */
export async function findUnknownNames(
  benchmarkIds: readonly string[],
  selection: ItemSelection | null,
): Promise<string[]> {
  if (!selection?.ids) return [];
  const rows = await manyRows(
    pool(),
    nameRow,
    sql`SELECT name FROM unnest(${selection.ids}::text[]) AS name WHERE NOT EXISTS (
       SELECT FROM item_version WHERE benchmark_id = ANY (${benchmarkIds}::uuid[]) AND external_id = name)`,
  );
  return rows.map(({ name }) => name);
}

/** Throws an error if the selection contains names that none of the items has. */
export function refuseUnknownNames(selection: ItemSelection, items: readonly { name: string }[]): void {
  const unknownItemNames = unknownNames(selection, items);
  if (unknownItemNames.length > 0)
    throw new AppError(
      "invalid",
      `names items that are not among those asked: ${listNames(unknownItemNames)}`,
      "items",
    );
}
