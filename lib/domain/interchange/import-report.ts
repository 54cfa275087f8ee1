import * as z from "zod";
import type { ItemRow, ItemTask, Story } from "../items/item.ts";
import type { BalanceReport } from "../items/kinds/true-false/validate-balance.ts";
import type { Parity } from "../models/decide-parity.ts";

export const rejectionSchema = z.object({
  line: z.number(),
  /** Empty if the whole line is refused. */
  field: z.string(),
  message: z.string(),
  /**
   * The beginning of the row's value in the field; absent if it is unknown, for example if a whole line is rejected.
   */
  value: z.string().optional(),
  /** The earlier line that the row contradicts. */
  earlierLine: z.number().optional(),
});
export type Rejection = z.infer<typeof rejectionSchema>;

/** The result of an import. rows = inserted + unchanged + rejected. */
export interface ImportReport {
  id: string;
  rows: number;
  inserted: number;
  unchanged: number;
  rejected: number;
  /** The first thousand. */
  rejections: Rejection[];
  /** Lines with the same content as an earlier line of the file, counted as unchanged. Contains the first thousand. */
  repeated: number[];
}

export interface ItemImportReport extends ImportReport {
  benchmarkId: string;
  benchmarkName: string;
  /** Whether the benchmark is balanced after the import; null if no item declares a label such as ToM4f. */
  balance: BalanceReport | null;
  /**
   * Number of gold answers that the file corrected. Each correction is a new version of the key, recorded in the audit
   * log.
   */
  keysCorrected: number;
  /** Number of stored items for which the file has another text. Each gets a new version. */
  newVersions: number;
  /** Number of ratings for which the file states no scale. They get a seven-point agreement scale. */
  withoutPoints: number;
  /** The first twenty accepted items, as stored. */
  preview: ItemPreviewRow[];
}

/** One item of a file, as parsed. */
export interface ItemPreviewRow {
  line: number;
  id: string;
  kind: string;
  /** With the beginning of its text. */
  story: Story;
  text: string;
  options: string[];
  /** The key as readable text; empty if there is none. */
  key: string;
  attributes: ItemRow["attributes"];
  /** The task; null for an item without a task schema. */
  task?: ItemTask;
}

export interface PredictionImportReport extends ImportReport {
  /** Models in the accepted rows, in order of appearance. */
  models: string[];
  /** Number of accepted rows whose answer is unparsed, reported because these rows are missing from every accuracy. */
  withoutAnswer: number;
  /** Accepted rows by parity. */
  parity: Record<Parity, number>;
  /** Numbers of rows by how the item was matched: by ID, by content fingerprint, or by its text in the prompt. */
  matched: Record<"id" | "fingerprint" | "text", number>;
  /** The first twenty accepted rows, as stored. */
  preview: PreviewRow[];
}

/** A parsed row of a prediction file. */
export interface PreviewRow {
  line: number;
  /** The item's name in the file. */
  name: string;
  item: string;
  by: "id" | "fingerprint" | "text";
  model: string;
  /** Sorted "factor=level" pairs. */
  condition: string;
  /** The answer in readable form; null if it is unparsed. */
  answer: string | null;
  /** The rule by which the answer was read from the model's text; null if the answer was not read from a text. */
  rule: string | null;
  parity: Parity;
}

/** An earlier import, as shown in lists. */
export interface ImportListEntry extends Omit<ImportReport, "rejections" | "repeated"> {
  kind: string;
  fileName: string;
  at: Date;
  rejections: Rejection[];
  /** The benchmark of an item import, if it still exists; null for other imports. */
  benchmark: { id: string; name: string } | null;
  undoneAt: Date | null;
}
