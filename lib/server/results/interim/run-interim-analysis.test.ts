import { beforeAll, describe, expect, it } from "vitest";
import { analysisPlanSchema } from "@/lib/domain/results/plan/analysis-plan.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { makeImportSource } from "../../items/import-lines.ts";
import { importPredictions } from "../../models/import-predictions.ts";
import { correctAnswer } from "../../models/registry/save-answer.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { withdrawForParticipant } from "../../sessions/manage-session.ts";
import { saveAnalysisPlan } from "../../studies/draft/study-plan.ts";
import { recordInterimView } from "../../studies/interim-views.ts";
import { lockAllEndedData } from "../../studies/lock/lock-data.ts";
import { readInterimAnalyses } from "../../studies/lock/read-interim-analyses.ts";
import { excludeResponse } from "../../studies/responses/exclude-response.ts";
import { moveStudy } from "../../studies/run/move-study.ts";
import { loadCompleteAnalysis } from "../analyse-study.ts";
import { runInterimAnalysis } from "./run-interim-analysis.ts";

withTestDatabase();

const plan = analysisPlanSchema.parse({
  margin: 0.1,
  family: { method: "holm", alpha: 0.05, tests: [{ kind: "model-against-people" }, { kind: "equivalence" }] },
  stopping: { rule: "look", looks: [{ share: 0.05 }, { share: 0.1 }, { share: 0.2 }] },
});

const conditions = ["no-story", "story"].flatMap((story) =>
  ["true-false", "false-true"].map((questionOrder) => ({ story, questionOrder })),
);

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function importModel({ projectId, benchmarkId }: MadeStudy): Promise<void> {
  const rows = [1, 2].flatMap((item) =>
    conditions.map((condition) => ({ model: "M", item: `item-${item}`, condition, answer: "true" })),
  );
  const bytes = bytesOf(rows.map((row) => JSON.stringify(row)).join("\n"));
  await importPredictions({
    projectId,
    benchmarkId,
    source: "test",
    actorId: null,
    ...makeImportSource("p.jsonl", bytes),
  });
}

describe("a declared interim analysis", () => {
  let study: MadeStudy;
  let actor: Actor;
  let viewer: Actor;
  let stranger: Actor;
  const answer = async (people: number) => {
    for (let person = 0; person < people; person += 1) await walkTo(await startWalker(study), 5, { choice: "true" });
  };
  const files = async () => {
    const written = await loadCompleteAnalysis(actor, study.id, null);
    return new Map(written!.map(({ name, content }) => [name, content]));
  };

  beforeAll(async () => {
    study = await makeStudy({ items: 2, open: false });
    actor = (await makePerson({ projectId: study.projectId, role: "researcher" })).actor;
    viewer = (await makePerson({ projectId: study.projectId, role: "viewer" })).actor;
    stranger = (await makePerson({})).actor;
    await saveAnalysisPlan(actor, study.id, plan, "");
    await importModel(study);
    await moveStudy(actor, study.id, "open");
  });

  it("is refused before its share is reached", async () => {
    await answer(1);
    await expect(runInterimAnalysis(actor, study.id)).rejects.toThrow(
      "declared at 5.0% of the planned answers; 3.1% are",
    );
    expect(await readInterimAnalyses(study.id)).toEqual([]);
  });

  it("is carried out once, at the actual share, by researchers alone, and recorded", async () => {
    await answer(3);
    for (const one of [viewer, stranger])
      await expect(runInterimAnalysis(one, study.id)).rejects.toMatchObject({ code: "not-found" });
    // Two at once: one carries it out. Four of 32 answers: the look at 5% is skipped.
    const both = await Promise.allSettled([runInterimAnalysis(actor, study.id), runInterimAnalysis(actor, study.id)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const [look, ...more] = await readInterimAnalyses(study.id);
    expect(more).toEqual([]);
    expect(look).toMatchObject({ number: 2, declared: 3, share: 0.1, counted: 4, planned: 32, fraction: 0.125 });
    await expect(runInterimAnalysis(actor, study.id)).rejects.toThrow("declared at 20.0%");
    const { rows } = await pool().query(
      "SELECT actor_id, after FROM audit_event WHERE subject_id = $1 AND action = 'study.interim-analysis'",
      [study.id],
    );
    expect(rows).toMatchObject([
      { actor_id: actor.userId, after: { number: 2, counted: 4, dataHash: look!.dataHash } },
    ]);
    await expect(pool().query("UPDATE interim_look SET counted = 1")).rejects.toThrow();
  });

  it("is in every file as it was, and nothing else is concluded until the data are locked", async () => {
    const found = await files();
    expect(found.get("interim-2.csv")).toBeDefined();
    expect(found.get("interim-2.md")).toContain("interim analysis 2 of 3");
    expect(found.get("methods.md")).toContain("analysis 2 of 3 at 4 answers of 32 planned (12.5%)");
    expect(found.get("methods.md")).toContain("Status: interim, data not locked.");
    for (const [name, content] of found)
      if (/\.(md|csv|tex|svg)$/.test(name) && !name.startsWith("interim-"))
        expect(content.replaceAll(/^- Interim analysis.*$/gm, ""), name).not.toMatch(
          /\bsignificant(?!ly)|more often than|\bp[\s\u00a0][=<]/,
        );
  });

  it("leaves less of the level to the final analysis, and is impossible once the stage has ended", async () => {
    await moveStudy(actor, study.id, "close");
    await expect(runInterimAnalysis(actor, study.id)).rejects.toMatchObject({ code: "conflict" });
    await lockAllEndedData();
    const found = await files();
    expect(found.get("methods.md")).toContain("Nominal level of each test at the end:");
    expect(found.get("interim-2.csv")).toBeDefined();
  });

  it("is refused after the plan was changed with answers there", async () => {
    study = await makeStudy({ items: 2, open: false });
    const { actor: other } = await makePerson({ projectId: study.projectId, role: "researcher" });
    await saveAnalysisPlan(other, study.id, plan, "");
    await moveStudy(other, study.id, "open");
    await answer(3);
    await saveAnalysisPlan(other, study.id, { ...plan, margin: 0.2 }, "A reviewer asked.");
    await expect(runInterimAnalysis(other, study.id)).rejects.toThrow("changed after the first answers");
  });

  it.each([
    [
      "answers were excluded",
      /1 answer excluded after results were seen/,
      async (researcher: Actor) => {
        const { rows } = await pool().query("SELECT id FROM response WHERE study_id = $1 LIMIT 1", [study.id]);
        await excludeResponse(researcher, rows[0].id, { reason: "gibberish" });
      },
    ],
    [
      "a planned model's answer was corrected",
      /answers of M: 1 answer corrected by hand after results were seen/,
      async (researcher: Actor) => {
        const { rows } = await pool().query(
          "SELECT prediction.id FROM prediction JOIN run ON run.id = run_id WHERE benchmark_id = $1 LIMIT 1",
          [study.benchmarkId],
        );
        await correctAnswer(researcher, rows[0].id, "false");
      },
    ],
    [
      "a participant was removed",
      /1 participant removed by a user after results were seen/,
      async () => {
        const { actor: admin } = await makePerson({ projectId: study.projectId, role: "admin" });
        const { rows } = await pool().query("SELECT session_id AS id FROM response WHERE study_id = $1 LIMIT 1", [
          study.id,
        ]);
        await withdrawForParticipant(admin, rows[0].id, "keep");
      },
    ],
  ])("is refused if %s after results were seen", async (_, reason, change) => {
    study = await makeStudy({ items: 2, open: false });
    const { actor: other } = await makePerson({ projectId: study.projectId, role: "researcher" });
    await saveAnalysisPlan(other, study.id, { ...plan, models: ["M"] }, "");
    await importModel(study);
    await moveStudy(other, study.id, "open");
    await answer(4);
    await recordInterimView(other, { ...study, stage: "main" });
    await change(other);
    await expect(runInterimAnalysis(other, study.id)).rejects.toThrow(reason);
    expect(await readInterimAnalyses(study.id)).toEqual([]);
  });
});
