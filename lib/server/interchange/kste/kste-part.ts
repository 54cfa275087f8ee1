import type { KsteItem } from "@/lib/domain/stories/items/kste-item.ts";
import type { KsteSource, RawRow } from "./collector.ts";
import type { readKsteSource } from "./source.ts";

export type KsteOptions = NonNullable<Parameters<typeof readKsteSource>[1]>;

/** Some of what a file holds. */
export interface KstePart {
  items: { item: KsteItem; row: number; raw: RawRow | null }[];
  findings: KsteSource["findings"];
}

export type KsteTotals = Pick<KsteSource, "rows" | "refused" | "ignored"> & {
  /** Why the whole file is refused; null for a file that was read. */
  refusal: string | null;
};
