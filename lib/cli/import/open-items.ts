import { basename } from "node:path";
import type { ItemFormat } from "../../domain/interchange/item-files/item-record.ts";
import { UnusableLogError } from "../../domain/interchange/model-logs/log-record.ts";
import { openItemFile } from "../../server/imports/open-item-file.ts";
import { type ImportSource, makeImportSource } from "../../server/items/import-lines.ts";
import { createReadError } from "../cannot-read.ts";
import type { CommandIo } from "../io.ts";
import { inputBytes } from "../read-input.ts";

export interface ItemOptions {
  benchmark: string;
  project?: string;
  json?: boolean;
  dryRun?: boolean;
  column: Record<string, string>;
  kind?: string;
  language: "en" | "zh";
  translationOf?: string;
  translatedInto?: string;
  reason?: string;
}

/** Opens an item file, or standard input in the Parallax format. */
export async function openItems(
  file: string,
  { column: columns, kind = "", language }: ItemOptions,
  io: CommandIo,
): Promise<{ format: ItemFormat; source: ImportSource }> {
  if (file === "-") return { format: "parallax", source: makeImportSource("standard input", inputBytes(file, io)) };
  return openItemFile(file, { fileName: basename(file), columns, kind: kind || null, language }).catch(
    (error: Error) => {
      throw error instanceof UnusableLogError ? error : createReadError(file, error);
    },
  );
}
