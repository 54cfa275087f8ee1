import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { answer, close, collected } from "@/prisma/factories/attacked-study.ts";
import { inProcess } from "@/prisma/factories/run-parallax.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { moveStudy } from "../studies/run/move-study.ts";

withTestDatabase();

it("counts people who arrived after the study was reopened apart from those of the locked data", async () => {
  const folder = await mkdtemp(join(tmpdir(), "parallax-reopened-"));
  const { study, actor } = await collected();
  await close({ study, actor });
  const release = async (version: string) => {
    const file = join(folder, `${version}.json`);
    const authors = [{ given: "Ann", family: "Example" }];
    const description = { title: "T", summary: "S.", version, published: "2026-11-23", authors, licence: "CC-BY-4.0" };
    await writeFile(file, JSON.stringify(description));
    const out = join(folder, version);
    const written = await inProcess(
      ...["release", study.slug, "--level", "coded", "--description", file],
      ...["--out", out, "--reason", "A test."],
    );
    expect(written, written.err).toMatchObject({ code: 0 });
    const paths = ["README.md", "documentation/reporting-checklist.md", "results/accuracy.csv", "croissant.json"];
    return Promise.all(paths.map((path) => readFile(join(out, path), "utf8")));
  };
  const [card, checklist, accuracies] = await release("1.0.0");
  const started = /\d+ sessions were started between .*? and \d+ are excluded\./.exec(card!)![0];
  expect(started).toMatch(/^24 sessions/);
  await moveStudy(actor, study.id, "reopen", "More people.");
  await answer(study, 4);
  await close({ study, actor });
  const [cardAfter, checklistAfter, accuraciesAfter, croissant] = await release("1.1.0");
  expect(cardAfter).toContain(started);
  expect(cardAfter).toContain(
    "Planned, amended after data: after the data had been locked, the study was reopened; 4 more were started",
  );
  expect(croissant).toContain("4 more were started");
  expect(croissant).toContain("24 sessions started,");
  const rowOf = (text: string) => text.split("\n").find((line) => line.startsWith("| 1.1 |"));
  expect(rowOf(checklistAfter!)).toBe(rowOf(checklist!));
  expect(accuraciesAfter).toBe(accuracies);
  await rm(folder, { recursive: true });
});
