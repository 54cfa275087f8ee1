import { describe, expect, it } from "vitest";
import {
  type Attacked,
  bytesOf,
  close,
  collected,
  conditions,
  expectAmended,
  filesOf,
  importModel,
} from "@/prisma/factories/attacked-study.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { makeImportSource } from "../items/import-lines.ts";
import { importPredictions } from "../models/import-predictions.ts";
import { updateModel } from "../models/registry/save-model.ts";
import { createRun } from "../models/registry/save-run.ts";
import { pool } from "../platform/database/pool.ts";
import { withdrawForParticipant } from "../sessions/manage-session.ts";
import { recordInterimView } from "../studies/interim-views.ts";
import { excludeResponse } from "../studies/responses/exclude-response.ts";

withTestDatabase();

const see = ({ actor, study }: Attacked) => recordInterimView(actor, { ...study, stage: "main" });

async function modelId({ study }: Attacked, name: string): Promise<string> {
  const { rows } = await pool().query("SELECT id FROM model WHERE project_id = $1 AND name = $2", [
    study.projectId,
    name,
  ]);
  return rows[0].id;
}

const details = { provider: "", family: "", sizeBillions: null, tuning: "", notes: "" };

describe("an attempt to obtain a claim without its mark after results were seen", () => {
  it("by removing participants in their name", async () => {
    const attacked = await collected();
    await close(attacked);
    await see(attacked);
    const { actor: admin } = await makePerson({ projectId: attacked.study.projectId, role: "admin" });
    const { rows } = await pool().query("SELECT DISTINCT session_id AS id FROM response WHERE study_id = $1 LIMIT 2", [
      attacked.study.id,
    ]);
    await withdrawForParticipant(admin, rows[0].id, "keep");
    await expectAmended(attacked, /1 participant removed by a user after results were seen/);
    await withdrawForParticipant(admin, rows[1].id, "erase");
    await expectAmended(attacked, /2 participants removed by a user after results were seen/);
  });

  it("by excluding answers on a day whose first view showed none", async () => {
    const attacked = await collected(conditions, (study, actor) =>
      recordInterimView(actor, { ...study, stage: "main" }),
    );
    await see(attacked);
    const { rows } = await pool().query("SELECT id FROM response WHERE study_id = $1 LIMIT 1", [attacked.study.id]);
    await excludeResponse(attacked.actor, rows[0].id, { reason: "gibberish" });
    await close(attacked);
    await expectAmended(attacked, /1 answer excluded after results were seen/);
  });

  it("by giving another model the name of a planned one", async () => {
    const attacked = await collected();
    await importModel(attacked.study, "Better");
    await close(attacked);
    const { actor } = attacked;
    for (const [model, name] of [
      ["Planned", "Former"],
      ["Better", "Planned"],
    ] as const)
      await expect(
        updateModel(actor, await modelId(attacked, model), { ...details, name } as never),
      ).rejects.toMatchObject({ code: "conflict" });
  });

  it("by answering the planned cells again under another name of the condition", async () => {
    const attacked = await collected();
    await close(attacked);
    await see(attacked);
    const { projectId, benchmarkId } = attacked.study;
    const rows = Array.from({ length: 6 }, (_, item) => ({
      model: "Planned",
      item: `item-${item}`,
      condition: { ...conditions[0], temperature: "0.7" },
      answer: "true",
    }));
    const bytes = bytesOf(rows.map((row) => JSON.stringify(row)).join("\n"));
    await importPredictions({
      projectId,
      benchmarkId,
      source: "test",
      actorId: null,
      ...makeImportSource("p.jsonl", bytes),
    });
    await expectAmended(attacked, /answers of Planned was as when results were first seen, now 6 further answers/);
  });

  it("by filling a run that was created empty before the freezing", async () => {
    const attacked = await collected(conditions, async (study, actor) => {
      const { rows } = await pool().query("SELECT id FROM model WHERE project_id = $1", [study.projectId]);
      await createRun(actor, rows[0].id, { benchmark: study.benchmarkId, source: "prepared" } as never);
    });
    await close(attacked);
    await see(attacked);
    await importModel(attacked.study, "Planned", conditions, "prepared");
    const files = await filesOf(attacked);
    expect(files.get("confirmatory.csv")).not.toContain("prepared");
    const row = files
      .get("comparisons.csv")!
      .split("\n")
      .find((one) => one.startsWith("Planned (prepared)"));
    expect(row).toContain("exploratory");
  });
});
