import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { inProcess } from "@/prisma/factories/run-parallax.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { createTestDatabase } from "@/prisma/test-database.ts";
import { closePool, pool } from "../../server/platform/database/pool.ts";

withTestDatabase();

let folder = "";
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A study of two items, answered by people whose first answers are right as often as the list says. */
async function site(choices: readonly string[]): Promise<MadeStudy> {
  const study = await makeStudy({ items: 2 });
  for (const choice of choices) await walkTo(await startWalker(study), 5, { choice });
  return study;
}

it("moves a project to another installation and pools its study with one that asked the same", async () => {
  folder = await mkdtemp(join(tmpdir(), "parallax-pool-"));
  const file = join(folder, "project.zip");
  const answers = ["true", "true", "false", "true", "false", "true", "true", "false"];
  const first = await site(answers);
  const { rows } = await pool().query("SELECT slug FROM project WHERE id = $1", [first.projectId]);
  const written = await inProcess("archive", "project", rows[0].slug, "--out", file);
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
    expect(again.err).toContain("is here already");
    const { code, out } = await inProcess("pool", first.slug, second.slug, "--json");
    expect(code).toBe(0);
    const pooled = JSON.parse(out);
    expect(pooled).toMatchObject({ status: "interim, data not locked", overlap: "Overlap of people unknown." });
    expect(pooled.cells).toBeGreaterThan(0);
    expect(pooled.sites.map((one: { people: number }) => one.people).every((people: number) => people > 0)).toBe(true);
    expect(pooled.sites[0].name).toBe(`project-${first.slug} (${first.slug})`);
    const text = await inProcess("pool", first.slug, second.slug);
    expect(text.out).toContain(`project-${first.slug} (${first.slug}): `);
    expect(text.out).not.toContain(", p ");
    expect(await inProcess("pool", first.slug, "nowhere")).toMatchObject({ code: 2 });
  } finally {
    await closePool();
    process.env.DATABASE_URL = earlier;
    await other.drop();
  }
});
