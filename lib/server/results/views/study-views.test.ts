import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { defaultResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { viewTitles } from "@/lib/domain/results/views/study-views.ts";
import { listViewViolations } from "@/lib/domain/results/views/view.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { jobHandlers } from "../../background/job-handlers.ts";
import { recomputeResult } from "../../background/stored-results.ts";
import { makeImportSource } from "../../items/import-lines.ts";
import { importPredictions } from "../../models/import-predictions.ts";
import { type Actor, installation } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { runNextJob } from "../../platform/jobs/run-job.ts";
import { loadResults } from "../load-results.ts";
import { loadStoredViews, loadStudyView } from "./load-study-views.ts";
import { readSingleAnswers } from "./read-single-answers.ts";

withTestDatabase();

const query = defaultResultsQuery;
const someone = (projectId: string): Actor => ({
  ...installation,
  isOwner: false,
  memberships: [{ projectId, role: "viewer" }],
});

async function compute(study: MadeStudy): Promise<void> {
  await request(study);
  await runNextJob(jobHandlers);
}

async function request(study: MadeStudy, actor = someone(study.projectId)): Promise<void> {
  const { kind, subject } = await shown(study);
  await recomputeResult(actor, kind, subject);
}

async function shown(study: MadeStudy, view = "ceiling") {
  const found = await loadStudyView(someone(study.projectId), study.slug, query, view);
  if (!found) throw new Error("the study is not there");
  return found;
}

async function importAnswer(study: MadeStudy, answer: string, source: string): Promise<void> {
  async function* bytes() {
    yield Buffer.from(
      JSON.stringify({
        model: "reader",
        item: "item-0",
        condition: { story: "story" },
        answer,
        logprobs: { True: -0.1, False: -3 },
      }),
    );
  }
  const { projectId, benchmarkId } = study;
  await importPredictions({ projectId, benchmarkId, source, actorId: null, ...makeImportSource("p.jsonl", bytes()) });
}

describe("stored views of a study", () => {
  let study: MadeStudy;
  beforeAll(async () => {
    study = await makeStudy({ design: { perStratumItem: 4 } });
    for (let person = 0; person < 8; person += 1)
      await walkTo(await startWalker(study), 5, { choice: person % 3 === 0 ? "false" : "true", gender: "female" });
    await importAnswer(study, "True", "first");
  });

  it("are computed once for everybody who asks, in the background, and say of which data", async () => {
    expect(await shown(study)).toMatchObject({ stored: null, working: null, failed: null });
    await request(study);
    await request(study);
    expect((await shown(study)).working).not.toBeNull();
    expect(await runNextJob(jobHandlers)).toBe(true);
    expect(await runNextJob(jobHandlers)).toBe(false);
    for (const { id } of viewTitles) {
      const { stored } = await shown(study, id);
      expect(stored, id).toMatchObject({ isStale: false });
      expect(listViewViolations(stored!.view)).toEqual([]);
    }
    const several = await loadStoredViews(someone(study.projectId), study.slug, query, ["ceiling", "of no such name"]);
    expect([...several!.entries()]).toEqual([["ceiling", (await shown(study)).stored]]);
  });

  it("are stale as soon as an answer, an exclusion or a model's answer is added, and fresh when computed again", async () => {
    const changes: (() => Promise<unknown>)[] = [
      async () => walkTo(await startWalker(study), 5),
      async () =>
        pool().query(
          `INSERT INTO exclusion (id, response_id, reason, created_by_id)
           SELECT gen_random_uuid(), id, 'other', $2 FROM response WHERE study_id = $1 LIMIT 1`,
          [study.id, randomUUID()],
        ),
      () => importAnswer(study, "False", "second"),
    ];
    for (const change of changes) {
      await compute(study);
      expect((await shown(study)).stored?.isStale).toBe(false);
      await change();
      expect((await shown(study)).stored?.isStale).toBe(true);
    }
  });

  it("give the same bytes for the same data, and other choices of what counts stand beside them", async () => {
    await compute(study);
    const first = (await shown(study, "resampling")).stored;
    await compute(study);
    expect((await shown(study, "resampling")).stored).toMatchObject({ dataHash: first!.dataHash, view: first!.view });
    const excluded = await loadStudyView(someone(study.projectId), study.slug, { ...query, excluded: true }, "ceiling");
    expect(excluded).toMatchObject({ stored: null });
  });

  it("are nobody's else: a stranger finds no study, and no job is made", async () => {
    const stranger = someone(randomUUID());
    expect(await loadStudyView(stranger, study.slug, query, "ceiling")).toBeNull();
    await expect(request(study, stranger)).rejects.toMatchObject({ code: "not-found" });
  });

  it("of more answers than are read at once are of people drawn by a seed, each with all of their answers", async () => {
    const page = await loadResults(installation, study.id, query);
    const choice = {
      stage: "main",
      surplus: false,
      excluded: false,
      openStratum: true,
      key: null,
      data: "current" as const,
    };
    const read = (draw: { share: number; seed: string } | null) =>
      readSingleAnswers(study.id, choice, page!.results, "wrong", draw);
    const all = await read(null);
    const half = await read({ share: 0.5, seed: "a" });
    expect(all.drawn).toBeNull();
    expect(half.drawn).toEqual({ from: all.right.length, seed: "a" });
    expect(await read({ share: 0.5, seed: "a" })).toEqual(half);
    expect((await read({ share: 0, seed: "a" })).people).toBe(0);
    expect((await read({ share: 1, seed: "a" })).people).toBe(all.people);
    const { rows } = await pool().query("SELECT count(DISTINCT session_id)::int AS people FROM response");
    expect(half.people).toBeLessThan(rows[0].people);
    expect(half.attributes[0]?.values).toHaveLength(half.people);
  });

  it("read single answers as the counters count them, with what people said of themselves and no id of theirs", async () => {
    const page = await loadResults(installation, study.id, query);
    const choice = {
      stage: "main",
      surplus: false,
      excluded: false,
      openStratum: true,
      key: null,
      data: "current" as const,
    };
    const single = await readSingleAnswers(study.id, choice, page!.results, "wrong");
    expect(single.right.length).toBe(page!.results.counts.reduce((sum, { count }) => sum + count, 0));
    expect(single.attributes.map(({ name }) => name)).toEqual(expect.arrayContaining(["quota", "language", "gender"]));
    expect(single.attributes.find(({ name }) => name === "gender")?.values).toContain("Female");
    expect(JSON.stringify(single)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  });
});
