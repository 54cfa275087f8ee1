import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { renderPrompt } from "@/lib/domain/items/stimulus.ts";
import { compareSides } from "@/lib/domain/results/comparison/compare-sides.ts";
import { buildCells } from "@/lib/domain/results/model/cells.ts";
import { defaultResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, type Walker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { importItems } from "../items/import-items.ts";
import { makeImportSource } from "../items/import-lines.ts";
import { importPredictions } from "../models/import-predictions.ts";
import { type Actor, installation } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { hashToken } from "../sessions/session-token.ts";
import { addProtocolVersion } from "../studies/draft/create-study.ts";
import { getStudyPlan } from "../studies/draft/study-plan.ts";
import { moveStudy } from "../studies/run/move-study.ts";
import { declareCorrespondence } from "./declare-correspondence.ts";
import { listItemPredictions, listItemResponses } from "./item-answers.ts";
import { loadResults } from "./load-results.ts";

withTestDatabase();

const viewer = (projectId: string): Actor => ({
  ...installation,
  isOwner: false,
  memberships: [{ projectId, role: "viewer" }],
});
const query = defaultResultsQuery;

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function importRows(study: MadeStudy, rows: readonly object[], source = "test") {
  return importPredictions({
    projectId: study.projectId,
    benchmarkId: study.benchmarkId,
    source,
    actorId: null,
    ...makeImportSource("p.jsonl", bytesOf(rows.map((row) => JSON.stringify(row)).join("\n"))),
  });
}

/** The factory's items, as prompts need them. */
const item = (number: number) => ({
  kind: "true-false",
  story: { title: `Story ${number}`, genre: "", text: `Ana told Ben the number ${number}.` },
  text: `Ben knows the number ${number}.`,
  options: [],
});

async function results(study: MadeStudy, changes: Partial<typeof query> = {}) {
  const page = await loadResults(viewer(study.projectId), study.slug, { ...query, ...changes });
  if (!page) throw new Error("the results are not there");
  return page;
}

const total = (page: Awaited<ReturnType<typeof results>>) =>
  page.results.counts.reduce((sum, { count }) => sum + count, 0);

describe("a study's results", () => {
  let study: MadeStudy;
  let late: Walker;
  beforeAll(async () => {
    study = await makeStudy({ design: { perStratumItem: 4 } });
    for (let person = 0; person < 12; person += 1) {
      await walkTo(await startWalker(study), 5, { choice: person % 3 === 0 ? "false" : "true" });
    }
    late = await startWalker(study);
    await walkTo(late, 4);
  });

  it("count the answers that fill the design, the same from the counters as from the answers themselves", async () => {
    const page = await results(study);
    expect(total(page)).toBe(12);
    const live = await pool().query(
      `SELECT item_version_id, condition.key, answer_key, count(*)::int AS count FROM response
       JOIN condition ON condition.id = condition_id JOIN session ON session.id = session_id
       WHERE response.study_id = $1 AND outcome = 'complete' GROUP BY 1, 2, 3`,
      [study.id],
    );
    const asKey = (row: object) => JSON.stringify(Object.values(row));
    expect(page.results.counts.map(asKey).sort()).toEqual(live.rows.map(asKey).sort());
  });

  it("leave out excluded answers and surplus ones, say how many, and show them on request", async () => {
    await pool().query(
      `INSERT INTO exclusion (id, response_id, reason, created_by_id)
       SELECT gen_random_uuid(), response.id, reason, gen_random_uuid() FROM (
         SELECT response.id FROM response JOIN session ON session.id = session_id
         WHERE response.study_id = $1 AND outcome = 'complete' ORDER BY response.id LIMIT 2
       ) AS response, unnest(ARRAY['gibberish', 'duplicate']) AS reason`,
      [study.id],
    );
    // Someone who finished after the slot had gone to another person.
    await pool().query(
      `UPDATE slot SET session_id = NULL, available_at = '-infinity'
       WHERE session_id = (SELECT id FROM session WHERE token_hash = $1)`,
      [hashToken(late.token)],
    );
    expect(await late.post(5, { explanation: "Late." })).toMatchObject({ stepped: { isSurplus: true } });
    const page = await results(study);
    expect(page.standings).toEqual({ surplus: 1, surplusSessions: 1, excluded: 2, openStratum: 0 });
    expect(total(page)).toBe(10);
    expect(total(await results(study, { excluded: true }))).toBe(12);
    expect(total(await results(study, { surplus: true }))).toBe(11);
    expect(total(await results(study, { surplus: true, excluded: true }))).toBe(13);
    await pool().query("UPDATE exclusion SET revoked_at = clock_timestamp(), revoked_by_id = created_by_id");
    expect(total(await results(study))).toBe(12);
  });

  it("keep stages apart", async () => {
    expect(await results(study)).toMatchObject({ stage: "main", stages: ["main"] });
    await pool().query("UPDATE study SET stage = 'pilot' WHERE id = $1", [study.id]);
    for (let person = 0; person < 2; person += 1) await walkTo(await startWalker(study), 5);
    await pool().query("UPDATE study SET stage = 'main' WHERE id = $1", [study.id]);
    const main = await results(study);
    expect(main).toMatchObject({ stage: "main", stages: ["pilot", "main"] });
    expect(total(main)).toBe(12);
    expect(total(await results(study, { stage: "pilot" }))).toBe(2);
  });

  it("are not there for strangers, by id or by name", async () => {
    const other = await makeStudy({ open: false });
    expect(await loadResults(viewer(other.projectId), study.slug, query)).toBeNull();
    expect(await loadResults(viewer(other.projectId), study.id, query)).toBeNull();
    expect(await loadResults(viewer(study.projectId), study.id, query)).not.toBeNull();
    expect(await loadResults({ ...installation, isOwner: false }, study.slug, query)).toBeNull();
    expect(await loadResults(viewer(study.projectId), "no such study", query)).toBeNull();
  });

  it("name the key that scored them, and score again with an older one", async () => {
    const itemId = (await results(study)).results.items[0]?.id;
    await pool().query(
      "INSERT INTO item_key (id, item_version_id, version, gold) VALUES (gen_random_uuid(), $1, 2, 'false')",
      [itemId],
    );
    const keyed = async (key: number | null) => (await results(study, { key })).results.items[0];
    expect((await results(study)).keyVersions).toEqual([1, 2]);
    expect(await keyed(null)).toMatchObject({ keyVersion: 2, rightAnswers: ["false"] });
    expect(await keyed(1)).toMatchObject({ keyVersion: 1, rightAnswers: ["true"] });
  });

  it("show what people answered to one item and why, and nothing about who they are", async () => {
    const itemId = (await results(study)).results.items[0]?.id ?? "";
    const all = { conditionId: null, answerKey: null, page: 1, modelsPage: 1 };
    const listed = await listItemResponses(viewer(study.projectId), study.slug, itemId, all);
    expect(listed?.total).toBeGreaterThan(0);
    // Anyone who came late may have been given this item too.
    const placed = listed?.responses.filter(({ isSurplus }) => !isSurplus) ?? [];
    expect(placed.length).toBeGreaterThan(0);
    for (const response of placed) {
      expect(response).toMatchObject({ explanation: "Because the story says so.", exclusions: [] });
    }
    const right = await listItemResponses(viewer(study.projectId), study.slug, itemId, { ...all, answerKey: "true" });
    expect(right?.responses.every(({ answerKey }) => answerKey === "true")).toBe(true);
    expect(await listItemResponses(viewer(randomUUID()), study.slug, itemId, all)).toBeNull();
    expect(await listItemResponses(viewer(study.projectId), study.slug, "nonsense", all)).toBeNull();
  });
});

describe("models beside people", () => {
  it("stand beside the conditions of Street et al., and what stands beside nothing is counted", async () => {
    const study = await makeStudy();
    await walkTo(await startWalker(study), 5);
    const condition = (prompt: string, questionOrder = "true-false") => ({ prompt, questionOrder });
    await importRows(study, [
      {
        model: "M",
        item: "item-0",
        condition: condition("human"),
        prompt: renderPrompt(item(0), condition("human")),
        answer: true,
      },
      { model: "M", item: "item-0", condition: condition("simplified"), answer: true },
      { model: "M", item: "item-1", condition: condition("human"), prompt: "something else", answer: true },
      { model: "M", item: "item-2", condition: { prompt: "chain" }, answer: false },
      { model: "M", item: "item-3", condition: { ...condition("human"), shots: "5" }, answer: false },
    ]);
    const changed = {
      id: "item-3",
      kind: "true-false",
      story: { id: "story-3", text: "New." },
      text: "New?",
      gold: true,
    };
    const fresh = { ...changed, id: "item-x" };
    await importItems({
      projectId: study.projectId,
      benchmarkName: `Benchmark of ${study.slug}`,
      actorId: null,
      ...makeImportSource("i.jsonl", bytesOf([changed, fresh].map((row) => JSON.stringify(row)).join("\n"))),
    });
    await importRows(study, [
      { model: "M", item: "item-3", condition: condition("human"), answer: true },
      { model: "M", item: "item-x", condition: condition("human"), answer: true },
    ]);
    const { results: found, correspondence } = await results(study);
    expect(correspondence.pairs).toHaveLength(2);
    expect(found.series.map(({ model, rest }) => [model, rest])).toEqual([
      ["M", ""],
      ["M", "shots=5"],
    ]);
    expect(found.answers.map(({ conditionId, parity }) => [conditionId, parity]).sort()).toEqual([
      ["questionOrder=true-false;story=no-story", "mismatch"],
      ["questionOrder=true-false;story=no-story", "unverified"],
      ["questionOrder=true-false;story=no-story", "verified"],
      ["questionOrder=true-false;story=story", "unverified"],
    ]);
    expect(found.unmatched).toEqual({
      otherItems: 1,
      otherVersions: 1,
      conditions: [{ model: "M", condition: "prompt=chain", count: 1, factors: ["prompt"] }],
    });
  });

  it("follow what the study declares, by those who may, and its own wording", async () => {
    const study = await makeStudy();
    const plain = { prompt: renderPrompt(item(0), { prompt: "chat" }), answer: true };
    await importRows(study, [{ model: "M", item: "item-0", condition: { prompt: "chat" }, ...plain }]);
    expect((await results(study)).results.answers).toEqual([]);
    const everything = { pairs: [], same: [] };
    await expect(declareCorrespondence(viewer(study.projectId), study.id, everything)).rejects.toMatchObject({
      code: "not-found",
    });
    await declareCorrespondence(installation, study.id, everything);
    const page = await results(study);
    expect(page.isCorrespondenceDeclared).toBe(true);
    // It names no order of the words, but its prompt has one.
    expect(page.results.answers).toHaveLength(2);
    expect(page.results.answers[0]).toMatchObject({ parity: "verified" });
    const document = await pool().query("SELECT document FROM protocol_version WHERE study_id = $1", [study.id]);
    const protocol = document.rows[0].document;
    const block = protocol.steps.find((step: { kind: string }) => step.kind === "items");
    block.wording = { questionTrueFirst: "Is it true or false?" };
    const client = await pool().connect();
    try {
      await addProtocolVersion(client, study.id, protocol, null);
    } finally {
      client.release();
    }
    expect((await results(study)).results.answers[0]).toMatchObject({ parity: "mismatch" });
    await declareCorrespondence(installation, study.id, null);
    expect((await results(study)).isCorrespondenceDeclared).toBe(false);
  });

  it("amend a frozen protocol when another pairing is declared, with the reason that is asked for", async () => {
    const study = await makeStudy({ open: false });
    await moveStudy(installation, study.id, "open");
    const everything = { pairs: [], same: [] };
    const declared = (await results(study)).correspondence;
    await expect(declareCorrespondence(installation, study.id, everything)).rejects.toMatchObject({ field: "reason" });
    expect((await results(study)).correspondence).toEqual(declared);
    await declareCorrespondence(installation, study.id, everything, "The models were asked in a chat.");
    const [first, amended] = (await getStudyPlan(installation, study.id))?.freezes ?? [];
    expect([first?.number, amended?.reason]).toEqual([1, "The models were asked in a chat."]);
    expect(amended?.changes.length).toBeGreaterThan(0);
    expect(amended?.changes.every(({ path }) => path.startsWith("correspondence"))).toBe(true);
  });

  it("take the majority of repeats, no side in a tie, and every repeat into the mean", async () => {
    const study = await makeStudy();
    const condition = { prompt: "human", questionOrder: "true-false" };
    const answers = { "item-0": [true, true, false], "item-1": [true, false], "item-2": [null, false] };
    await importRows(
      study,
      Object.entries(answers).flatMap(([name, repeats]) =>
        repeats.map((answer, repeat) => ({ model: "M", item: name, condition, repeat, answer, output: "?" })),
      ),
    );
    const { results: found } = await results(study);
    const byItem = Object.fromEntries(
      found.answers.map(({ itemId, answerKey, repeats }) => [
        found.items.find(({ id }) => id === itemId)?.name,
        [answerKey, repeats],
      ]),
    );
    expect(byItem).toEqual({ "item-0": ["true", 3], "item-1": [null, 2], "item-2": ["false", 1] });
    const options = { ties: "half", testTies: "false", withMismatches: false, leads: null } as const;
    const { models } = compareSides(buildCells(found, "half"), found.series, options);
    expect(models[0]).toMatchObject({ shared: 0, onlyModelAnswered: 3 });
    const itemId = found.items[0]?.id ?? "";
    const listed = await listItemPredictions(viewer(study.projectId), study.slug, itemId);
    expect([listed.total, listed.predictions.length]).toEqual([3, 3]);
    const nobodys = { total: 0, predictions: [] };
    expect(await listItemPredictions(viewer(randomUUID()), study.slug, itemId)).toEqual(nobodys);
  });
});
