import type { BalanceReport } from "../items/validate-balance.ts";
import type { Parity } from "../models/decide-parity.ts";

export interface Rejection {
  line: number;
  /** Empty when the line as a whole is refused. */
  field: string;
  message: string;
}

/** What an import did. Always rows = inserted + unchanged + rejected. */
export interface ImportReport {
  id: string;
  rows: number;
  inserted: number;
  unchanged: number;
  rejected: number;
  /** The first thousand. */
  rejections: Rejection[];
}

export interface ItemImportReport extends ImportReport {
  benchmarkId: string;
  benchmarkName: string;
  /** Whether the benchmark as it now stands is balanced; null where no item declares a label such as ToM4f. */
  balance: BalanceReport | null;
  /** Gold answers that the file corrected; each is a new version of its key, named in the audit log. */
  keysCorrected: number;
  /** The first twenty items taken, as they are stored. */
  preview: ItemPreviewRow[];
}

/** One item of a file, as it is understood. */
export interface ItemPreviewRow {
  line: number;
  id: string;
  kind: string;
  /** Its beginning. */
  story: string;
  text: string;
  options: string[];
  /** As JSON. */
  gold: string;
}

export interface PredictionImportReport extends ImportReport {
  /** Lines that say the same as an earlier line of the file, counted as unchanged; the first thousand. */
  repeated: number[];
  /** Models named by the rows that were taken, in order of appearance. */
  models: string[];
  /** Rows taken whose answer could not be read: counted, because they are missing from every accuracy. */
  withoutAnswer: number;
  /** Rows taken, by parity. */
  parity: Record<Parity, number>;
  /** Rows by how their item was found: by its id, by its content fingerprint, or by its text in the prompt. */
  matched: Record<"id" | "fingerprint" | "text", number>;
  /** The first twenty rows taken, as they are stored. */
  preview: PreviewRow[];
}

/** One row of a file of predictions, as it is understood. */
export interface PreviewRow {
  line: number;
  /** What the file calls the item. */
  name: string;
  item: string;
  by: "id" | "fingerprint" | "text";
  model: string;
  /** Sorted "factor=level" pairs. */
  condition: string;
  /** Null where no answer could be read. */
  answer: string | null;
  /** The rule of the reader of model texts; null where no text was read. */
  rule: string | null;
  parity: Parity;
}

/** An earlier import, as lists show it. */
export interface ImportLine extends Omit<ImportReport, "rejections"> {
  kind: string;
  fileName: string;
  at: Date;
  rejections: Rejection[];
}
