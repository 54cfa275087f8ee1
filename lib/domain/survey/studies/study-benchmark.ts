import type { Factor, Wording } from "../../items/kinds/item-kind.ts";
import type { ItemTable } from "./item-table.ts";
import type { ItemWordCounts } from "./item-words.ts";

/** A kind of item as shown in the form for a study. */
export interface AskedKind {
  name: string;
  label: string;
  /** Number of items of this kind in the benchmark, and their common properties. */
  items: number;
  /** Number of their source groups: an original, its erroneous versions and its questions are one. */
  groups: number;
  table: ItemTable;
  /** Number of items with at least one mark that a condition can show. */
  marked: number;
  /** Average word counts of one of them. */
  words: ItemWordCounts | null;
  factors: Factor[];
  /** The kind's own texts, which a study may override. */
  wording: Wording;
}

/** A benchmark as shown in the form for a study. */
export interface StudyBenchmark {
  id: string;
  name: string;
  /** The kinds of its items that studies support. */
  kinds: AskedKind[];
  /** Number of items of unsupported kinds. */
  unsupported: number;
  /** Number of its items with a translation, by language. */
  translated: Record<string, number>;
}
