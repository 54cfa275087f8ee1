import { expect, it } from "vitest";
import { makeAwkwardStudy } from "@/prisma/factories/make-awkward-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { installation } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { loadCompleteAnalysis } from "./analyse-study.ts";

withTestDatabase();

it("writes what the pages of each subject show, alike whether or not it was stored, and says of which stage", async () => {
  const study = await makeAwkwardStudy();
  const written = await loadCompleteAnalysis(installation, study.id, null);
  const files = new Map(written?.map(({ name, content }) => [name, content]));
  expect(files.get("raters/raters.csv")).toMatch(/^Rater,"?Right/);
  expect(files.get("errors/evaluation.csv")).toContain("Positive");
  expect([...files.keys()].some((name) => name.startsWith("beliefs/"))).toBe(true);
  await pool().query("DELETE FROM stored_result");
  expect(await loadCompleteAnalysis(installation, study.id, null)).toEqual(written);
  const other = new Map(
    (await loadCompleteAnalysis(installation, study.id, null, "pilot"))?.map(({ name, content }) => [name, content]),
  );
  expect(other.get("summary.json")).toContain('"stage": "pilot"');
  expect(other.get("raters/refused.md")).toContain("only about the stage main");
});
