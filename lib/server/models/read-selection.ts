import { type ItemSelection, listNames, selectionOfText, unknownNames } from "@/lib/domain/items/item-selection.ts";
import { AppError } from "../platform/errors/app-error.ts";

/**
 * The selection of items in the field `items` of a form, an address or a command; null for an empty line.
 *
 * @throws AppError for a line that cannot be read
 */
export function readSelection(line: string): ItemSelection | null {
  try {
    return selectionOfText(line);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AppError("invalid", error.message, "items");
  }
}

/** Refuses a selection with names that none of the items has. */
export function refuseUnknownNames(selection: ItemSelection, items: readonly { name: string }[]): void {
  const unknown = unknownNames(selection, items);
  if (unknown.length > 0)
    throw new AppError("invalid", `names items that are not among those asked: ${listNames(unknown)}`, "items");
}
