import type { KsteItem } from "@/lib/domain/stories/items/kste-item.ts";
import type { KsteSource, RawRow } from "./collector.ts";
import type { readKsteSource } from "./source.ts";

export type KsteOptions = NonNullable<Parameters<typeof readKsteSource>[1]>;

/** A part of a file's content. */
export interface KstePart {
  items: { item: KsteItem; row: number; raw: RawRow | null }[];
  findings: KsteSource["findings"];
}

export type KsteTotals = Pick<KsteSource, "rows" | "refused" | "ignored"> & {
  /** Why the whole file was refused; null if it was read. */
  refusal: string | null;
};
