import { mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { createEmptyDatabase, type TestDatabase } from "@/prisma/test-database.ts";
import { closePool, pool } from "../server/platform/database/pool.ts";
import { recordSecretDigest } from "../server/platform/settings/installation-secret.ts";
import { withdraw } from "../server/sessions/erasure/withdraw.ts";
import { hashToken } from "../server/sessions/session-token.ts";
import { main } from "./main.ts";

withTestDatabase();

let folder = "";
let study: MadeStudy;
let target: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parallax-cli-backup-"));
  process.env.PARALLAX_ERASURE_LEDGER = join(folder, "erasures.jsonl");
  study = await makeStudy();
  target = await createEmptyDatabase();
});
afterAll(async () => {
  delete process.env.PARALLAX_ERASURE_LEDGER;
  await target.drop();
  await rm(folder, { recursive: true });
});

async function run(args: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await main(args, { stdin: Readable.from([]), stdout, stderr });
  stdout.end();
  stderr.end();
  const text = async (stream: PassThrough) => Buffer.concat(await stream.toArray()).toString();
  return { code, out: await text(stdout), error: await text(stderr) };
}

const given = () =>
  pool().query("SELECT given FROM step_answer WHERE key <> 'consent' AND given <> '{}' ORDER BY session_id, screen");

/** Works with another database as the command's own. */
async function restoringInto({ connectionString }: TestDatabase, work: () => Promise<void>): Promise<void> {
  const here = process.env.DATABASE_URL;
  await closePool();
  process.env.DATABASE_URL = connectionString;
  try {
    await work();
  } finally {
    await closePool();
    process.env.DATABASE_URL = here;
  }
}

describe("parallax backup and restore", () => {
  it("bring everything back, and forget again whoever was erased after the backup was made", async () => {
    const complete = await startWalker(study);
    await walkTo(complete, 5);
    const screenedOut = await startWalker(study);
    await screenedOut.post(0, { consent: "yes" });
    await screenedOut.post(1, { residence: "uk", "first-language": "no", "most-used-language": "other" });
    const stays = await startWalker(study);
    await walkTo(stays, 5);
    const file = join(folder, "one.backup");
    expect(await run(["backup", file])).toMatchObject({ code: 0, error: "" });
    const before = (await given()).rows.length;

    for (const walker of [complete, screenedOut]) await withdraw(hashToken(walker.token), "erase");
    const after = (await given()).rows.length;
    expect(after).toBeLessThan(before);
    const ledger = await readFile(join(folder, "erasures.jsonl"), "utf8");
    expect(ledger.trim().split("\n")).toHaveLength(2);
    for (const line of ledger.trim().split("\n"))
      expect(Object.keys(JSON.parse(line)).sort()).toEqual(["erasedAt", "session"]);

    await restoringInto(target, async () => {
      const restored = await run(["restore", file]);
      expect(restored).toMatchObject({ code: 0, error: "" });
      expect(restored.out).toContain("Erased again: 2 sessions");
      expect((await given()).rows).toHaveLength(after);
      const { rows } = await pool().query("SELECT count(*)::int AS erased FROM session WHERE erased_at IS NOT NULL");
      expect(rows[0].erased).toBe(2);
      await closePool();
      expect(await run(["restore", file])).toMatchObject({ code: 1, error: expect.stringContaining("use --replace") });
    });
  });

  it("erase what somebody said who was screened out, and leave the outcome", async () => {
    const walker = await startWalker(study);
    await walker.post(0, { consent: "yes" });
    await walker.post(1, { residence: "uk", "first-language": "no", "most-used-language": "other" });
    expect(await withdraw(hashToken(walker.token), "erase")).toBe("screened-out");
    const { rows } = await pool().query(
      `SELECT step_answer.given, session.erased_at FROM session JOIN step_answer ON step_answer.session_id = session.id
       WHERE token_hash = $1 AND step_answer.key <> 'consent'`,
      [hashToken(walker.token)],
    );
    expect(rows).toEqual([{ given: {}, erased_at: expect.any(Date) }]);
  });

  it("ask for the ledger where it has lost erasures that the backup knows of", async () => {
    const walker = await startWalker(study);
    await walkTo(walker, 5);
    await withdraw(hashToken(walker.token), "erase");
    const ledger = process.env.PARALLAX_ERASURE_LEDGER as string;
    const file = join(folder, "ledger.backup");
    expect(await run(["backup", file])).toMatchObject({ code: 0 });
    // A session may be in the ledger twice: a restore writes it again.
    const bySession = new Map(
      (await readFile(ledger, "utf8"))
        .trim()
        .split("\n")
        .map((line) => [JSON.parse(line).session, line]),
    );
    const lines = [...bySession.values()];
    const moved = join(folder, "moved.jsonl");
    await rename(ledger, moved);
    await restoringInto(target, async () => {
      const missing = await run(["restore", file, "--replace"]);
      expect(missing).toMatchObject({ code: 1, out: "" });
      expect(missing.error).toContain(`has 0 erasures, but had ${lines.length} when the backup was made.`);
      expect(missing.error).toContain("--without-ledger");
      await writeFile(ledger, `${lines.slice(1).join("\n")}\n`);
      expect((await run(["restore", file, "--replace"])).error).toContain(`has ${lines.length - 1} erasures`);
      await writeFile(ledger, `${lines.toReversed().join("\n")}\n`);
      expect((await run(["restore", file, "--replace"])).error).toContain("is from a different installation");
      await rm(ledger);
      const found = await run(["restore", file, "--replace", "--ledger", moved]);
      expect(found).toMatchObject({ code: 0, error: "" });
      expect(found.out).toContain(`Erased again: 0 sessions from the ledger ${moved}`);
      // The installation's own ledger is complete again.
      expect((await readFile(ledger, "utf8")).trim().split("\n")).toHaveLength(lines.length);
      await rm(ledger);
      const without = await run(["restore", file, "--replace", "--without-ledger"]);
      expect(without).toMatchObject({ code: 0, out: expect.stringContaining("No ledger was used") });
    });
    await rename(moved, ledger);
  });

  it("ask for the installation secret, which is in no backup", async () => {
    const secret = process.env.PARALLAX_SECRET as string;
    await recordSecretDigest(pool(), secret);
    await pool().query("INSERT INTO setting (key, value) VALUES ('installation-secret', to_jsonb($1::text))", [secret]);
    const file = join(folder, "secret.backup");
    expect(await run(["backup", file])).toMatchObject({ code: 0 });
    await pool().query("DELETE FROM setting WHERE key = 'installation-secret'");
    await writeFile(join(folder, "kept-secret"), `${secret}\n`, { mode: 0o600 });
    const data = join(folder, "data");
    Object.assign(process.env, { PARALLAX_SECRET: "", PARALLAX_DATA_DIR: data });
    try {
      await restoringInto(target, async () => {
        const missing = await run(["restore", file, "--replace"]);
        expect(missing).toMatchObject({ code: 1, error: expect.stringContaining("--secret FILE") });
        const given = await run(["restore", file, "--replace", "--secret", join(folder, "kept-secret")]);
        expect(given).toMatchObject({ code: 0, error: "" });
        expect((await readFile(join(data, "secret"), "utf8")).trim()).toBe(secret);
        const { rows } = await pool().query("SELECT key FROM setting WHERE value #>> '{}' = $1", [secret]);
        expect(rows).toEqual([]);
        await closePool();
        await writeFile(join(data, "secret"), "the-secret-of-another-installation\n");
        expect(await run(["restore", file, "--replace"])).toMatchObject({ code: 1 });
        const without = await run(["restore", file, "--replace", "--without-secret"]);
        expect(without).toMatchObject({ code: 0, out: expect.stringContaining("Removed: webhook secrets") });
      });
    } finally {
      process.env.PARALLAX_SECRET = secret;
      delete process.env.PARALLAX_DATA_DIR;
    }
  });

  it("encrypt to age recipients and decrypt with an identity", async () => {
    const [identity, other] = [await generateX25519Identity(), await generateX25519Identity()];
    const keys = join(folder, "key.txt");
    await writeFile(keys, `# made by age-keygen\n${identity}\n`);
    await writeFile(join(folder, "other.txt"), `${other}\n`);
    const file = join(folder, "encrypted.backup.age");
    const made = await run(["backup", file, "--encrypt-to", await identityToRecipient(identity)]);
    expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/encrypted, checked\.\n$/), error: "" });
    const bytes = await readFile(file);
    expect(bytes.subarray(0, 21).toString()).toBe("age-encryption.org/v1");
    expect(bytes.includes("manifest.json")).toBe(false);
    const check = (...more: string[]) => run(["restore", file, "--check", ...more]);
    expect(await check()).toMatchObject({ code: 1, error: expect.stringContaining("--identity FILE") });
    expect(await check("--identity", join(folder, "other.txt"))).toMatchObject({
      code: 1,
      error: expect.stringContaining("cannot be decrypted"),
    });
    expect(await check("--identity", keys)).toMatchObject({ code: 0 });
    await restoringInto(target, async () => {
      const restored = await run(["restore", file, "--identity", keys, "--replace"]);
      expect(restored).toMatchObject({ code: 0, error: "" });
    });
    expect(
      (await readdir(folder)).filter((name) => name.startsWith(".parallax-") || name.endsWith(".partial")),
    ).toEqual([]);
    await truncate(file, bytes.length - 100);
    expect(await check("--identity", keys)).toMatchObject({ code: 1 });
    expect(await run(["backup", file, "--encrypt-to", "age1nobody"])).toMatchObject({
      code: 1,
      error: expect.stringContaining("is not an age recipient"),
    });
  });

  it("say in one sentence what is wrong", async () => {
    const file = join(folder, "two.backup");
    await run(["backup", file]);
    expect(await run(["restore", file, "--check"])).toMatchObject({ code: 0 });
    await truncate(file, 1_000);
    expect(await run(["restore", file, "--check"])).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^parallax: .*truncated.*\n$/),
    });
    expect(await run(["backup", join(folder, "no", "folder")])).toMatchObject({
      code: 2,
      error: expect.stringContaining("there is no folder"),
    });
  });
});

describe("parallax doctor", () => {
  it("finds what there is to find, as text and as JSON", async () => {
    const { code, out } = await run(["doctor", "--json"]);
    const { findings, problems } = JSON.parse(out);
    expect(code).toBe(problems > 0 ? 1 : 0);
    const checks = findings.map(({ check }: { check: string }) => check);
    for (const check of ["versions", "database", "migrations", "backup", "clock", "settings"])
      expect(checks).toContain(check);
    const { out: text } = await run(["doctor"]);
    expect(text).toContain("The tables are up to date.");
    // The tests' server does not wait for the disk.
    expect(text).toMatch(
      /PROBLEM +database +The database runs with fsync=off, full_page_writes=off, synchronous_commit=off/,
    );
  });

  it("says so when no database answers", async () => {
    const here = process.env.DATABASE_URL;
    process.env.DATABASE_URL = "postgresql://parallax:x@127.0.0.1:9/parallax";
    try {
      const { code, out } = await run(["doctor"]);
      expect(code).toBe(1);
      expect(out).toContain("The database does not respond");
    } finally {
      process.env.DATABASE_URL = here;
    }
  });
});

describe("parallax admin", () => {
  it("names owners and admins, and makes a link that works for anybody with an account", async () => {
    const owner = await makePerson({ isOwner: true });
    const admin = await makePerson({ projectId: study.projectId, role: "admin" });
    const viewer = await makePerson({ projectId: study.projectId, role: "viewer" });
    const { out } = await run(["admin", "list"]);
    expect(out).toContain(owner.email);
    expect(out).toContain(admin.email);
    expect(out).not.toContain(viewer.email);
    const link = await run(["admin", "reset-link", owner.email.toUpperCase()]);
    expect(link).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^http:\/\/localhost:3000\/reset\?token=\S+\n$/),
    });
    expect(await run(["admin", "reset-link", "nobody@example.org"])).toMatchObject({ code: 1 });
    expect(await run(["admin", "reset-link", "nobody"])).toMatchObject({ code: 2 });
    expect(await run(["admin", "reset-second-factor", owner.email])).toMatchObject({ code: 1 });
    await pool().query(
      "INSERT INTO second_factor (user_id, encrypted_secret, confirmed_at) VALUES ($1, '', clock_timestamp())",
      [owner.userId],
    );
    const reset = await run(["admin", "reset-second-factor", owner.email.toUpperCase()]);
    expect(reset).toMatchObject({ code: 0, out: expect.stringContaining(owner.email) });
  });
});
