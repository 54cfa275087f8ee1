import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../lib/cli/main.ts";
import { closePool } from "../lib/server/platform/database/pool.ts";
import { decryptSecret, encryptSecret } from "../lib/server/platform/settings/secret-box.ts";
import { decryptStoredSecret } from "../lib/server/platform/settings/stored-secret.ts";
import { resolveSecret } from "../lib/supervisor/resolve-secret.ts";
import { createTestDatabase, type TestDatabase } from "../prisma/test-database.ts";

let folder: string;
let database: TestDatabase;
let client: pg.Client;
const earlier = { ...process.env };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "parallax-secret-"));
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  delete process.env.PARALLAX_SECRET;
  process.env.DATABASE_URL = database.connectionString;
});
afterEach(async () => {
  Object.assign(process.env, { PARALLAX_SECRET: earlier.PARALLAX_SECRET });
  delete process.env.DATABASE_URL;
  await client.end();
  await closePool();
  await database.drop();
  await rm(folder, { recursive: true });
});

const resolve = (change: Partial<Parameters<typeof resolveSecret>[0]> = {}) =>
  resolveSecret({
    dataFolder: folder,
    fromEnvironment: null,
    isEmbedded: true,
    ...change,
  });
const fileText = async () => (await readFile(join(folder, "secret"), "utf8")).trim();
const settings = async () => JSON.stringify((await client.query("SELECT key, value FROM setting")).rows);

const secretOfEarlierVersion = "a secret of an earlier version".replaceAll(" ", "-");

/** The table content of the version before the file: the secret itself, a webhook secret, plain link secrets. */
async function fillAsEarlierVersion(): Promise<{ encryptedKey: string }> {
  process.env.PARALLAX_SECRET = secretOfEarlierVersion;
  const encryptedKey = await encryptSecret("model-endpoint", "model key");
  delete process.env.PARALLAX_SECRET;
  await client.query("INSERT INTO setting (key, value) VALUES ('installation-secret', to_jsonb($1::text))", [
    secretOfEarlierVersion,
  ]);
  const { rows } = await client.query(
    `WITH made AS (INSERT INTO project (id, name, slug) VALUES (gen_random_uuid(), 'P', 'p') RETURNING id),
       bench AS (INSERT INTO benchmark (id, project_id, name, slug, description, canary)
                 SELECT gen_random_uuid(), id, 'B', 'b', '', gen_random_uuid() FROM made RETURNING id, project_id),
       account AS (INSERT INTO recruiter_account (project_id, source, webhook_secret)
                   SELECT id, 'prolific', 'webhook in clear' FROM made)
     INSERT INTO study (id, project_id, slug, name, benchmark_id, entry_secret, design)
     SELECT gen_random_uuid(), project_id, 's' || number, 'S', id, 'links in clear', '{}'
     FROM bench, generate_series(1, 2) AS number RETURNING id`,
  );
  expect(rows).toHaveLength(2);
  return { encryptedKey };
}

async function storedSecrets(): Promise<{ webhook: string; links: string[] }> {
  const { rows } = await client.query(
    "SELECT (SELECT webhook_secret FROM recruiter_account) AS webhook, array_agg(entry_secret) AS links FROM study",
  );
  return rows[0];
}

describe("the installation secret", () => {
  it("is made at the first start as a file for its owner alone, and the database holds a digest only", async () => {
    await resolve();
    const secret = await fileText();
    expect(secret).toHaveLength(43);
    expect(process.env.PARALLAX_SECRET).toBe(secret);
    expect((await stat(join(folder, "secret"))).mode & 0o777).toBe(0o600);
    expect(await settings()).toContain("installation-secret-digest");
    expect(await settings()).not.toContain(secret);
    await chmod(join(folder, "secret"), 0o644);
    await resolve();
    expect(await fileText()).toBe(secret);
    expect((await stat(join(folder, "secret"))).mode & 0o777).toBe(0o600);
  });

  it("of an earlier version moves from the database into the file, and nothing that it encrypts is lost", async () => {
    const { encryptedKey } = await fillAsEarlierVersion();
    await resolve();
    expect(await fileText()).toBe(secretOfEarlierVersion);
    expect(await settings()).not.toContain(secretOfEarlierVersion);
    expect(await decryptSecret("model-endpoint", encryptedKey)).toBe("model key");
    const { webhook, links } = await storedSecrets();
    for (const stored of [webhook, ...links]) expect(stored).toMatch(/^aes1:/);
    expect(await decryptStoredSecret("webhook", webhook)).toBe("webhook in clear");
    for (const link of links) expect(await decryptStoredSecret("entry-links", link)).toBe("links in clear");
    await resolve();
    expect(await storedSecrets()).toEqual({ webhook, links });
  });

  it("stays in an external database until a later start has found the file", async () => {
    await fillAsEarlierVersion();
    await resolve({ isEmbedded: false });
    expect(await settings()).toContain(secretOfEarlierVersion);
    // A container without a persistent directory starts again with the content of the database.
    await rm(join(folder, "secret"));
    await resolve({ isEmbedded: false });
    expect(await fileText()).toBe(secretOfEarlierVersion);
    await resolve({ isEmbedded: false });
    expect(await settings()).not.toContain(secretOfEarlierVersion);
    expect(await decryptStoredSecret("webhook", (await storedSecrets()).webhook)).toBe("webhook in clear");
  });

  it("may come from the environment, and no file is needed then", async () => {
    await resolve({ fromEnvironment: "a secret from outside" });
    await expect(fileText()).rejects.toThrow("ENOENT");
    await expect(resolve({ fromEnvironment: "another secret from outside" })).rejects.toThrow(
      "This database was written with another installation secret",
    );
  });

  it("that is missing or another one stops the start before anything is encrypted with it", async () => {
    await resolve();
    const secret = await fileText();
    await rm(join(folder, "secret"));
    await expect(resolve()).rejects.toThrow("This database was written with a secret that is missing here");
    await writeFile(join(folder, "secret"), "another-secret-of-43-characters\n");
    await expect(resolve()).rejects.toThrow("This database was written with another installation secret");
    await writeFile(join(folder, "secret"), `${secret}\n`);
    await resolve();
    await expect(resolve({ fromEnvironment: "a secret from outside" })).rejects.toThrow("PARALLAX_SECRET is not");
  });

  it("that is lost is given up by a command, with what it encrypted and nothing else", async () => {
    await fillAsEarlierVersion();
    await resolve();
    await rm(join(folder, "secret"));
    const io = { stdin: Readable.from([]), stdout: new PassThrough(), stderr: new PassThrough() };
    expect(await main(["admin", "reset-secret"], io)).toBe(2);
    expect(await main(["admin", "reset-secret", "--yes"], io)).toBe(0);
    await resolve();
    expect(await fileText()).not.toBe(secretOfEarlierVersion);
    const { webhook, links } = await storedSecrets();
    expect(webhook).toBeNull();
    for (const link of links) expect(await decryptStoredSecret("entry-links", link)).toHaveLength(43);
  });
});
