import type { ItemRow } from "../items/item.ts";

/** An item of the replicated data with its key, as it is stored. */
export interface ReplicatedItem extends Pick<ItemRow, "kind" | "text" | "options" | "attributes" | "story"> {
  id: string;
  gold: unknown;
  /** Answer keys that are right; null without a key. */
  rightKeys: readonly string[] | null;
  /** What the item is alike within: its source group, else its story. */
  cluster: string;
}

/** One answer of a model, or of one person. */
export interface ReplicatedAnswer {
  /** The id of its item. */
  item: string;
  condition: Readonly<Record<string, string>>;
  /** Null where none can be read. */
  key: string | null;
  /** Who gave it, of several people; null for a model. */
  person: string | null;
  /** The text that was read; null for people, and where only probabilities are known. */
  output: string | null;
  /** Word positions that were marked or quoted. */
  spans: readonly (readonly [number, number])[];
}

/** Who answered: a model by its name, or the people of the study together. */
export interface ReplicatedSubject {
  name: string;
  isPeople: boolean;
  answers: readonly ReplicatedAnswer[];
}

/** All that the tables of a paper are computed from. */
export interface Observations {
  items: readonly ReplicatedItem[];
  subjects: readonly ReplicatedSubject[];
}

/** Something that could not be computed, and the reason in a sentence. */
export interface MissingPart {
  what: string;
  why: string;
}
