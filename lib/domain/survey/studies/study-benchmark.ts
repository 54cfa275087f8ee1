import type { StudyItemKind } from "../kinds/asked-kind.ts";
import type { ItemTable } from "./item-table.ts";
import type { ItemWordCounts } from "./item-words.ts";

/** A kind of item, or all kinds together, as shown in the form for a study. */
export interface AskedKind extends StudyItemKind {
  /** Number of items of this kind in the benchmark, and their common properties. */
  items: number;
  /** Number of source groups of these items; an original, its erroneous versions and its questions are one group. */
  groups: number;
  table: ItemTable;
  /** Number of items with at least one mark that a condition can show. */
  marked: number;
  /** Average word counts of one of them. */
  words: ItemWordCounts | null;
}

/** A benchmark as shown in the form for a study. */
export interface StudyBenchmark {
  id: string;
  name: string;
  /** The supported kinds of its items, and all of them together if there are several. */
  kinds: AskedKind[];
  /** Number of items of unsupported kinds. */
  unsupported: number;
  /** Number of its items with a translation, by language. */
  translated: Record<string, number>;
}
