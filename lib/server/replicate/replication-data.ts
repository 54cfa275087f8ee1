import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { basename, join } from "node:path";
import * as z from "zod";
import { rejectionSchema } from "@/lib/domain/interchange/import-report.ts";
import type { MissingPart } from "@/lib/domain/replicate/observation.ts";
import type { ReplicatedPaper } from "@/lib/domain/replicate/papers.ts";
import { saveBeliefSource } from "../beliefs/belief-source.ts";
import { importItems } from "../items/import-items.ts";
import type { TextLine } from "../items/import-lines.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows, maybeRow, oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { runInThread } from "../platform/threads/run-in-thread.ts";
import type { ReplicationData } from "./opened-items.ts";
import { belongsToPaper, type DataLine } from "./read-data.ts";

/** The heap limit of the thread that reads the data: result files of paper 004 have 131,328 lines each. */
const maxMemoryMb = 2_048;

/**
 * Reads the data of a paper from a file, folder or archive in a thread. Throws an AppError at the field `data` for a
 * path that cannot be read and for data without an item that the paper needs.
 *
 * @param folder receives the files of an archive; model answers are read from there later
 */
export async function openReplicationData(
  path: string,
  { kinds, attributes, label, data }: ReplicatedPaper,
  folder: string,
  signal: AbortSignal,
): Promise<ReplicationData> {
  await stat(path).catch(() => {
    throw new AppError("invalid", `${path} cannot be opened`, "data");
  });
  const fileName = basename(path);
  const lines: TextLine[] = [];
  const hashes = new Map<string, string>();
  const kindById = new Map<string, string>();
  const collect = (part: readonly DataLine[]) => {
    for (const { line, item } of part) {
      lines.push(line);
      if (item === null) continue;
      hashes.set(item.id, item.hash);
      kindById.set(item.id, item.kind);
    }
  };
  const { dataWorker } = await import("./data-worker.generated.ts");
  const input = { path, folder: join(folder, "data"), kinds, attributes };
  const { refusal, ...totals } = await runInThread(dataWorker, input, collect, { maxMemoryMb, signal });
  if (refusal !== null) throw new AppError("invalid", `${fileName}: ${refusal}`, "data");
  if (!kinds.some((kind) => totals.kinds.has(kind)))
    throw new AppError("invalid", `${fileName} contains no items of ${label}. Needed: ${data}`, "data");
  return { fileName, lines, hashes, hash: hashItems(hashes), kindOf: kindById, ...totals };
}

const itemCountRow = z.strictObject({ items: z.number(), isOfPaper: z.boolean() });

/**
 * The number of stored item versions of a benchmark, without reading the items. Throws an AppError if no item version
 * can belong to the paper.
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
  if (!isOfPaper) throw new AppError("invalid", noItemsMessage(benchmark.name, label), "benchmark");
  return items;
}

function noItemsMessage(benchmark: string, paper: string): string {
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
    throw new AppError("invalid", noItemsMessage(benchmark.name, paper.label), "data");
  const hashes = new Map(rows.map(({ id, hash }) => [id, hash]));
  // Studies of expressions add true assertions, which do not make other data.
  const given = rows.filter(({ attributes }) => attributes.role !== "filler");
  return {
    fileName: benchmark.name,
    lines: [],
    hashes,
    hash: hashItems(new Map(given.map(({ id, hash }) => [id, hash]))),
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
  return { benchmarkId: report.benchmarkId, missing: listRejectedItems({ ...report, fileName, isNewest: true }) };
}

/**
 * The rejected items of an import, without items that are stored. Rows without an ID are listed only for the newest
 * import, because a later one may contain them.
 */
function listRejectedItems(
  { fileName, rejected, rejections, isNewest }: z.infer<typeof importRow>,
  storedIds?: ReadonlyMap<string, unknown>,
): MissingPart[] {
  const listedItems = rejections.flatMap(({ line, field, message }): MissingPart[] => {
    const [, id] = /^(\S+): /.exec(message) ?? [];
    const explanation = [field, message].filter((part) => part !== "").join(" ");
    if (id === undefined) return isNewest ? [{ what: `item in line ${line} of ${fileName}`, why: explanation }] : [];
    return storedIds?.has(id) ? [] : [{ what: `item ${id}`, why: message.slice(id.length + 2) }];
  });
  const unlistedCount = rejected - rejections.length;
  return [
    ...listedItems,
    ...(isNewest && unlistedCount > 0
      ? [{ what: `${unlistedCount} more rows of ${fileName}`, why: "rejected on import" }]
      : []),
  ];
}

const importRow = z.object({
  fileName: z.string(),
  rejected: z.number(),
  rejections: z.array(rejectionSchema),
  isNewest: z.boolean(),
});

/** The items that the imports of a stored benchmark rejected and that it still lacks; of each file the last import. */
export async function listMissingItems(benchmarkId: string, { hashes }: ReplicationData): Promise<MissingPart[]> {
  const imports = await manyRows(
    pool(),
    importRow,
    sql`SELECT DISTINCT ON (file_name) file_name AS "fileName", rejected, rejections,
       created_at = max(created_at) OVER () AS "isNewest" FROM import_report
     WHERE benchmark_id = ${benchmarkId} AND kind = 'items' AND undone_at IS NULL
     ORDER BY file_name, created_at DESC`,
  );
  return imports.flatMap((one) => listRejectedItems(one, hashes));
}
