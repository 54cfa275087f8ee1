import { type ItemSelection, selectionOfText } from "@/lib/domain/items/item-selection.ts";
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
