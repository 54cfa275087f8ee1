import type { ItemRow } from "../items/item.ts";
import type { ResultStatus } from "../results/plan/result-status.ts";

/** An item of the replicated data with its key, as stored. */
export interface ReplicatedItem extends Pick<ItemRow, "kind" | "text" | "options" | "attributes" | "story"> {
  id: string;
  gold: unknown;
  /** The answer keys that are right; null if the item has no key. */
  rightKeys: readonly string[] | null;
  /** The item's cluster: its source group, otherwise its story. */
  cluster: string;
}

/** One answer of a model, or of one person. */
export interface ReplicatedAnswer {
  /** The id of its item. */
  item: string;
  condition: Readonly<Record<string, string>>;
  /** Null if it cannot be read. */
  key: string | null;
  /** The person who gave the answer; null for a model. */
  person: string | null;
  /** The model's text from which the answer was read; null for people, and if only probabilities are known. */
  output: string | null;
  /** Log-probabilities of the candidates for the answer; null if they were not requested. */
  logprobs: Readonly<Record<string, number | null>> | null;
  /** Word positions that were marked or quoted. */
  spans: readonly (readonly [number, number])[];
}

/** Who answered: a model by its name, or all people of the study. */
export interface ReplicatedSubject {
  name: string;
  isPeople: boolean;
  answers: readonly ReplicatedAnswer[];
}

/** The input of the tables of a paper. */
export interface Observations {
  /** The number of triples before the authors' filters, if the data have them. */
  triples?: number | null;
  items: readonly ReplicatedItem[];
  subjects: readonly ReplicatedSubject[];
  /** The status of people’s answers; exploratory if there are none. */
  peopleStatus: ResultStatus;
}

/** Something that could not be computed, with the reason as a sentence. */
export interface MissingPart {
  what: string;
  why: string;
}
