import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { formatKsteHeader, formatKsteRecord } from "@/lib/domain/interchange/kste/csv.ts";
import { formatKsteLine } from "@/lib/domain/interchange/kste/jsonl.ts";
import { formatLayoutPath } from "@/lib/domain/interchange/kste/layout.ts";
import { formatResponse } from "@/lib/domain/interchange/kste/response-items.ts";
import { toReleasedFields } from "@/lib/domain/interchange/kste/row.ts";
import type { KsteItem } from "@/lib/domain/stories/items/kste-item.ts";
import { InputError, UsageError } from "../io.ts";

export const targetFormats = ["folder", "zip", "jsonl", "xml", "csv"] as const;
export type TargetFormat = (typeof targetFormats)[number];

/** Yields the lines of a one-file format, without line ends. */
export function* formattedLines(items: Iterable<KsteItem>, format: "jsonl" | "xml" | "csv"): Generator<string> {
  if (format === "csv") yield formatKsteHeader();
  if (format === "xml") yield "<responses>";
  for (const item of items) {
    yield format === "csv" ? formatKsteRecord(item) : format === "xml" ? formatResponse(item) : formatKsteLine(item);
  }
  if (format === "xml") yield "</responses>";
}

/** Writes items to a path in the given format. If this fails, no files are left behind. */
export async function writeKste(
  items: readonly KsteItem[],
  path: string,
  format: TargetFormat,
  options: { overwrites: boolean },
): Promise<void> {
  if (!options.overwrites && !(await isAbsent(path)))
    throw new UsageError(`${path} already exists; --force overwrites it`);
  const draft = `${path}.part-${process.pid}`;
  try {
    if (format === "folder") await writeFolder(items, draft);
    else if (format === "zip") await writeZip(items, draft);
    else await pipeline(withLineEnds(formattedLines(items, format)), createWriteStream(draft));
    await rm(path, { recursive: true, force: true });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** The files of the released layout, by path. Throws an `InputError` if two IDs give the same file name. */
function layoutFiles(items: readonly KsteItem[]): Map<string, string> {
  const files = new Map<string, string>();
  for (const item of items) {
    const path = formatLayoutPath(item);
    if (files.has(path)) throw new InputError(`two items would be written to ${path}; the second is ${item.id}`);
    files.set(path, `${JSON.stringify(toReleasedFields(item), null, 4)}\n`);
  }
  return files;
}

async function writeFolder(items: readonly KsteItem[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [path, text] of layoutFiles(items)) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

async function writeZip(items: readonly KsteItem[], path: string): Promise<void> {
  const zip = new ZipFile();
  // A fixed date, so that the same items always give the same bytes.
  const mtime = new Date(1980, 0, 1);
  for (const [name, text] of layoutFiles(items)) zip.addBuffer(Buffer.from(text), name, { mtime });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

async function isAbsent(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory() && (await readdir(path)).length === 0;
  } catch {
    return true;
  }
}

function* withLineEnds(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `${line}\n`;
}
