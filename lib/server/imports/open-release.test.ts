import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeProject } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { importItems } from "../items/import-items.ts";
import { pool } from "../platform/database/pool.ts";
import { openItemFile } from "./open-item-file.ts";

withTestDatabase();

let folder: string;
let projectId: string;
beforeAll(async () => {
  ({ id: projectId } = await makeProject());
  folder = await mkdtemp(join(tmpdir(), "parallax-release-"));
  const original = "Mira hid the key under the mat. Jon was at sea that week. Later Jon came home and knocked.";
  const faulty =
    "Mira hid the key under the mat. Jon was at sea that week. Later Jon came home and lifted the mat at once.";
  const common = { genre: "kids", character: "Jon", implausible_knowledge: "“Mira hid the key under the mat.”" };
  const error = "lifted the mat at once";
  await write("Data/IKD/original/story_1.json", { genre: "kids", story: original });
  await write("Data/IKD/errors/erroneous_story_1.json", {
    ...common,
    error,
    erroneous_event: `Later Jon came home and <error>${error}</error>.`,
    story: faulty,
  });
  // As one item of the release: the marks are not closed and nothing is marked.
  await write("Data/IKD/errors/erroneous_story_2.json", {
    ...common,
    error: "",
    erroneous_event: "later jon came home and lifted</modifIed> it.",
    story: `${faulty} He smiled.`,
  });
  await write("Data/KNP/qa_1.json", {
    ...common,
    story: "Mira hid the key under the mat. Jon was at sea.",
    question: "What does Jon do when he comes home?",
    answer_with_knowledge: "He lifts the mat.",
    answer_without_knowledge: "He knocks.",
  });
  await writeFile(join(folder, "requirements.txt"), "");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(path: string, content: object): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), JSON.stringify(content));
}

const settings = { columns: {}, kind: null, language: "en" } as const;

describe("a release of stories", () => {
  it("becomes a benchmark as its folder is, marked as imported, with every unusable item named", async () => {
    const run = async () => {
      const { format, source } = await openItemFile(folder, { ...settings, fileName: "Act-on-Known" });
      expect(format).toBe("kste");
      return importItems({ projectId, benchmarkName: "Release", actorId: null, ...source });
    };
    const report = await run();
    expect(report).toMatchObject({ rows: 4, inserted: 3, rejected: 1 });
    expect(report.rejections[0]?.message).toContain("erroneous_story_2: its marked error does not occur");
    const { rows } = await pool().query(
      `SELECT external_id, kind, attributes ->> 'group' AS "group", attributes ->> 'text_status' AS status,
         attributes ? 'event_words' AS "hasEvent"
       FROM item_version WHERE benchmark_id = $1 ORDER BY ordinal`,
      [report.benchmarkId],
    );
    const shared = { group: "story_1", status: "as-imported" };
    expect(rows).toEqual([
      { external_id: "story_1", kind: "consistency", ...shared, hasEvent: true },
      { external_id: "erroneous_story_1", kind: "consistency", ...shared, hasEvent: true },
      { external_id: "qa_1", kind: "two-choice", ...shared, hasEvent: false },
    ]);
    expect(await run()).toMatchObject({ inserted: 0, unchanged: 3, rejected: 1 });
  });

  it("is refused in one sentence where a folder holds none", async () => {
    const empty = await mkdtemp(join(tmpdir(), "parallax-none-"));
    await expect(openItemFile(empty, { ...settings, fileName: "none" })).rejects.toThrow(
      /contains no stories of the released layout/,
    );
    await rm(empty, { recursive: true });
  });
});
