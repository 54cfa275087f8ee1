import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { parserVersion } from "@/lib/domain/models/read-output/reading.ts";
import { street2024Design, street2024Protocol } from "@/lib/domain/survey/presets/street-2024.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy, withoutDwell } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { jobHandlers } from "../background/job-handlers.ts";
import { makeImportSource } from "../items/import-lines.ts";
import { importPredictions } from "../models/import-predictions.ts";
import { correctAnswer } from "../models/registry/save-answer.ts";
import { requestReparse } from "../models/reparse-job.ts";
import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { withSnapshot } from "../platform/database/with-snapshot.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { runNextJob } from "../platform/jobs/run-job.ts";
import { getSetting } from "../platform/settings/setting.ts";
import { createStudy } from "./draft/create-study.ts";
import { getStudyPlan, saveAnalysisPlan } from "./draft/study-plan.ts";
import { predictionLines } from "./export/export-predictions.ts";
import { tallyPredictions } from "./parity/tally-predictions.ts";
import { moveStudy } from "./run/move-study.ts";
import { adoptParser, getStudyParser } from "./study-reader.ts";

withTestDatabase();

let locked: MadeStudy;
let unlockedId: string;
let actor: Actor;

/** What a study reads: the answer key of each item. */
async function readings(studyId: string): Promise<Record<string, string | null>> {
  return withSnapshot(async (client) => {
    const found: Record<string, string | null> = {};
    for await (const line of predictionLines(client, studyId, "canary")) {
      const { item, read } = JSON.parse(line);
      found[item] = read ?? null;
    }
    return found;
  });
}

/** The answers that the pages of a study count. */
async function counted(studyId: string): Promise<string> {
  await tallyPredictions(studyId);
  const { rows } = await pool().query("SELECT counts FROM prediction_tally WHERE study_id = $1", [studyId]);
  return JSON.stringify(rows[0]?.counts);
}

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

beforeAll(async () => {
  locked = await makeStudy({ open: false });
  actor = (await makePerson({ projectId: locked.projectId, role: "researcher" })).actor;
  const { rows: items } = await pool().query("SELECT item_version_id AS id FROM study_item WHERE study_id = $1", [
    locked.id,
  ]);
  const slug = `other-${randomUUID().slice(0, 8)}`;
  unlockedId = await withTx((client) =>
    createStudy(client, {
      projectId: locked.projectId,
      createdById: null,
      name: slug,
      slug,
      description: "",
      language: "en",
      stage: "main",
      benchmarkId: locked.benchmarkId,
      itemIds: items.map(({ id }) => id),
      design: street2024Design(slug, 2),
      protocol: withoutDwell(street2024Protocol()),
      correspondence: { pairs: [], same: [] },
      isDemo: false,
    }),
  );
  const lines = ["True.", "I must decline to call it true.", "I don’t know."].map((output, number) =>
    JSON.stringify({ model: "Owl", item: `item-${number}`, condition: { story: "story" }, output }),
  );
  await importPredictions({
    ...locked,
    source: "",
    actorId: null,
    ...makeImportSource("owl.jsonl", bytesOf(lines.join("\n"))),
  });
  // An installation of an earlier version: its reader stored two refusals as answers, without a reader version.
  await pool().query(
    `UPDATE prediction SET reader_version = 3, answer = '{"choice": "true"}', answer_key = 'true', read_from = 'output',
       reading_rule = 'bare'`,
  );
  await pool().query("UPDATE study SET reader_version = 3 WHERE id = $1", [locked.id]);
  await moveStudy(actor, locked.id, "open");
});

const before = { "item-0": "true", "item-1": "true", "item-2": "true" };
const after = { "item-0": "true", "item-1": null, "item-2": null };

describe("a newer reader of model texts", () => {
  it("reads the stored texts again in the background, once, and after an interruption", async () => {
    const counts = await counted(locked.id);
    await requestReparse();
    const stop = new AbortController();
    stop.abort();
    await runNextJob(jobHandlers, stop.signal);
    expect(await readings(unlockedId)).toEqual(before);
    while (await runNextJob(jobHandlers));
    expect(await readings(unlockedId)).toEqual(after);
    expect(await getSetting("reader-version", z.int())).toBe(parserVersion);
    await requestReparse();
    const { rows } = await pool().query("SELECT state::text, result FROM job WHERE kind = 'reread-predictions'");
    expect(rows).toEqual([{ state: "done", result: { version: parserVersion, read: 3, changed: 2 } }]);
    // A locked study keeps its readings, in exports and in the counts of its pages.
    expect(await readings(locked.id)).toEqual(before);
    expect(await counted(locked.id)).toBe(counts);
    expect(await counted(unlockedId)).not.toBe(counts);
  });

  it("is shown beside the locked one with the answers that change", async () => {
    expect(await getStudyParser(actor, unlockedId)).toBeNull();
    expect(await getStudyParser((await makePerson({})).actor, locked.id)).toBeNull();
    expect(await getStudyParser(actor, locked.id)).toMatchObject({
      locked: 3,
      newest: parserVersion,
      changed: 2,
      examples: [
        { model: "Owl", item: "item-1", locked: "true", newest: null },
        { item: "item-2", output: "I don’t know." },
      ],
    });
  });

  it("leaves what a person corrects afterwards to the person", async () => {
    const { rows } = await pool().query("SELECT id FROM prediction WHERE output LIKE 'I don%'");
    await correctAnswer(actor, rows[0].id, "false");
    expect(await readings(locked.id)).toEqual({ ...before, "item-2": "false" });
  });

  it("is adopted as an amendment with a reason", async () => {
    const amend = async () => (await getStudyPlan(actor, locked.id))?.freezes ?? [];
    const first = await amend();
    await expect(adoptParser(actor, { studyId: locked.id, reason: " " })).rejects.toMatchObject({ field: "reason" });
    expect(await readings(locked.id)).toMatchObject({ "item-1": "true" });
    const counts = await counted(locked.id);
    await adoptParser(actor, { studyId: locked.id, reason: "Refusals were read as answers." });
    expect(await readings(locked.id)).toMatchObject({ "item-1": null });
    expect(await counted(locked.id)).not.toBe(counts);
    expect(await getStudyParser(actor, locked.id)).toBeNull();
    await expect(adoptParser(actor, { studyId: locked.id, reason: "again" })).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await amend()).toHaveLength(first.length + 1);
    const { rows } = await pool().query("SELECT before, after FROM audit_event WHERE action = 'study.adopt-reader'");
    expect(rows).toMatchObject([{ before: { reader: 3 }, after: { reader: parserVersion } }]);
  });
});

describe("a study that is frozen", () => {
  it("is locked with the reader of that day, which its protocol names", async () => {
    await moveStudy(actor, unlockedId, "open");
    const found = await getStudyPlan(actor, unlockedId);
    expect(found?.freezes[0]?.document).toMatchObject({ reader: parserVersion });
    if (!found) throw new Error("is not there");
    await saveAnalysisPlan(actor, unlockedId, found.plan, "");
    expect((await getStudyPlan(actor, unlockedId))?.freezes).toHaveLength(1);
  });

  it("is known to be locked by the one rule", async () => {
    const { rows } = await pool().query(
      "SELECT study_is_locked($1) AS open, study_is_locked(gen_random_uuid()) AS none",
      [unlockedId],
    );
    expect(rows).toEqual([{ open: true, none: false }]);
  });
});
