import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { UnusableLogError } from "@/lib/domain/interchange/model-logs/log-record.ts";
import { readItemRow } from "@/lib/domain/interchange/read-item-row.ts";
import { itemContentHash } from "@/lib/domain/items/item.ts";
import type { ReplicatedPaper } from "@/lib/domain/replicate/papers.ts";
import { openItemFile } from "../imports/open-item-file.ts";
import { unpackArchive } from "../imports/unpack-archive.ts";
import type { TextLine } from "../items/import-lines.ts";
import { openBeliefItems } from "./open-belief-items.ts";
import type { OpenedItems, ReplicationData } from "./opened-items.ts";

/** The requirements of a paper, without its functions, which cannot be passed to a thread. */
export type NeededItems = Pick<ReplicatedPaper, "kinds" | "attributes">;

/** A line of the data, with its item if it can be read. */
export interface DataLine {
  line: TextLine;
  item: { id: string; hash: string; kind: string } | null;
}

/** The end of the data. */
export interface DataTotals extends Pick<ReplicationData, "answers" | "beliefs" | "triples" | "kinds" | "attributes"> {
  /** Why the data cannot be used; null if they can. */
  refusal: string | null;
}

const linesPerReport = 200;

/** The process keeps all lines until they are imported. The largest released data have 50 million characters. */
const maxCharacters = 150_000_000;
const maxLines = 500_000;

/**
 * Reads the data of a paper from a file, folder or archive, and reports their lines in parts. Runs in a thread.
 *
 * @param input.folder receives the files of an archive
 */
export async function readData(
  { path, folder, ...needed }: NeededItems & { path: string; folder: string },
  report: (lines: DataLine[]) => Promise<void>,
): Promise<DataTotals> {
  const [kinds, attributes] = [new Set<string>(), new Set<string>()];
  const totals = { kinds, attributes, answers: [], beliefs: null, triples: null, refusal: null };
  try {
    const opened = await openItems(await unpackArchive(path, folder), needed);
    const part: DataLine[] = [];
    let [characters, lines] = [0, 0];
    for await (const line of opened.lines) {
      if (typeof line === "string" && line.trim() === "") continue;
      lines += 1;
      characters += typeof line === "string" ? line.length : 0;
      if (lines > maxLines || characters > maxCharacters)
        throw new UnusableLogError(
          `it is too large: the limits are ${formatCount(maxLines)} items and ${formatCount(maxCharacters)} characters`,
        );
      const read = typeof line === "string" ? readItemRow(line) : null;
      const row = read?.ok ? read.row : null;
      part.push({ line, item: row && { id: row.id, hash: itemContentHash(row, row.attributes), kind: row.kind } });
      for (const name of Object.keys(row?.attributes ?? {})) attributes.add(name);
      if (row && belongsToPaper(needed, row.attributes)) kinds.add(row.kind);
      if (part.length === linesPerReport) await report(part.splice(0));
    }
    await report(part);
    const { answers = [], beliefs = null, triples = null } = opened;
    return { ...totals, answers, beliefs, triples };
  } catch (error) {
    // An error class cannot be passed between threads.
    if (error instanceof UnusableLogError) return { ...totals, refusal: error.message };
    throw error;
  }
}

async function openItems(path: string, { kinds }: NeededItems): Promise<OpenedItems> {
  if (kinds.includes("yes-no")) return openBeliefItems(path);
  // Only the release of Yang et al. is a folder.
  if (!kinds.includes("consistency") && (await stat(path)).isDirectory())
    throw new UnusableLogError("it is a folder, and a file is expected");
  const settings = { fileName: basename(path), columns: {}, kind: null, language: "en" } as const;
  return (await openItemFile(path, settings)).source;
}

/** Whether an item can belong to a paper: it has one of the attributes that the paper's tables use. */
export function belongsToPaper({ attributes }: NeededItems, own: Readonly<Record<string, unknown>>): boolean {
  return attributes.length === 0 || attributes.some((name) => own[name] != null);
}
