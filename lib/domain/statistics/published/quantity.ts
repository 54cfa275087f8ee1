import { agreesWithPrinted } from "./printed-number.ts";
import type { PublishedQuantity } from "./published-check.ts";

/** A printed number beside ours (null where ours has none). `misprint` names the paper's error where one is known. */
export function quantity(
  name: string,
  printed: string,
  ours: number | null,
  misprint: string | null = null,
): PublishedQuantity {
  return { name, printed, ours, agrees: ours !== null && agreesWithPrinted(printed, ours), misprint };
}
