import { createHmac } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { inProcess } from "@/prisma/factories/run-parallax.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { createTestDatabase } from "@/prisma/test-database.ts";
import { canonicalJson } from "../../domain/fingerprint.ts";
import { closePool, pool } from "../../server/platform/database/pool.ts";
import { withTx } from "../../server/platform/database/with-transaction.ts";
import { eraseSession } from "../../server/sessions/erasure/erase-session.ts";

withTestDatabase();

let folder = "";
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A study of one stimulus, answered by a person for each choice. */
async function site(choices: readonly string[]): Promise<MadeStudy> {
  const study = await makeStudy({
    items: 1,
    design: {
      strata: [{ key: "all", label: "All", criteria: {} }],
      openStratum: false,
      factors: [],
      perStratumItem: 20,
    },
  });
  for (const choice of choices) await walkTo(await startWalker(study), 5, { choice });
  return study;
}

/** Gives every participant an id of one recruiter; the first has the same id at every site. */
async function identify(studyId: string, shared: string): Promise<void> {
  await pool().query(
    `INSERT INTO entry_identity (session_id, study_id, source, external_id, compared_id)
     SELECT id, study_id, 'prolific', named, named FROM (
       SELECT id, study_id, CASE row_number() OVER (ORDER BY started_at) WHEN 1 THEN $2 ELSE id::text END AS named
       FROM session WHERE study_id = $1) AS people`,
    [studyId, shared],
  );
}

/** The site of the first study has erased a person since; its signed list erases them here too, and nobody else. */
async function expectErasuresApplied(first: MadeStudy, otherStudy: string, archive: string): Promise<void> {
  const apply = (list: string, key = "key") =>
    inProcess("import", "erasures", join(folder, list), "--key-file", join(folder, key));
  const { rows } = await pool().query("SELECT id FROM session WHERE study_id = $1 ORDER BY id LIMIT 1", [first.id]);
  const { rows: others } = await pool().query("SELECT id FROM session WHERE study_id = $1", [otherStudy]);
  // As the other site signs it: that site has the same project and another database.
  const sessions = [rows[0], ...others].map(({ id }) => ({ session: id, erasedAt: new Date().toISOString() }));
  const empty = await inProcess(
    ...["archive", "erasures", await slugOf(first.projectId), "--key-file", join(folder, "key")],
    ...["--out", join(folder, "none.json")],
  );
  expect(empty).toMatchObject({ code: 0 });
  const made = JSON.parse(await readFile(join(folder, "none.json"), "utf8"));
  expect(made).toMatchObject({ project: first.projectId, sessions: [] });
  const changed = { ...made, sessions };
  await writeFile(join(folder, "changed.json"), JSON.stringify(changed));
  expect((await apply("changed.json")).err).toContain("was changed, or signed with another key");
  const { signature: _none, ...content } = changed;
  const signature = createHmac("sha256", "0".repeat(64)).update(canonicalJson(content)).digest("hex");
  await writeFile(join(folder, "list.json"), JSON.stringify({ ...content, signature }));
  expect((await apply("list.json", "other-key")).code).toBe(1);
  expect(await apply("list.json")).toMatchObject({ code: 0, out: "Erased: 1 sessions.\n" });
  expect(await apply("list.json")).toMatchObject({ code: 0, out: "Erased: 0 sessions.\n" });
  expect((await inProcess("import", "erasures", archive, "--key-file", join(folder, "key"))).err).toContain(
    "not a list of erasures",
  );
  const erased = await pool().query("SELECT id FROM session WHERE study_id = $1 AND erased_at IS NOT NULL", [first.id]);
  expect(erased.rows).toEqual([rows[0]]);
}

async function slugOf(projectId: string): Promise<string> {
  return (await pool().query("SELECT slug FROM project WHERE id = $1", [projectId])).rows[0].slug;
}

const digests = async (studyId: string): Promise<number> =>
  (await pool().query("SELECT count(*)::int AS count FROM person_match WHERE study_id = $1", [studyId])).rows[0].count;

it("moves a project to another installation and pools its study with one that asked the same", async () => {
  folder = await mkdtemp(join(tmpdir(), "parallax-pool-"));
  const file = join(folder, "project.zip");
  const answers = ["true", "true", "false", "true", "false", "true", "true", "false"];
  const first = await site(answers);
  const { rows } = await pool().query("SELECT slug FROM project WHERE id = $1", [first.projectId]);
  await writeFile(join(folder, "key"), `${"0".repeat(64)}\n`);
  const withKey = ["--match-key-file", join(folder, "key")];
  await identify(first.id, "5f0a");
  const written = await inProcess("archive", "project", rows[0].slug, "--out", file, ...withKey);
  expect(written).toMatchObject({ code: 0 });
  expect(written.out).toContain(`${file}: `);
  expect(await inProcess("archive", "project", "nowhere", "--out", file)).toMatchObject({ code: 2 });

  const earlier = process.env.DATABASE_URL;
  const other = await createTestDatabase();
  await closePool();
  process.env.DATABASE_URL = other.connectionString;
  try {
    const second = await site([...answers].reverse().map((choice, index) => (index < 3 ? "true" : choice)));
    expect(await inProcess("import", "project", file)).toMatchObject({ code: 0 });
    const again = await inProcess("import", "project", file);
    expect(again).toMatchObject({ code: 1 });
    expect(again.err).toContain("is already in this installation");
    const { code, out } = await inProcess("pool", first.slug, second.slug, "--json");
    expect(code).toBe(0);
    const pooled = JSON.parse(out);
    expect(pooled).toMatchObject({ status: "interim, data not locked", overlap: "Overlap of people unknown." });
    expect(pooled.cells).toBeGreaterThan(0);
    expect(pooled.summary).toMatchObject({ estimate: expect.any(Number), q: null, pvalue: null, iSquared: null });
    expect(pooled.sites.map((one: { people: number }) => one.people).every((people: number) => people > 0)).toBe(true);
    expect(pooled.sites[0].name).toBe(`project-${first.slug} (${first.slug})`);
    const text = await inProcess("pool", first.slug, second.slug);
    expect(text.out).toContain(`project-${first.slug} (${first.slug}): `);
    expect(text.out).toContain("Heterogeneity (logits): tau ");
    expect(text.out).not.toMatch(/, p |, Q |I²/);
    expect(await inProcess("pool", first.slug, "nowhere")).toMatchObject({ code: 2 });
    // One person took part at both sites, first at the other one.
    await identify(second.id, "5f0a");
    const matched = JSON.parse((await inProcess("pool", first.slug, second.slug, "--json", ...withKey)).out);
    expect(matched.overlap).toBe("One person took part at several sites and counts at the first only.");
    expect(pooled.sites.map(({ people }: { people: number }) => people)).toEqual([8, 8]);
    expect(matched.sites.map(({ people }: { people: number }) => people)).toEqual([8, 7]);
    await writeFile(join(folder, "other-key"), "1".repeat(64));
    const unmatched = await inProcess("pool", first.slug, second.slug, "--match-key-file", join(folder, "other-key"));
    expect(unmatched.out).toContain("Overlap of people unknown: 8 participants have no id that the key matches.");
    const short = await inProcess("pool", first.slug, second.slug, "--match-key-file", file.replace(".zip", ".none"));
    expect(short).toMatchObject({ code: 2 });
    // An archive without the key has no digests of this installation's people, and an erased person has none.
    await inProcess("archive", "project", rows[0].slug.replace(first.slug, second.slug), "--out", file, ...withKey);
    expect(await digests(second.id)).toBe(8);
    const { rows: erased } = await pool().query("SELECT id FROM session WHERE study_id = $1 LIMIT 1", [second.id]);
    await withTx((client) => eraseSession(client, erased[0].id));
    expect(await digests(second.id)).toBe(7);
    await inProcess("archive", "project", rows[0].slug.replace(first.slug, second.slug), "--out", file);
    expect(await digests(second.id)).toBe(0);
    expect(await digests(first.id)).toBe(8);
    await expectErasuresApplied(first, second.id, file);
  } finally {
    await closePool();
    process.env.DATABASE_URL = earlier;
    await other.drop();
  }
});
