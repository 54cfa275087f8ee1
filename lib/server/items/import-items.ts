import { createHash, randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import { canonicalJson } from "@/lib/domain/fingerprint.ts";
import { readItemRow } from "@/lib/domain/interchange/read-item-row.ts";
import { type ItemRow, itemContentHash, storyContentHash } from "@/lib/domain/items/item.ts";
import { withRawTx } from "../database/with-raw-transaction.ts";
import { type ImportReport, ImportTally, saveImportReport } from "./import-report.ts";

export interface ItemImport {
  projectId: string;
  benchmarkName: string;
  fileName: string;
  lines: AsyncIterable<string>;
  actorId: string | null;
  isDemo?: boolean;
  description?: string;
}

/**
 * Imports an item file into a benchmark, making the benchmark if the project has none of that name. A row whose text is
 * known already is unchanged; a changed row becomes a new version that knows its parent; a changed gold answer becomes
 * a new key version only. Bad rows are reported with line and field and do not stop the others. One transaction.
 *
 * Rows are read one at a time and written as they come; memory does not grow with the file.
 */
export async function importItems(request: ItemImport): Promise<ImportReport & { benchmarkId: string }> {
  return withRawTx(async (client) => {
    await client.query("SET LOCAL idle_in_transaction_session_timeout = 0");
    const tally = new ImportTally();
    const hash = createHash("sha256");
    const benchmarkId = await findOrMakeBenchmark(client, request);
    let line = 0;
    for await (const text of request.lines) {
      line += 1;
      hash.update(text).update("\n");
      if (text.trim() === "") continue;
      const read = readItemRow(text);
      if (read.ok) tally.count(await storeRow(client, benchmarkId, read.row, line, request.actorId));
      else tally.reject({ line, field: read.field, message: read.message });
    }
    const report = await saveImportReport(client, tally, {
      projectId: request.projectId,
      kind: "items",
      fileName: request.fileName,
      fileSha256: hash.digest("hex"),
      actorId: request.actorId,
    });
    return { ...report, benchmarkId };
  });
}

async function findOrMakeBenchmark(client: PoolClient, request: ItemImport): Promise<string> {
  const slug = slugify(request.benchmarkName);
  const canary = `This is test data of the benchmark "${request.benchmarkName}". It must not be used to train models. canary GUID ${randomUUID()}`;
  await client.query(
    `INSERT INTO benchmark (id, project_id, name, slug, description, canary, is_demo)
     VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, $6) ON CONFLICT (project_id, slug) DO NOTHING`,
    [request.projectId, request.benchmarkName, slug, request.description ?? "", canary, request.isDemo ?? false],
  );
  const { rows } = await client.query("SELECT id FROM benchmark WHERE project_id = $1 AND slug = $2 FOR UPDATE", [
    request.projectId,
    slug,
  ]);
  return rows[0].id;
}

/** A name as it stands in addresses: lower-case letters, digits and hyphens. */
export function slugify(name: string): string {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  return slug || "untitled";
}

async function storeRow(
  client: PoolClient,
  benchmarkId: string,
  row: ItemRow,
  ordinal: number,
  actorId: string | null,
): Promise<"inserted" | "unchanged"> {
  const storyVersionId = await storeStory(client, benchmarkId, row, actorId);
  const hash = itemContentHash(row, row.attributes);
  const versions = await client.query(
    `SELECT id, version, content_hash FROM item_version WHERE benchmark_id = $1 AND external_id = $2 ORDER BY version DESC`,
    [benchmarkId, row.id],
  );
  const same = versions.rows.find((version) => version.content_hash === hash);
  if (same) return (await storeKey(client, same.id, row.gold, actorId)) ? "inserted" : "unchanged";
  const { rows } = await client.query(
    `INSERT INTO item_version (id, benchmark_id, story_version_id, external_id, version, parent_id, kind, text, options,
       attributes, content_hash, ordinal, created_by_id)
     VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id`,
    [
      benchmarkId,
      storyVersionId,
      row.id,
      (versions.rows[0]?.version ?? 0) + 1,
      versions.rows[0]?.id ?? null,
      row.kind,
      row.text,
      JSON.stringify(row.options),
      JSON.stringify(row.attributes),
      hash,
      ordinal,
      actorId,
    ],
  );
  await storeKey(client, rows[0].id, row.gold, actorId);
  return "inserted";
}

async function storeStory(client: PoolClient, benchmarkId: string, row: ItemRow, actorId: string | null) {
  const hash = storyContentHash(row.story);
  const versions = await client.query(
    `SELECT id, version, content_hash FROM story_version WHERE benchmark_id = $1 AND external_id = $2 ORDER BY version DESC`,
    [benchmarkId, row.story.id],
  );
  const same = versions.rows.find((version) => version.content_hash === hash);
  if (same) return same.id as string;
  const { rows } = await client.query(
    `INSERT INTO story_version (id, benchmark_id, external_id, version, parent_id, title, genre, text, content_hash,
       created_by_id)
     VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
    [
      benchmarkId,
      row.story.id,
      (versions.rows[0]?.version ?? 0) + 1,
      versions.rows[0]?.id ?? null,
      row.story.title,
      row.story.genre,
      row.story.text,
      hash,
      actorId,
    ],
  );
  return rows[0].id as string;
}

/** Adds a key version when the gold answer differs from the newest one; answers whether it did. */
async function storeKey(client: PoolClient, itemVersionId: string, gold: unknown, actorId: string | null) {
  const { rows } = await client.query(
    "SELECT version, gold FROM item_key WHERE item_version_id = $1 ORDER BY version DESC LIMIT 1",
    [itemVersionId],
  );
  if (rows[0] && canonicalJson(rows[0].gold) === canonicalJson(gold)) return false;
  await client.query(
    `INSERT INTO item_key (id, item_version_id, version, gold, created_by_id) VALUES (gen_random_uuid(), $1, $2, $3, $4)`,
    [itemVersionId, (rows[0]?.version ?? 0) + 1, JSON.stringify(gold), actorId],
  );
  return true;
}
