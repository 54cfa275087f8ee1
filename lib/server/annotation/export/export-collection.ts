import { Readable } from "node:stream";
import * as z from "zod";
import { DatasetCounts, datasetFile, renderDatasetCard } from "@/lib/domain/annotation/documents/dataset-card.ts";
import { formatKsteHeader, formatKsteRecord } from "@/lib/domain/interchange/kste/csv.ts";
import { formatKsteLine } from "@/lib/domain/interchange/kste/jsonl.ts";
import { formatLayoutPath } from "@/lib/domain/interchange/kste/layout.ts";
import { formatResponse } from "@/lib/domain/interchange/kste/response-items.ts";
import { toReleasedFields } from "@/lib/domain/interchange/kste/row.ts";
import { isStated, storySource } from "@/lib/domain/stories/items/story-source.ts";
import { isBlocking } from "@/lib/domain/stories/lint/finding.ts";
import { lintItem } from "@/lib/domain/stories/lint/lint-item.ts";
import type { Actor } from "../../platform/access/access.ts";
import { openExportSnapshot } from "../../platform/database/export-snapshot.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { type AddPart, openArchive, textPart } from "../../platform/http/open-archive.ts";
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

const fileTypes: Readonly<Record<CollectionExportFormat, { ending: string; type: string }>> = {
  zip: { ending: "zip", type: "application/zip" },
  hf: { ending: "hf.zip", type: "application/zip" },
  jsonl: { ending: "jsonl", type: "application/x-ndjson; charset=utf-8" },
  csv: { ending: "csv", type: "text/csv; charset=utf-8" },
  xml: { ending: "xml", type: "application/xml; charset=utf-8" },
  trail: { ending: "trail.jsonl", type: "application/x-ndjson; charset=utf-8" },
  labels: { ending: "labels.jsonl", type: "application/x-ndjson; charset=utf-8" },
};

/**
 * Exports a collection as a file that is streamed while one snapshot is read. Only for users who manage the collection.
 * The formats are: a zip in the released layout, a folder for Hugging Face, JSON lines with all data and their
 * provenance, CSV, `<response>` blocks, the trail of every item, and the aggregated labels.
 */
export async function openCollectionExport(
  actor: Actor,
  collectionId: string,
  query: z.infer<typeof collectionExportQuery>,
): Promise<{ name: string; type: string; stream: Readable }> {
  const collection = await getCollection(actor, collectionId);
  if (!collection.can.manage) throw notFoundError();
  const { ending, type } = fileTypes[query.format];
  if (query.format === "labels") await loadFreshLabels(actor, collectionId);
  const name = `${collection.slug}.${ending}`;
  const { format, which } = query;
  if (format === "zip" || format === "hf") {
    const dataset = { id: collectionId, name: collection.name };
    const archive = openArchive(
      (add) => (format === "hf" ? addDatasetFolder(add, dataset, which) : addFiles(add, collectionId, which)),
      mtime,
    );
    return { name, type, stream: Readable.fromWeb(archive as never) };
  }
  const releasePermit = takeTransferPermit();
  const lines = Readable.from(linesOf(collectionId, format, which), { objectMode: false });
  return { name, type, stream: lines.once("close", releasePermit) };
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
      yield Buffer.from(`${formatItem(accepted, format)}\n`);
    }
    if (format === "xml") yield Buffer.from("</responses>\n");
  } finally {
    await snapshot.close();
  }
}

function formatItem({ item, record, knowledgeType, raw }: AcceptedItem, format: "jsonl" | "csv" | "xml"): string {
  if (format === "jsonl" && raw?.form === "jsonl") return raw.text;
  if (format === "csv") return formatKsteRecord(item);
  if (format === "xml") return formatResponse(item);
  const extra = knowledgeType === null ? item.extra : { ...item.extra, knowledge_type: knowledgeType };
  return formatKsteLine({ ...item, extra, provenance: { ...item.provenance, parallax: record } });
}

// A fixed date, so that the same items give the same bytes.
const mtime = new Date(1980, 0, 1);

const guidelineRow = z.strictObject({ version: z.number(), body: z.string() });

/**
 * Adds a folder in the layout of Hugging Face: JSON lines by kind, the dataset card with its tables, and the
 * guidelines. The items are read once for each kind.
 */
async function addDatasetFolder(
  add: AddPart,
  collection: { id: string; name: string },
  which: "accepted" | "all",
): Promise<void> {
  const counts = new DatasetCounts();
  let canary: string | null = null;
  const snapshot = await openExportSnapshot();
  const readItems = () => readAcceptedItems(snapshot.client, collection.id, which);
  async function* linesIn(path: string) {
    for await (const accepted of readItems())
      if (datasetFile(accepted.item.kind) === path) yield `${formatItem(accepted, "jsonl")}\n`;
  }
  try {
    const paths = new Set<string>();
    for await (const { item, record } of readItems()) {
      paths.add(datasetFile(item.kind));
      counts.add(item);
      canary = typeof record.canary === "string" ? record.canary : canary;
    }
    const guidelines = await maybeRow(
      snapshot.client,
      guidelineRow,
      sql`SELECT version, body FROM annotation_guideline WHERE collection_id = ${collection.id} ORDER BY version DESC
        LIMIT 1`,
    );
    const card = renderDatasetCard(counts, { name: collection.name, guidelines: guidelines?.version ?? null, canary });
    await add(textPart("README.md", card));
    if (guidelines) await add(textPart("GUIDELINES.md", `${guidelines.body}\n`));
    for (const path of paths) await add({ name: path, chunks: linesIn(path) });
  } finally {
    await snapshot.close();
  }
}

/**
 * The released layout. A file that was imported in this layout and not changed is exported with the same bytes. Items
 * with a defect that would make them unusable are listed in `left-out.jsonl` instead, so that every event in an
 * exported item occurs in its story. The layout has no field for the source of a story, so `sources.jsonl` lists the
 * sources.
 */
async function addFiles(add: AddPart, collectionId: string, which: "accepted" | "all"): Promise<void> {
  const leftOut: string[] = [];
  const sources: string[] = [];
  const paths = new Set<string>();
  const snapshot = await openExportSnapshot();
  try {
    for await (const { item, raw } of readAcceptedItems(snapshot.client, collectionId, which)) {
      const path = formatLayoutPath(item);
      const source = storySource(item);
      if (isStated(source)) sources.push(JSON.stringify({ item: item.id, ...source }));
      const unchangedJson = raw?.form === "json" ? raw.text : null;
      const problems = unchangedJson === null ? lintItem(item, null).filter(isBlocking) : [];
      if (paths.has(path))
        leftOut.push(JSON.stringify({ item: item.id, problem: `another item has the path ${path}` }));
      else if (problems.length > 0) leftOut.push(...problems.map((finding) => JSON.stringify(finding)));
      else await add(textPart(path, unchangedJson ?? `${JSON.stringify(toReleasedFields(item), null, 4)}\n`));
      paths.add(path);
    }
  } finally {
    await snapshot.close();
  }
  if (sources.length > 0) await add(textPart("sources.jsonl", `${sources.join("\n")}\n`));
  if (leftOut.length > 0) await add(textPart("left-out.jsonl", `${leftOut.join("\n")}\n`));
}
