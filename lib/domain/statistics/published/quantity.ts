import { agreesWithPrinted } from "./printed-number.ts";
import type { PublishedQuantity } from "./published-check.ts";

/**
 * A printed number and the recomputed number (null if there is none). `misprint` is the ID of a known error of the
 * paper.
 */
export function quantity(
  name: string,
  printed: string,
  ours: number | null,
  misprint: string | null = null,
): PublishedQuantity {
  return { name, printed, ours, agrees: ours !== null && agreesWithPrinted(printed, ours), misprint };
}
