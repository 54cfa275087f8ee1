import type { Factor, Wording } from "../../items/kinds/item-kind.ts";
import type { ItemTable } from "./item-table.ts";
import type { ItemWords } from "./item-words.ts";

/** A kind of item as the form for a study offers it. */
export interface AskedKind {
  name: string;
  label: string;
  /** How many items of this kind the benchmark has, and what they have in common. */
  items: number;
  /** Source groups among them: an original, its erroneous versions and its questions are one. */
  groups: number;
  table: ItemTable;
  /** What participants read of one of them, on average. */
  words: ItemWords | null;
  factors: Factor[];
  /** The kind's own texts, which a study may word otherwise. */
  wording: Wording;
}

/** A benchmark as the form for a study offers it. */
export interface StudyBenchmark {
  id: string;
  name: string;
  /** What can be asked of it: the kinds that studies support. */
  kinds: AskedKind[];
  /** Items of kinds that no study can ask. */
  unsupported: number;
  /** How many of its items are linked to a translation, by language. */
  translated: Record<string, number>;
}
