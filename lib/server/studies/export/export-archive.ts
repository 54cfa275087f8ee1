import { openArchive } from "../../platform/http/open-archive.ts";
import type { ExportOptions } from "./export-files.ts";
import { type ExportableStudy, exportStudy } from "./export-study.ts";

/**
 * A study's export as one zip archive, which is streamed while the data are read. Throws an error if too many other
 * exports are in progress.
 */
export function openExportArchive(study: ExportableStudy, options: ExportOptions): ReadableStream<Uint8Array> {
  return openArchive((add) => exportStudy(study, options, add));
}
