import type { PassThrough } from "node:stream";
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import * as z from "zod";
import { DatasetCounts, datasetCard, datasetFile } from "@/lib/domain/annotation/documents/dataset-card.ts";
import { formatKsteHeader, formatKsteRecord } from "@/lib/domain/interchange/kste/csv.ts";
import { formatKsteLine } from "@/lib/domain/interchange/kste/jsonl.ts";
import { layoutPath } from "@/lib/domain/interchange/kste/layout.ts";
import { formatResponse } from "@/lib/domain/interchange/kste/response-items.ts";
import { releasedFields } from "@/lib/domain/interchange/kste/row.ts";
import { isStated, storySource } from "@/lib/domain/stories/items/story-source.ts";
import { isBlocking } from "@/lib/domain/stories/lint/finding.ts";
import { lintItem } from "@/lib/domain/stories/lint/lint-item.ts";
import type { Actor } from "../../platform/access/access.ts";
import { openExportSnapshot } from "../../platform/database/export-snapshot.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { takeTransferPermit } from "../../platform/http/transfer-permit.ts";
import { getCollection } from "../collections/list-collections.ts";
import { labelLines, loadFreshLabels } from "../figures/label-result.ts";
import { collectionHistoryLines } from "../items/item-history.ts";
import { type AcceptedItem, readAcceptedItems } from "./read-accepted.ts";

export const collectionExportFormats = ["zip", "hf", "jsonl", "csv", "xml", "trail", "labels"] as const;
export type CollectionExportFormat = (typeof collectionExportFormats)[number];

export const collectionExportQuery = z.strictObject({
  format: z.enum(collectionExportFormats),
  /** Accepted items only, or all items with their current text. */
  which: z.enum(["accepted", "all"]).default("accepted"),
});

const types: Readonly<Record<CollectionExportFormat, { ending: string; type: string }>> = {
  zip: { ending: "zip", type: "application/zip" },
  hf: { ending: "hf.zip", type: "application/zip" },
  jsonl: { ending: "jsonl", type: "application/x-ndjson; charset=utf-8" },
  csv: { ending: "csv", type: "text/csv; charset=utf-8" },
  xml: { ending: "xml", type: "application/xml; charset=utf-8" },
  trail: { ending: "trail.jsonl", type: "application/x-ndjson; charset=utf-8" },
  labels: { ending: "labels.jsonl", type: "application/x-ndjson; charset=utf-8" },
};

/**
 * A collection as a file, written while it is read from one snapshot, for those who manage it: the released layout as a
 * zip, a folder for Hugging Face, JSON lines with everything and its provenance, CSV, `<response>` blocks, the trail of every item, or the
 * aggregated labels.
 */
export async function openCollectionExport(
  actor: Actor,
  collectionId: string,
  query: z.infer<typeof collectionExportQuery>,
): Promise<{ name: string; type: string; stream: Readable }> {
  const collection = await getCollection(actor, collectionId);
  if (!collection.can.manage) throw notFoundError();
  const { ending, type } = types[query.format];
  if (query.format === "labels") await loadFreshLabels(actor, collectionId);
  const giveBack = takeTransferPermit();
  const stream =
    query.format === "zip" || query.format === "hf"
      ? zipOf((zip) =>
          query.format === "hf"
            ? addDataset(zip, { id: collectionId, name: collection.name }, query.which)
            : addFiles(zip, collectionId, query.which),
        )
      : Readable.from(linesOf(collectionId, query.format, query.which), { objectMode: false });
  return { name: `${collection.slug}.${ending}`, type, stream: stream.once("close", giveBack) };
}

async function* linesOf(
  collectionId: string,
  format: Exclude<CollectionExportFormat, "zip" | "hf">,
  which: "accepted" | "all",
): AsyncGenerator<Buffer> {
  const snapshot = await openExportSnapshot();
  try {
    if (format === "trail") {
      for await (const line of collectionHistoryLines(snapshot.client, collectionId)) yield Buffer.from(`${line}\n`);
      return;
    }
    if (format === "labels") {
      for await (const line of labelLines(snapshot.client, collectionId)) yield Buffer.from(`${line}\n`);
      return;
    }
    if (format === "csv") yield Buffer.from(`${formatKsteHeader()}\n`);
    if (format === "xml") yield Buffer.from("<responses>\n");
    for await (const accepted of readAcceptedItems(snapshot.client, collectionId, which)) {
      yield Buffer.from(`${formatted(accepted, format)}\n`);
    }
    if (format === "xml") yield Buffer.from("</responses>\n");
  } finally {
    await snapshot.close();
  }
}

function formatted({ item, record, knowledgeType, raw }: AcceptedItem, format: "jsonl" | "csv" | "xml"): string {
  if (format === "jsonl" && raw?.form === "jsonl") return raw.text;
  if (format === "csv") return formatKsteRecord(item);
  if (format === "xml") return formatResponse(item);
  const extra = knowledgeType === null ? item.extra : { ...item.extra, knowledge_type: knowledgeType };
  return formatKsteLine({ ...item, extra, provenance: { ...item.provenance, parallax: record } });
}

/** A zip archive as a stream; `add` adds its files. */
function zipOf(add: (zip: ZipFile) => Promise<void>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  zip.on("error", (error: Error) => output.destroy(error));
  add(zip).then(
    () => zip.end(),
    (error: Error) => output.destroy(error),
  );
  return output;
}

// One fixed date, so that the same items give the same bytes.
const mtime = new Date(1980, 0, 1);

const guidelineRow = z.strictObject({ version: z.number(), body: z.string() });

/**
 * Adds a folder in the layout of Hugging Face: JSON lines by kind, the dataset card with its tables, and the
 * guidelines.
 */
async function addDataset(
  zip: ZipFile,
  collection: { id: string; name: string },
  which: "accepted" | "all",
): Promise<void> {
  const counts = new DatasetCounts();
  const lines = new Map<string, string[]>();
  let canary: string | null = null;
  const snapshot = await openExportSnapshot();
  try {
    for await (const accepted of readAcceptedItems(snapshot.client, collection.id, which)) {
      const path = datasetFile(accepted.item.kind);
      counts.add(accepted.item);
      canary = typeof accepted.record.canary === "string" ? accepted.record.canary : canary;
      const known = lines.get(path) ?? [];
      known.push(formatted(accepted, "jsonl"));
      lines.set(path, known);
    }
    const guidelines = await maybeRow(
      snapshot.client,
      guidelineRow,
      sql`SELECT version, body FROM annotation_guideline WHERE collection_id = ${collection.id} ORDER BY version DESC
        LIMIT 1`,
    );
    const card = datasetCard(counts, { name: collection.name, guidelines: guidelines?.version ?? null, canary });
    zip.addBuffer(Buffer.from(card), "README.md", { mtime });
    if (guidelines) zip.addBuffer(Buffer.from(`${guidelines.body}\n`), "GUIDELINES.md", { mtime });
  } finally {
    await snapshot.close();
  }
  for (const [path, texts] of lines) zip.addBuffer(Buffer.from(`${texts.join("\n")}\n`), path, { mtime });
}

/**
 * The released layout. A file that was imported in this layout and not changed is exported with the same bytes. Other
 * items with a defect that would make them unusable are not exported but listed in `left-out.jsonl`, so that every
 * event occurs in its story. The layout has no field for the source of a story, so `sources.jsonl` contains the
 * sources.
 */
async function addFiles(zip: ZipFile, collectionId: string, which: "accepted" | "all"): Promise<void> {
  const leftOut: string[] = [];
  const sources: string[] = [];
  const paths = new Set<string>();
  const snapshot = await openExportSnapshot();
  try {
    for await (const { item, raw } of readAcceptedItems(snapshot.client, collectionId, which)) {
      const path = layoutPath(item);
      const source = storySource(item);
      if (isStated(source)) sources.push(JSON.stringify({ item: item.id, ...source }));
      const asItCame = raw?.form === "json" ? raw.text : null;
      const problems = asItCame === null ? lintItem(item, null).filter(isBlocking) : [];
      if (paths.has(path)) leftOut.push(JSON.stringify({ item: item.id, problem: `another item is ${path} already` }));
      else if (problems.length > 0) leftOut.push(...problems.map((finding) => JSON.stringify(finding)));
      else
        zip.addBuffer(Buffer.from(asItCame ?? `${JSON.stringify(releasedFields(item), null, 4)}\n`), path, { mtime });
      paths.add(path);
    }
  } finally {
    await snapshot.close();
  }
  if (sources.length > 0) zip.addBuffer(Buffer.from(`${sources.join("\n")}\n`), "sources.jsonl", { mtime });
  if (leftOut.length > 0) zip.addBuffer(Buffer.from(`${leftOut.join("\n")}\n`), "left-out.jsonl", { mtime });
}
