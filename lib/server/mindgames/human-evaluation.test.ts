import { createReadStream } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Item } from "@/lib/domain/items/item.ts";
import { renderPrompt } from "@/lib/domain/items/stimulus.ts";
import { mindgamesProtocol } from "@/lib/domain/survey/presets/mindgames-human-evaluation.ts";
import { buildPresentation } from "@/lib/domain/survey/step-presentation.ts";
import { makePerson, makeProject } from "@/prisma/factories/make-person.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { makeImportSource } from "../items/import-lines.ts";
import { importPredictions } from "../models/import-predictions.ts";
import { pool } from "../platform/database/pool.ts";
import { getStudy } from "../studies/get-study.ts";
import { excludeResponse } from "../studies/responses/exclude-response.ts";
import { moveStudy } from "../studies/run/move-study.ts";
import { asksMindgames } from "./asks-mindgames.ts";
import { createHumanEvaluation } from "./create-human-evaluation.ts";
import { importProblems } from "./import-problems.ts";
import { loadHumanEvaluation } from "./load-human-evaluation.ts";
import { getProblemSet } from "./read-problem-set.ts";

withTestDatabase();

const content = (name: string) =>
  makeImportSource(name, createReadStream(new URL(`../../../content/mindgames/${name}`, import.meta.url)));

async function demoSet() {
  const { id: projectId } = await makeProject();
  const { actor } = await makePerson({ projectId });
  const request = { projectId, benchmarkName: "MindGames", gold: "stored", skipsMismatches: false } as const;
  const { benchmarkId } = await importProblems(actor, request, content("problems.jsonl"));
  return { projectId, actor, benchmarkId };
}

const wishes = { name: "Two raters", itemsPerSetup: 10, raters: 2, seed: "test" };

describe("the human evaluation of MindGames", () => {
  it("gives two raters the very same problems, each in an order of their own, and a third one no slot", async () => {
    const { actor, benchmarkId } = await demoSet();
    const { id, items } = await createHumanEvaluation(actor, { ...wishes, benchmarkId });
    expect(items).toBe(40);
    await moveStudy(actor, id, "open");
    const orders: string[][] = [];
    for (const wrong of [[], [3]]) orders.push(await rate(id, wrong));
    expect(orders[0]).not.toEqual(orders[1]);
    expect([...orders[0]!].sort()).toEqual([...orders[1]!].sort());
    expect(new Set(orders[0]).size).toBe(40);
    // The second one filled the last slot, and a full study closes itself.
    await expect(walkerOf(id)).rejects.toThrow("not-open");
  });

  it("is offered for a study with problems of MindGames anywhere among its items", async () => {
    const made = async (setups: readonly (string | null)[]) =>
      makeStudy({
        lines: (async function* () {
          for (const [index, setup] of setups.entries())
            yield JSON.stringify({
              id: `item-${index}`,
              kind: "true-false",
              story: { id: `story-${index}`, title: "", text: "Ana and Ben are in a room." },
              text: `Ana knows the number ${index}.`,
              gold: true,
              attributes: setup === null ? {} : { setup },
            });
        })(),
        design: { itemsPerSession: 1 },
        open: false,
      });
    expect(await asksMindgames((await made([null, "forehead"])).id)).toBe(true);
    expect(await asksMindgames((await made([null, "other"])).id)).toBe(false);
  });

  it("draws as many of each setup, half of them entailed, and the same with the same seed", async () => {
    const { actor, benchmarkId } = await demoSet();
    const drawn: string[][] = [];
    for (const seed of ["one", "one", "two"]) {
      const { id, slug } = await createHumanEvaluation(actor, { ...wishes, benchmarkId, seed });
      expect((await getStudy(actor, slug))?.id).toBe(id);
      drawn.push(await itemsOf(id));
    }
    expect(drawn[0]).toEqual(drawn[1]);
    expect(drawn[0]).not.toEqual(drawn[2]);
    const { problems } = (await getProblemSet(actor, benchmarkId))!;
    const rows = problems.filter(({ itemVersionId }) => drawn[0]!.includes(itemVersionId)).map(({ row }) => row);
    const counts = new Map<string, number>();
    for (const { setup, label } of rows) counts.set(setup + label, (counts.get(setup + label) ?? 0) + 1);
    expect([...counts.values()]).toEqual(new Array(8).fill(5));
  });

  it("is refused for a set that is too small, and to those who may not write", async () => {
    const { actor, benchmarkId, projectId } = await demoSet();
    await expect(createHumanEvaluation(actor, { ...wishes, benchmarkId, itemsPerSetup: 50 })).rejects.toMatchObject({
      field: "itemsPerSetup",
      message: expect.stringContaining("10 of 25 forehead rows"),
    });
    const viewer = await makePerson({ projectId, role: "viewer" });
    const stranger = await makePerson({ projectId: (await makeProject()).id });
    for (const other of [viewer.actor, stranger.actor]) {
      await expect(createHumanEvaluation(other, { ...wishes, benchmarkId })).rejects.toThrow();
    }
  });

  it("reports accuracy by setup, agreement, errors, and models beside people", async () => {
    const { actor, benchmarkId, projectId } = await demoSet();
    await importPredictions({ projectId, benchmarkId, source: "test", actorId: null, ...content("predictions.jsonl") });
    const { id } = await createHumanEvaluation(actor, { ...wishes, benchmarkId });
    await moveStudy(actor, id, "open");
    const [first] = await rate(id, [0, 1]);
    await rate(id, [0]);
    const results = (await loadHumanEvaluation(actor, id))!.stored!.document;
    expect(results.raters.map(({ label, answered, isFinished }) => [label, answered, isFinished])).toEqual([
      ["Rater 1", 40, true],
      ["Rater 2", 40, true],
    ]);
    expect(results.people.all).toMatchObject({ n: 80, right: 77, wrong: 3, notEnoughInformation: 0 });
    expect(results.people.slices.setup.map(({ value, counts }) => [value, counts.n])).toEqual([
      ["explicit", 20],
      ["forehead", 20],
      ["forehead_mirror", 20],
      ["internal", 20],
    ]);
    expect(results.agreement).toMatchObject({ raters: 2, items: 40, kappa: { n: 40 } });
    expect(results.agreement.kappa?.kappa).toBeGreaterThan(0.7);
    expect(results.disputed.length).toBeGreaterThanOrEqual(2);
    expect(results.disputed.map(({ itemVersionId }) => itemVersionId)).toContain(first);
    expect(results.models.map(({ label }) => label)).toEqual(["Demo model D (synthetic)", "Demo model E (synthetic)"]);
    const [hesitant, decided] = results.models.map(({ report }) => report.all);
    expect(hesitant).toMatchObject({ n: 40, unparsed: 0 });
    expect(hesitant!.notEnoughInformation).toBeGreaterThan(0);
    expect(decided!.notEnoughInformation).toBe(0);
    const stranger = await makePerson({ projectId: (await makeProject()).id });
    expect(await loadHumanEvaluation(stranger.actor, id)).toBeNull();
  });

  it("leaves out models' answers to another text unless asked for them, as the study's own words decide", async () => {
    const { actor, benchmarkId, projectId } = await demoSet();
    const { id } = await createHumanEvaluation(actor, { ...wishes, benchmarkId });
    const { rows: items } = await pool().query(
      `SELECT item.external_id AS id, item.kind, item.text, story.text AS story
       FROM study_item JOIN item_version AS item ON item.id = study_item.item_version_id
       JOIN story_version AS story ON story.id = item.story_version_id
       WHERE study_item.study_id = $1 ORDER BY study_item.ordinal LIMIT 4`,
      [id],
    );
    const condition = { prompt: "human", story: "story", questionOrder: "true-false" };
    const study = buildPresentation(mindgamesProtocol("entailment"), "true-false", "en");
    const shown = [
      (item: Item) => ({ prompt: renderPrompt(item, condition, study) }),
      // What the kind says when no study does, and what no one says.
      (item: Item) => ({ prompt: renderPrompt(item, condition) }),
      () => ({ prompt: "Is it true?" }),
      () => ({}),
    ];
    const lines = items.map(({ id: name, kind, text, story }, place) => {
      const item = { kind, text, options: [], story: { title: "", genre: "", text: story } };
      return JSON.stringify({ model: "Owl", item: name, condition, answer: true, ...shown[place]?.(item) });
    });
    async function* bytes() {
      yield Buffer.from(lines.join("\n"));
    }
    await importPredictions({ projectId, benchmarkId, source: "", actorId: null, ...makeImportSource("p", bytes()) });
    const parity = await pool().query(
      `SELECT prediction.parity FROM prediction JOIN item_version AS item ON item.id = prediction.item_version_id
       JOIN run ON run.id = prediction.run_id WHERE run.benchmark_id = $1
       ORDER BY array_position($2::text[], item.external_id)`,
      [benchmarkId, items.map((item) => item.id)],
    );
    expect(parity.rows.map((row) => row.parity)).toEqual(["mismatch", "verified", "mismatch", "unverified"]);
    const answered = async (asked?: string) =>
      (await loadHumanEvaluation(actor, id, asked))!.stored!.document.models[0]?.report.all.n;
    expect(await answered("all")).toBe(4);
    expect(await answered()).toBe(2);
  });

  it("shows how far a rater is who has not finished, and counts none of their answers before the end", async () => {
    const { actor, benchmarkId } = await demoSet();
    const { id } = await createHumanEvaluation(actor, { ...wishes, benchmarkId });
    await moveStudy(actor, id, "open");
    const walker = await walkerOf(id);
    await walker.post(0, { consent: "yes" });
    await walker.post(1, {});
    for (const screen of [2, 3, 4]) await walker.post(screen, { choice: "true" });
    const counted = async () => (await loadHumanEvaluation(actor, id))!.stored!.document;
    expect((await counted()).raters).toMatchObject([{ answered: 3, isFinished: false }]);
    expect((await counted()).agreement.kappa).toBeNull();
    const { rows } = await pool().query("SELECT id FROM response WHERE study_id = $1 LIMIT 1", [id]);
    await excludeResponse(actor, rows[0].id, { reason: "technical", note: "A test." });
    // What they did stays done; it would not count.
    expect((await counted()).raters).toMatchObject([{ answered: 3, isFinished: false }]);
    expect((await counted()).people.all.n).toBe(0);
  });
});

async function walkerOf(studyId: string) {
  const { rows } = await pool().query(
    `SELECT id, slug, project_id AS "projectId", benchmark_id AS "benchmarkId",
       protocol_version_id AS "protocolVersionId" FROM study WHERE id = $1`,
    [studyId],
  );
  return startWalker(rows[0]);
}

/** One rater who answers everything rightly but the problems at some positions; answers the items in their order. */
async function rate(studyId: string, wrongPositions: readonly number[]): Promise<string[]> {
  const walker = await walkerOf(studyId);
  await walker.post(0, { consent: "yes" });
  await walker.post(1, {});
  const { rows } = await pool().query(
    `SELECT item_version_id, (SELECT gold FROM item_key WHERE item_key.item_version_id = placement.item_version_id) AS gold
     FROM slot JOIN placement ON placement.slot_id = slot.id
     WHERE slot.study_id = $1 AND slot.session_id IS NOT NULL AND NOT slot.is_done ORDER BY position`,
    [studyId],
  );
  for (const [position, { gold }] of rows.entries()) {
    await walker.post(position + 2, { choice: String(gold !== wrongPositions.includes(position)) });
  }
  return rows.map((row) => row.item_version_id);
}

async function itemsOf(studyId: string): Promise<string[]> {
  const { rows } = await pool().query("SELECT item_version_id FROM study_item WHERE study_id = $1 ORDER BY ordinal", [
    studyId,
  ]);
  return rows.map((row) => row.item_version_id);
}
