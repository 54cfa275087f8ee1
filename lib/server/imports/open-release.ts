import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { toReleasedRows } from "@/lib/domain/annotation/documents/released-rows.ts";
import { parseBoundedJson } from "@/lib/domain/bounded-json.ts";
import { isObject, UnusableLogError } from "@/lib/domain/interchange/model-logs/log-record.ts";
import { SourceRefused } from "../interchange/kste/limits.ts";
import { readKsteSource } from "../interchange/kste/source.ts";
import { type ImportSource, makeImportSource, type TextLine } from "../items/import-lines.ts";

/** Whether a path is a folder, a zip archive, or JSON Lines with the fields of the release. */
export async function isRelease(path: string, fileName: string): Promise<boolean> {
  if ((await stat(path)).isDirectory() || isArchive(fileName)) return true;
  for await (const line of makeImportSource("", createReadStream(path)).lines) {
    if (typeof line !== "string") return false;
    if (line.trim() !== "") return isReleaseLine(line);
  }
  return false;
}

function isArchive(fileName: string): boolean {
  return /\.zip$/iu.test(fileName);
}

/** Whether a line belongs to a release. In a release a story is only a text; in Parallax's own format it has an ID. */
function isReleaseLine(line: string): boolean {
  try {
    const value = parseBoundedJson(line.replace(/^\uFEFF/u, ""));
    return isObject(value) && typeof value.story === "string" && typeof value.genre === "string";
  } catch {
    return false;
  }
}

/**
 * Opens a release of paper 002 (Yang et al. 2026) as items: the authors' folder, a zip of it, or JSON Lines with its
 * fields. Every item that cannot be asked becomes a refused line with the item's name. Throws an UnusableLogError for a
 * path without such items.
 */
export async function openRelease(path: string, fileName: string): Promise<ImportSource> {
  const source = await readKsteSource(path, { format: isArchive(fileName) ? "zip" : null }).catch((error: unknown) => {
    throw error instanceof SourceRefused ? new UnusableLogError(`it ${error.message}`) : error;
  });
  if (source.items.length === 0)
    throw new UnusableLogError(
      "it contains no stories of the released layout (Data/IKD, Data/KNP) and no such JSON lines",
    );
  const keptIds = new Set(source.items.map(({ id }) => id));
  const refusedItems = source.findings.filter(({ problem, item }) => problem === "schema" && !keptIds.has(item));
  const hash = await hashSource(path, source.items);
  async function* lines(): AsyncGenerator<TextLine> {
    for (const { item, field, message } of refusedItems) yield { refused: `${item}: ${field} ${message}` };
    for (const one of toReleasedRows(source.items))
      yield "refused" in one ? { refused: `${one.id}: ${one.refused}` } : JSON.stringify(one.row);
  }
  return { fileName, lines: lines(), sha256: () => hash };
}

/** SHA-256 of a file's bytes, or of the items of a folder. */
async function hashSource(path: string, items: readonly object[]): Promise<string> {
  const hash = createHash("sha256");
  if ((await stat(path)).isDirectory()) for (const item of items) hash.update(`${JSON.stringify(item)}\n`);
  else for await (const piece of createReadStream(path)) hash.update(piece);
  return hash.digest("hex");
}
