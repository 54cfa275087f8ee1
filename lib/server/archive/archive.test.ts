import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { defaultResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { giveVerdict, type MadeCollection, makeCollection } from "@/prisma/factories/make-collection.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "@/prisma/test-database.ts";
import { claimNextTask } from "../annotation/work/next-task.ts";
import { listTables } from "../backup/copy-table.ts";
import { openTableArchive } from "../backup/read-backup.ts";
import { makeImportSource } from "../items/import-lines.ts";
import { importPredictions } from "../models/import-predictions.ts";
import { installation } from "../platform/access/access.ts";
import { migrate } from "../platform/database/migrate.ts";
import { closePool, pool } from "../platform/database/pool.ts";
import { loadResults } from "../results/load-results.ts";
import { listOutsideCopies } from "../sessions/erasure/list-copies.ts";
import { lockEndedData } from "../studies/lock/lock-data.ts";
import { verifyLock } from "../studies/lock/verify-lock.ts";
import { excludeResponse } from "../studies/responses/exclude-response.ts";
import { moveStudy } from "../studies/run/move-study.ts";
import { requireRowsOfProject } from "./archive-conflicts.ts";
import { archiveManifestSchema } from "./archive-manifest.ts";
import { archivedTables, unarchivedTables } from "./archived-tables.ts";
import { importProjectArchive } from "./import-archive.ts";
import { writeProjectArchive } from "./write-archive.ts";

withTestDatabase();

const migrationsFolder = fileURLToPath(new URL("../../../prisma/migrations", import.meta.url));
let folder = "";
let study: MadeStudy;
let collection: MadeCollection;
let researcher: Awaited<ReturnType<typeof makePerson>>;
let second: TestDatabase;
const here = () => process.env.DATABASE_URL as string;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const fileOf = (projectId: string) => join(folder, `${projectId}.zip`);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parallax-archive-"));
  study = await makeStudy({ open: false });
  researcher = await makePerson({ projectId: study.projectId, role: "researcher" });
  await moveStudy(researcher.actor, study.id, "open");
  for (const choice of ["true", "false", "true", "true"]) {
    const walker = await startWalker(study);
    await walkTo(walker, 5, { choice, explanation: `I think so, ${choice}` });
  }
  await pool().query(
    `INSERT INTO entry_identity (session_id, study_id, source, external_id)
     SELECT id, study_id, 'prolific', 'external-' || substr(id::text, 1, 8) FROM session`,
  );
  await walkTo(await startWalker(study), 3);
  const { rows } = await pool().query("SELECT id FROM response ORDER BY id LIMIT 1");
  await excludeResponse(researcher.actor, rows[0].id, { reason: "other", note: "A test." });
  await importPredictions({
    projectId: study.projectId,
    benchmarkId: study.benchmarkId,
    source: "test",
    actorId: null,
    ...makeImportSource("p.jsonl", predictions()),
  });
  await moveStudy(researcher.actor, study.id, "close");
  await pool().query("UPDATE slot SET available_at = clock_timestamp() WHERE NOT is_done AND session_id IS NOT NULL");
  await lockEndedData(study.id);
  collection = await makeCollection();
  const annotator = await collection.annotator();
  const { task } = await claimNextTask(annotator, { collectionId: collection.id });
  await giveVerdict(annotator, task as TaskPayload, "sound");
  for (const { projectId } of [study, collection])
    await writeProjectArchive(here(), { projectId, file: fileOf(projectId), actorId: null });
  second = await createTestDatabase();
});
afterAll(async () => {
  await second.drop();
  await rm(folder, { recursive: true });
});

async function* predictions() {
  for (const item of ["item-0", "item-1"])
    yield Buffer.from(`${JSON.stringify({ model: "M", item, condition: { prompt: "human" }, answer: true })}\n`);
}

/** Runs work on the second installation. */
async function there<Result>(work: () => Promise<Result>): Promise<Result> {
  const first = here();
  process.env.DATABASE_URL = second.connectionString;
  try {
    return await work();
  } finally {
    await closePool();
    process.env.DATABASE_URL = first;
  }
}

/** A copy of the archive of the study with changed files; `isConsistent`: with the hashes of the changed table. */
async function writeChanged(
  file: string,
  changes: Record<string, (text: string) => string>,
  isConsistent = false,
): Promise<void> {
  const archive = await openTableArchive(fileOf(study.projectId), archiveManifestSchema, "project archive");
  const zip = new ZipFile();
  const paths = ["manifest.json", "ro-crate-metadata.json", ...archivedTables.map(({ name }) => `tables/${name}.copy`)];
  const texts = new Map<string, string>();
  const hashes = new Map<string, string>();
  for (const path of paths.toReversed()) {
    const text = (await archive.readDocument(path)) as string;
    const changed = changes[path]?.(text) ?? text;
    texts.set(path, changed);
    hashes.set(sha256(text), sha256(changed));
  }
  const withHashes = (text: string) => text.replaceAll(/[0-9a-f]{64}/g, (hash) => hashes.get(hash) ?? hash);
  if (isConsistent) {
    const manifest = texts.get("manifest.json") as string;
    texts.set("manifest.json", withHashes(manifest));
    hashes.set(sha256(manifest), sha256(withHashes(manifest)));
    texts.set("ro-crate-metadata.json", withHashes(texts.get("ro-crate-metadata.json") as string));
  }
  for (const path of paths) zip.addBuffer(Buffer.from(texts.get(path) as string), path);
  archive.close();
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
}

const importHere = (file: string, more: { migrationsFolder?: string; slug?: string } = {}) =>
  importProjectArchive({ connectionString: here(), file, migrationsFolder, slug: null, actorId: null, ...more });

/** The rows by which the two installations are compared, in text form. */
async function contentOf(projectId: string, studyId: string) {
  const lists: Record<string, string> = {
    items:
      "SELECT id, external_id, content_hash FROM item_version WHERE benchmark_id IN (SELECT id FROM benchmark WHERE project_id = $1) ORDER BY id",
    protocols: "SELECT id, hash, document FROM protocol_version WHERE study_id = $2 ORDER BY id",
    freezes: "SELECT id, hash, document FROM protocol_freeze WHERE study_id = $2 ORDER BY id",
    locks: "SELECT id, sha256, listed, counted FROM data_lock WHERE study_id = $2 ORDER BY id",
    answers:
      "SELECT id, revision_hash, content_fingerprint, presentation_fingerprint, answer, saved_at FROM response WHERE study_id = $2 ORDER BY id",
    cells:
      "SELECT * FROM cell_count WHERE study_id = $2 AND count <> 0 ORDER BY item_version_id, condition_id, stratum_id, is_surplus, is_excluded, answer_key",
    locked:
      "SELECT * FROM locked_cell_count WHERE study_id = $2 ORDER BY item_version_id, condition_id, stratum_id, is_surplus, is_excluded, answer_key",
    predictions:
      "SELECT prediction.* FROM prediction JOIN run ON run.id = run_id JOIN model ON model.id = model_id WHERE project_id = $1 ORDER BY prediction.id",
    placements:
      "SELECT slot.stratum_id, slot.ordinal, placement.position, placement.item_version_id, response.id AS response FROM slot JOIN placement ON placement.slot_id = slot.id LEFT JOIN response ON response.placement_id = placement.id WHERE slot.study_id = $2 ORDER BY 1, 2, 3, 5",
    holders:
      "SELECT slot.stratum_id, slot.ordinal, session.id FROM slot JOIN session ON session.slot_id = slot.id AND slot.session_id = session.id WHERE slot.study_id = $2 ORDER BY 1, 2, 3",
  };
  const found: Record<string, unknown[]> = {};
  for (const [name, statement] of Object.entries(lists))
    found[name] = (await pool().query(statement.replace("$1", `'${projectId}'`).replace("$2", `'${studyId}'`))).rows;
  return found;
}

describe("the archive of a project", () => {
  it("says of every table whether it is archived, or why not", async () => {
    const client = await pool().connect();
    const names = (await listTables(client)).map(({ name }) => name);
    client.release();
    const stated = [...archivedTables.map(({ name }) => name), ...Object.values(unarchivedTables).flat()];
    expect(stated.sort()).toEqual(names);
  });

  it("has no external ids, secrets, codes or names of users, and describes its files", async () => {
    const archive = await openTableArchive(fileOf(study.projectId), archiveManifestSchema, "project archive");
    const texts: string[] = [];
    for (const { name } of archive.manifest.tables) {
      const chunks: Buffer[] = [];
      for await (const chunk of await archive.readTable(name)) chunks.push(chunk as Buffer);
      texts.push(Buffer.concat(chunks).toString());
    }
    const crate = JSON.parse((await archive.readDocument("ro-crate-metadata.json")) as string);
    archive.close();
    const whole = texts.join("");
    const { rows } = await pool().query("SELECT entry_secret, token_hash, completion_code FROM study, session");
    expect(rows.length).toBe(5);
    for (const secret of rows.flatMap((row) => [row.entry_secret, row.token_hash, row.completion_code ?? "external-"]))
      expect(whole).not.toContain(secret);
    expect(whole).not.toContain("external-");
    expect(whole).not.toContain(researcher.actor.email);
    expect(whole).not.toContain(researcher.actor.userId);
    expect(whole).toContain("I think so, false");
    const [descriptor, root] = crate["@graph"];
    expect(descriptor).toMatchObject({ "@id": "ro-crate-metadata.json", about: { "@id": "./" } });
    expect(root.hasPart).toHaveLength(archivedTables.length + 1);
    for (const { "@id": path } of root.hasPart)
      expect(crate["@graph"].find((one: { "@id": string }) => one["@id"] === path).sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it("is listed among the copies that an erasure does not change", async () => {
    const copies = await listOutsideCopies(installation);
    expect(copies.filter(({ kind }) => kind === "archive")).toHaveLength(2);
  });

  it("imports into an installation in use with equal fingerprints, hashes, counters and results", async () => {
    const page = await loadResults(installation, study.id, { ...defaultResultsQuery, data: "locked" });
    const before = await contentOf(study.projectId, study.id);
    expect(before.answers).toHaveLength(4);
    expect(before.locks).toHaveLength(1);
    expect(before.predictions).toHaveLength(2);
    expect(before.holders?.length).toBeGreaterThan(3);
    await there(async () => {
      // In this database, the numbers of the slots and placements are already in use.
      const other = await makeStudy();
      await walkTo(await startWalker(other), 5);
      const imported = await importHere(fileOf(study.projectId));
      expect(imported).toMatchObject({ projectId: study.projectId });
      expect(await contentOf(study.projectId, study.id)).toEqual(before);
      expect(await verifyLock(study.id)).toMatchObject({ isIntact: true, changed: [] });
      const again = await loadResults(installation, study.id, { ...defaultResultsQuery, data: "locked" });
      expect(again?.results).toEqual(page?.results);
      expect(page?.results.counts.length).toBeGreaterThan(0);
      const { rows } = await pool().query(
        "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'import%' UNION ALL SELECT entry_secret FROM study WHERE entry_secret = ''",
      );
      expect(rows).toEqual([]);
      // The studies here go on.
      await walkTo(await startWalker(other), 5);
    });
  });

  it("keeps the work of annotators under pseudonyms, and counts it", async () => {
    const counts =
      "SELECT scope, state, sum(count)::int AS count FROM annotation_count WHERE count <> 0 GROUP BY 1, 2 ORDER BY 1, 2";
    const { rows: before } = await pool().query(counts);
    const { rows: verdicts } = await pool().query("SELECT id, author_id FROM annotation_verdict");
    await there(async () => {
      await importHere(fileOf(collection.projectId));
      expect((await pool().query(counts)).rows).toEqual(before);
      const { rows } = await pool().query("SELECT id, author_id FROM annotation_verdict");
      expect(rows.map(({ id }) => id)).toEqual(verdicts.map(({ id }) => id));
      expect(rows[0].author_id).not.toBe(verdicts[0].author_id);
    });
  });

  it("is refused where it is here already, where its study or name is taken, and stores nothing then", async () => {
    await expect(importHere(fileOf(study.projectId))).rejects.toThrow("already in this installation");
    const third = await createTestDatabase();
    const first = here();
    try {
      process.env.DATABASE_URL = third.connectionString;
      await pool().query("INSERT INTO project (id, name, slug) SELECT gen_random_uuid(), 'Taken', $1", [
        `project-${study.slug}`,
      ]);
      await expect(importHere(fileOf(study.projectId))).rejects.toThrow(
        "import it under another name (--as NAME on the command line)",
      );
      const other = await makeStudy();
      await pool().query("UPDATE study SET slug = $1 WHERE id = $2", [study.slug, other.id]);
      await expect(importHere(fileOf(study.projectId), { slug: "renamed" })).rejects.toThrow(
        `have the same address: ${study.slug}`,
      );
      await pool().query("UPDATE study SET slug = 'elsewhere' WHERE id = $1", [other.id]);
      expect((await pool().query("SELECT FROM project WHERE id = $1", [study.projectId])).rowCount).toBe(0);
      expect(await importHere(fileOf(study.projectId), { slug: "renamed" })).toMatchObject({ slug: "renamed" });
    } finally {
      await closePool();
      process.env.DATABASE_URL = first;
      await third.drop();
    }
  });

  it("is refused where a file of it was changed, and where it is something else", async () => {
    const file = join(folder, "changed.zip");
    const third = await createTestDatabase();
    const importInto = () =>
      importProjectArchive({
        connectionString: third.connectionString,
        file,
        migrationsFolder,
        slug: null,
        actorId: null,
      });
    const refusals: [string, (text: string) => string, string][] = [
      ["tables/response.copy", (text) => text.replaceAll('"true"', '"false"'), "table response has"],
      ["manifest.json", (text) => text.replace('"slug": "project-', '"slug": "projekt-'), "does not have the SHA-256"],
      ["manifest.json", (text) => text.replace('"version": 1', '"version": 2'), "that this version can read"],
      ["ro-crate-metadata.json", () => "{}", "does not have the SHA-256"],
    ];
    for (const [path, change, message] of refusals) {
      await writeChanged(file, { [path]: change });
      await expect(importInto(), path).rejects.toThrow(message);
    }
    // A file whose hashes agree, with a model of another project.
    const foreign = (text: string) => text.replaceAll(study.projectId, randomUUID());
    await writeChanged(file, { "tables/model.copy": foreign }, true);
    await expect(importInto()).rejects.toThrow("model_project_id_fkey");
    await writeChanged(file, {}, true);
    await importInto();
    await third.drop();
  });

  it("adds no rows to another project", async () => {
    const client = new pg.Client({ connectionString: here() });
    await client.connect();
    await expect(requireRowsOfProject(client, study.projectId)).rejects.toThrow(/of project do(es)? not belong/);
    await client.end();
  });

  it("of an earlier version is brought up to date", async () => {
    const old = await createEmptyDatabase();
    const migrations = join(folder, "migrations");
    const names = (await readdir(migrationsFolder)).filter((name) => /^\d{14}_/.test(name)).sort();
    for (const name of names.slice(0, -2))
      await cp(join(migrationsFolder, name), join(migrations, name), { recursive: true });
    await migrate({ connectionString: old.connectionString, migrationsFolder: migrations });
    const client = new pg.Client({ connectionString: old.connectionString });
    await client.connect();
    const id = "0198c0de-0000-7000-8000-000000000001";
    await client.query("INSERT INTO project (id, name, slug) VALUES ($1, 'Old', 'old')", [id]);
    await client.end();
    const file = join(folder, "old.zip");
    await writeProjectArchive(old.connectionString, { projectId: id, file, actorId: null });
    await there(() => importHere(file));
    await there(() =>
      expect(importHere(fileOf(study.projectId), { migrationsFolder: migrations })).rejects.toThrow("already in this"),
    );
    await old.drop();
  });
});
