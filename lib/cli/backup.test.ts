import { mkdtemp, readFile, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { createEmptyDatabase, type TestDatabase } from "@/prisma/test-database.ts";
import { closePool, pool } from "../server/platform/database/pool.ts";
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

describe("parallax backup and restore", () => {
  it("bring everything back, and forget again whoever was erased after the backup was made", async () => {
    const complete = await startWalker(study);
    await walkTo(complete, 5);
    const screenedOut = await startWalker(study);
    await screenedOut.post(0, { consent: "yes" });
    await screenedOut.post(1, { "first-language": "no", "most-used-language": "other" });
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

    await closePool();
    const here = process.env.DATABASE_URL;
    process.env.DATABASE_URL = target.connectionString;
    try {
      const restored = await run(["restore", file]);
      expect(restored).toMatchObject({ code: 0, error: "" });
      expect(restored.out).toContain("Erased again: 2 sessions");
      expect((await given()).rows).toHaveLength(after);
      const { rows } = await pool().query("SELECT count(*)::int AS erased FROM session WHERE erased_at IS NOT NULL");
      expect(rows[0].erased).toBe(2);
      await closePool();
      expect(await run(["restore", file])).toMatchObject({ code: 1, error: expect.stringContaining("say --replace") });
    } finally {
      await closePool();
      process.env.DATABASE_URL = here;
    }
  });

  it("erase what somebody said who was screened out, and leave the outcome", async () => {
    const walker = await startWalker(study);
    await walker.post(0, { consent: "yes" });
    await walker.post(1, { "first-language": "no", "most-used-language": "other" });
    expect(await withdraw(hashToken(walker.token), "erase")).toBe("screened-out");
    const { rows } = await pool().query(
      `SELECT step_answer.given, session.erased_at FROM session JOIN step_answer ON step_answer.session_id = session.id
       WHERE token_hash = $1 AND step_answer.key <> 'consent'`,
      [hashToken(walker.token)],
    );
    expect(rows).toEqual([{ given: {}, erased_at: expect.any(Date) }]);
  });

  it("say in one sentence what is wrong", async () => {
    const file = join(folder, "two.backup");
    await run(["backup", file]);
    expect(await run(["restore", file, "--check"])).toMatchObject({ code: 0 });
    await truncate(file, 1_000);
    expect(await run(["restore", file, "--check"])).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^parallax: .*cut off.*\n$/),
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
      expect(out).toContain("The database does not answer");
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
  });
});
