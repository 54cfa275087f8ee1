import type { NewBeliefSource } from "../beliefs/belief-source.ts";
import type { TextLine } from "../items/import-lines.ts";

/** The data of a replication, read completely before anything is stored. */
export interface ReplicationData {
  fileName: string;
  lines: readonly TextLine[];
  /** Content hashes of the items by ID. */
  hashes: ReadonlyMap<string, string>;
  /** SHA-256 of the items; the same data have the same hash in every file format. */
  hash: string;
  kinds: ReadonlySet<string>;
  /** The kind of each item by its ID, and the names of all attributes that items have. */
  kindOf: ReadonlyMap<string, string>;
  attributes: ReadonlySet<string>;
  /** Files that contain model answers in addition to the items, each with its model. */
  answers: readonly { path: string; model: string }[];
  /** The number of triples before the authors' filters; null if the data do not have them. */
  triples: number | null;
  /** The source of the items, if they are expressions of belief; otherwise null. */
  beliefs: NewBeliefSource | null;
}

/** Items opened from a path; their lines are not parsed yet. */
export interface OpenedItems extends Partial<Pick<ReplicationData, "answers" | "beliefs" | "triples">> {
  lines: AsyncIterable<TextLine>;
}
