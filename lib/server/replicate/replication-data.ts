import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import * as z from "zod";
import { UnusableLogError } from "@/lib/domain/interchange/model-logs/log-record.ts";
import { readItemRow } from "@/lib/domain/interchange/read-item-row.ts";
import { itemContentHash } from "@/lib/domain/items/item.ts";
import type { MissingPart } from "@/lib/domain/replicate/observation.ts";
import type { ReplicatedPaper } from "@/lib/domain/replicate/papers.ts";
import { saveBeliefSource } from "../beliefs/belief-source.ts";
import { openItemFile } from "../imports/open-item-file.ts";
import { importItems } from "../items/import-items.ts";
import type { TextLine } from "../items/import-lines.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows, maybeRow, oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { openBeliefItems } from "./open-belief-items.ts";
import type { OpenedItems, ReplicationData } from "./opened-items.ts";

/**
 * Reads the data of a paper from a file, folder or archive. Throws an AppError at the field `data` for a path that
 * cannot be read and for data without an item that the paper needs.
 */
export async function openReplicationData(path: string, paper: ReplicatedPaper): Promise<ReplicationData> {
  await stat(path).catch(() => {
    throw new AppError("invalid", `${path} cannot be opened`, "data");
  });
  const fileName = basename(path);
  const rethrowAsAppError = (error: unknown): never => {
    throw error instanceof UnusableLogError ? new AppError("invalid", `${fileName}: ${error.message}`, "data") : error;
  };
  const opened = await openItems(path, paper).catch(rethrowAsAppError);
  const lines: TextLine[] = [];
  const hashes = new Map<string, string>();
  const kindOf = new Map<string, string>();
  const attributes = new Set<string>();
  const kinds = new Set<string>();
  try {
    for await (const line of opened.lines) {
      if (typeof line === "string" && line.trim() === "") continue;
      lines.push(line);
      const read = typeof line === "string" ? readItemRow(line) : null;
      if (!read?.ok) continue;
      hashes.set(read.row.id, itemContentHash(read.row, read.row.attributes));
      kindOf.set(read.row.id, read.row.kind);
      for (const name of Object.keys(read.row.attributes)) attributes.add(name);
      if (belongsToPaper(paper, read.row.attributes)) kinds.add(read.row.kind);
    }
  } catch (error) {
    rethrowAsAppError(error);
  }
  if (!paper.kinds.some((kind) => kinds.has(kind)))
    throw new AppError("invalid", `${fileName} contains no items of ${paper.label}. Needed: ${paper.data}`, "data");
  const { answers = [], beliefs = null, triples = null } = opened;
  return { fileName, lines, hashes, hash: hashItems(hashes), kinds, kindOf, attributes, answers, beliefs, triples };
}

async function openItems(path: string, { kinds }: ReplicatedPaper): Promise<OpenedItems> {
  if (kinds.includes("yes-no")) return openBeliefItems(path);
  // Only the release of Yang et al. is a folder.
  if (!kinds.includes("consistency") && (await stat(path)).isDirectory())
    throw new UnusableLogError("it is a folder, and a file is expected");
  const settings = { fileName: basename(path), columns: {}, kind: null, language: "en" } as const;
  return (await openItemFile(path, settings)).source;
}

/** Whether an item can belong to a paper: it has one of the attributes that the paper's tables use. */
function belongsToPaper({ attributes }: ReplicatedPaper, own: Readonly<Record<string, unknown>>): boolean {
  return attributes.length === 0 || attributes.some((name) => own[name] != null);
}

const itemCountRow = z.strictObject({ items: z.number(), isOfPaper: z.boolean() });

/**
 * The number of stored item versions of a benchmark; does not read the items. Throws an AppError if none of them can
 * belong to the paper.
 */
export async function requireItemsOf(
  benchmark: { id: string; name: string },
  { kinds, attributes, label }: ReplicatedPaper,
): Promise<number> {
  const { items, isOfPaper } = await oneRow(
    pool(),
    itemCountRow,
    sql`SELECT count(*)::int AS items, coalesce(bool_or(kind = ANY(${kinds}) AND (${attributes}::text[] = '{}'
       OR jsonb_strip_nulls(attributes) ?| ${attributes}::text[])), false) AS "isOfPaper"
     FROM item_version WHERE benchmark_id = ${benchmark.id}`,
  );
  if (!isOfPaper) throw new AppError("invalid", noItemsOf(benchmark.name, label), "benchmark");
  return items;
}

function noItemsOf(benchmark: string, paper: string): string {
  return `“${benchmark}” contains no items of ${paper}`;
}

const benchmarkItemRow = z.strictObject({
  id: z.string(),
  hash: z.string(),
  kind: z.string(),
  attributes: z.record(z.string(), z.unknown()),
});

/**
 * The items of a stored benchmark as the data of a replication. Throws if the benchmark contains no item that the paper
 * needs.
 */
export async function readReplicationData(
  benchmark: { id: string; name: string },
  paper: ReplicatedPaper,
): Promise<ReplicationData> {
  const rows = await manyRows(
    pool(),
    benchmarkItemRow,
    sql`SELECT DISTINCT ON (external_id) external_id AS id, content_hash AS hash, kind, attributes FROM item_version
     WHERE benchmark_id = ${benchmark.id} ORDER BY external_id, version DESC`,
  );
  const kinds = new Set(rows.filter(({ attributes }) => belongsToPaper(paper, attributes)).map(({ kind }) => kind));
  if (!paper.kinds.some((kind) => kinds.has(kind)))
    throw new AppError("invalid", noItemsOf(benchmark.name, paper.label), "data");
  const hashes = new Map(rows.map(({ id, hash }) => [id, hash]));
  return {
    fileName: benchmark.name,
    lines: [],
    hashes,
    hash: hashItems(hashes),
    kinds,
    kindOf: new Map(rows.map(({ id, kind }) => [id, kind])),
    attributes: new Set(rows.flatMap(({ attributes }) => Object.keys(attributes))),
    answers: [],
    beliefs: null,
    triples: null,
  };
}

function hashItems(hashes: ReadonlyMap<string, string>): string {
  const hash = createHash("sha256");
  for (const [id, content] of [...hashes].sort(([left], [right]) => (left < right ? -1 : 1)))
    hash.update(`${JSON.stringify([id, content])}\n`);
  return hash.digest("hex");
}

const idRow = z.strictObject({ id: z.string(), name: z.string() });

/** The benchmark of a project with that ID, name or slug, or null. */
export async function findProjectBenchmark(
  projectId: string,
  name: string,
): Promise<{ id: string; name: string } | null> {
  const row = await maybeRow(
    pool(),
    idRow,
    sql`SELECT id, name FROM benchmark WHERE project_id = ${projectId} AND (id::text = ${name} OR name = ${name}
     OR slug = ${name})
     ORDER BY id::text <> ${name}, name <> ${name} LIMIT 1`,
  );
  return row ?? null;
}

/**
 * Imports the data into the benchmark with this name; importing the same data again changes nothing. Items that cannot
 * be asked are listed.
 */
export async function importReplicationData(
  projectId: string,
  benchmarkName: string,
  actorId: string | null,
  { fileName, lines, hash, beliefs }: ReplicationData,
): Promise<{ benchmarkId: string; missing: MissingPart[] }> {
  async function* each(): AsyncGenerator<TextLine> {
    yield* lines;
  }
  const report = await importItems({
    projectId,
    benchmarkName,
    actorId,
    fileName,
    lines: each(),
    sha256: () => hash,
  });
  if (beliefs) await withTx((client) => saveBeliefSource(client, report.benchmarkId, beliefs, actorId));
  const listedItems = report.rejections.map(({ line, field, message }): MissingPart => {
    const [, id] = /^(\S+): /.exec(message) ?? [];
    const about = [field, message].filter((part) => part !== "").join(" ");
    return id === undefined
      ? { what: `item in line ${line} of ${fileName}`, why: about }
      : { what: `item ${id}`, why: message.slice(id.length + 2) };
  });
  const unlistedCount = report.rejected - report.rejections.length;
  return {
    benchmarkId: report.benchmarkId,
    missing: [
      ...listedItems,
      ...(unlistedCount > 0 ? [{ what: `${unlistedCount} more items`, why: "rejected for similar reasons" }] : []),
    ],
  };
}
