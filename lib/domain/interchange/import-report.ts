import * as z from "zod";
import type { ItemRow, ItemTask, Story } from "../items/item.ts";
import type { BalanceReport } from "../items/kinds/true-false/validate-balance.ts";
import type { Parity } from "../models/decide-parity.ts";

export const rejectionSchema = z.object({
  line: z.number(),
  /** Empty if the whole line is refused. */
  field: z.string(),
  message: z.string(),
  /** The beginning of what the row has in this field; absent if it is not known, for example for a whole line. */
  value: z.string().optional(),
  /** The earlier line that the row contradicts. */
  earlierLine: z.number().optional(),
});
export type Rejection = z.infer<typeof rejectionSchema>;

/** The result of an import. Always rows = inserted + unchanged + rejected. */
export interface ImportReport {
  id: string;
  rows: number;
  inserted: number;
  unchanged: number;
  rejected: number;
  /** The first thousand. */
  rejections: Rejection[];
  /** Lines with the same content as an earlier line of the file, counted as unchanged; the first thousand. */
  repeated: number[];
}

export interface ItemImportReport extends ImportReport {
  benchmarkId: string;
  benchmarkName: string;
  /** Whether the benchmark is balanced after the import; null if no item declares a label such as ToM4f. */
  balance: BalanceReport | null;
  /** Gold answers that the file corrected; each is a new version of its key, recorded in the audit log. */
  keysCorrected: number;
  /** Stored items that the file gives another text; each gets a new version. */
  newVersions: number;
  /** Ratings without a scale in the file: they use a seven-point agreement scale. */
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
  /** The task, for an item of a task schema. */
  task?: ItemTask;
}

export interface PredictionImportReport extends ImportReport {
  /** Models named by the accepted rows, in order of appearance. */
  models: string[];
  /** Accepted rows whose answer could not be parsed: counted, because they are missing from every accuracy. */
  withoutAnswer: number;
  /** Accepted rows by parity. */
  parity: Record<Parity, number>;
  /** Rows by how their item was matched: by its id, by its content fingerprint, or by its text in the prompt. */
  matched: Record<"id" | "fingerprint" | "text", number>;
  /** The first twenty accepted rows, as stored. */
  preview: PreviewRow[];
}

/** One row of a file of predictions, as parsed. */
export interface PreviewRow {
  line: number;
  /** The item's name in the file. */
  name: string;
  item: string;
  by: "id" | "fingerprint" | "text";
  model: string;
  /** Sorted "factor=level" pairs. */
  condition: string;
  /** In readable form; null if no answer could be parsed. */
  answer: string | null;
  /** The rule by which the answer was read from the model's text; null if no text was read. */
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
