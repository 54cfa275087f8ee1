import { createWriteStream } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ExportFile } from "../../server/studies/export/export-files.ts";
import { UsageError } from "../io.ts";

/** Makes the folder of an export. Files of an earlier one must not lie among the new ones, so it has to be empty. */
export async function prepareFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    if ((await readdir(folder)).length > 0)
      throw new UsageError(`${folder} is not empty; name a new folder with --out`);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${folder} cannot be used: ${(error as Error).message}`);
  }
}

/** Writes one file as its chunks come, and answers the last chunk (a manifest has only one). */
export async function writeExportFile(folder: string, { name, chunks }: ExportFile): Promise<string> {
  let last = "";
  const watched = async function* () {
    for await (const chunk of chunks) {
      last = chunk;
      yield chunk;
    }
  };
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await pipeline(Readable.from(watched()), createWriteStream(join(folder, name), { flags: "wx" }));
  return last;
}
