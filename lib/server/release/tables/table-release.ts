import type { ExportRecord, ExportTable } from "@/lib/domain/interchange/export-table.ts";
import type { ReleaseTexts } from "@/lib/domain/release/release-dataset.ts";

/** A table with its records, which can be read several times. */
export interface RecordSource {
  table: ExportTable;
  read: () => AsyncIterable<ExportRecord>;
}

/** A benchmark or a collection as tables to release. */
export interface TableRelease {
  name: string;
  slug: string;
  canary: string;
  isDemo: boolean;
  models: string[];
  texts: ReleaseTexts;
  /** The first one is the default configuration of the dataset card. */
  tables: RecordSource[];
  /** Further files: path and content. */
  documents: [path: string, text: string][];
}
