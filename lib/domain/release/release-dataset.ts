import type { ExportColumn, ExportTable } from "../interchange/export-table.ts";
import type { ReleaseDescription } from "./release-description.ts";

/** How much a release reveals about people; `identified` is for archives that are not published. */
export const releaseLevels = ["public", "coded", "identified"] as const;
export type ReleaseLevel = (typeof releaseLevels)[number];

export interface ReleaseFile {
  /** Relative to the root of the release. */
  path: string;
  bytes: number;
  sha256: string;
}

/** One table of a release, as CSV and as Parquet. */
export interface ReleaseTable {
  table: ExportTable;
  rows: number;
  csv: ReleaseFile;
  parquet: ReleaseFile;
}

/** The texts of a release of a benchmark or a collection, in place of the facts about sessions. */
export interface ReleaseTexts {
  collection: string;
  privacy: string;
  annotation: string;
  review: string;
}

/** Facts of the study that every format states. Times are ISO dates. */
export interface ReleaseFacts {
  study: string;
  slug: string;
  benchmark: string;
  language: string;
  stage: string;
  software: string;
  level: ReleaseLevel;
  canary: string;
  /** Days of the first and last of the counted sessions; null if there are none. */
  collected: { first: string; last: string } | null;
  /** Sessions of the released stage, with any outcome; of locked data, those that started before the first lock. */
  started: number;
  completed: number;
  /** Ended sessions among them, by their outcome. */
  outcomes: Readonly<Record<string, number>>;
  /** Sessions that started after the study was reopened; absent if there are none. */
  reopened?: { started: number; completed: number };
  /** Counted and excluded answers of the released stage; of locked data, as they were when the data were first locked. */
  counted: number;
  excluded: number;
  /** Fewest, median and most counted answers per item. */
  answersPerItem: { fewest: number; median: number; most: number } | null;
  consent: string;
  /** Path of the document of the ethics approval; absent if the release does not contain it. */
  ethicsFile?: string;
  recruiters: string[];
  models: string[];
  /** Whether every model answer and every person is simulated. */
  isSynthetic: boolean;
  /** When the data were first locked, and SHA-256 of the list of responses; null while the data are not locked. */
  lock: { lockedAt: Date; sha256: string } | null;
  /** Columns that were dropped on request. */
  dropped: string[];
  /** Smallest number of people who share all released attributes; null if there are no attributes. */
  k: number | null;
  /** Whether the release has `qualtrics/answers.csv`: not at the public level, nor for too many sessions. */
  hasQualtrics: boolean;
  /** Null for a study. */
  texts: ReleaseTexts | null;
}

/** The internal description of a release, from which each format is derived. */
export interface ReleaseDataset {
  description: ReleaseDescription;
  facts: ReleaseFacts;
  tables: ReleaseTable[];
}

/** The letters and digits of a slug, because no other characters are allowed in values of Psych-DS file names. */
export function keepAlphanumeric(slug: string): string {
  return slug.replace(/[^a-zA-Z0-9]/g, "") || "study";
}

/** Path of a table's CSV file by the naming rule of Psych-DS 1.5. */
export function releaseCsvPath(slug: string, table: string): string {
  return `data/study-${keepAlphanumeric(slug)}_description-${keepAlphanumeric(table)}_data.csv`;
}

/** Path of a table's Parquet file: one folder per configuration of the dataset card; the split is always `test`. */
export function releaseParquetPath(table: string): string {
  return `parquet/${table}/test.parquet`;
}

/** Types of a column in Parquet (hyparquet-writer), Croissant and the dataset card. */
export function columnTypes(column: ExportColumn): { parquet: ParquetType; croissant: string } {
  switch (column.type) {
    case "integer":
      return { parquet: "INT64", croissant: "sc:Integer" };
    case "number":
      return { parquet: "DOUBLE", croissant: "sc:Float" };
    case "boolean":
      return { parquet: "BOOLEAN", croissant: "sc:Boolean" };
    case "time":
      return { parquet: "TIMESTAMP", croissant: "sc:DateTime" };
    case "text":
    case "json":
      return { parquet: "STRING", croissant: "sc:Text" };
  }
}

export type ParquetType = "INT64" | "DOUBLE" | "BOOLEAN" | "TIMESTAMP" | "STRING";
