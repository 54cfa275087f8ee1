import { readFile } from "node:fs/promises";
import { beforeAll, expect, it } from "vitest";
import { inProcessEndpoints } from "@/app/s/own-endpoints.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { conditionKey } from "@/lib/domain/items/stimulus.ts";
import { buildCells, isAskedCell } from "@/lib/domain/results/model/cells.ts";
import { parseResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { findMargin } from "@/lib/domain/survey/design.ts";
import { everyKind } from "@/lib/domain/survey/kinds/asked-kind.ts";
import { conditionsOfItem, factorsOfItem } from "@/lib/domain/survey/kinds/design-variants.ts";
import { prepareLiveCells } from "@/lib/domain/survey/live/prepare-cells.ts";
import { describePresetSize } from "@/lib/domain/survey/presets/preset-size.ts";
import type { StudyDraft } from "@/lib/domain/survey/studies/study-draft.ts";
import { changeKind } from "@/lib/domain/survey/studies/with-kind.ts";
import { makePerson, makeProject } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { simulateStudy } from "../../demo/simulation/simulate-study.ts";
import { itemUploadSchema, uploadItems } from "../../imports/upload.ts";
import { type Actor, installation } from "../../platform/access/access.ts";
import { db } from "../../platform/database/client.ts";
import { loadResults } from "../../results/load-results.ts";
import { getStudy } from "../get-study.ts";
import { listStudyBenchmarks } from "../list-study-benchmarks.ts";
import { getLiveFigures } from "../run/get-live-figures.ts";
import { moveStudy } from "../run/move-study.ts";
import { readStudyItems } from "../study-items.ts";
import { createFromDraft } from "./create-from-draft.ts";
import { getStudyDraft } from "./get-study-draft.ts";
import { previewDraft } from "./preview-study.ts";
import { startDraft } from "./start-draft.ts";

withTestDatabase();

let actor: Actor;
let project = "";
let draft: StudyDraft;

beforeAll(async () => {
  project = (await makeProject("several kinds")).id;
  actor = (await makePerson({ projectId: project, role: "researcher" })).actor;
  const query = itemUploadSchema.parse({ benchmark: "Template", fileName: "items-template.csv" });
  const template = await readFile("public/items-template.csv");
  const answer = await uploadItems(installation, project, query, new Blob([template as BlobPart]).stream());
  expect(answer).toMatchObject({ rows: 8, inserted: 8, rejected: 0 });
  const [benchmark] = await listStudyBenchmarks(actor, project);
  const started = benchmark && startDraft("from-scratch", [benchmark], benchmark.id);
  if (!started) throw new Error("no draft");
  expect(benchmark?.kinds.find(({ name }) => name === everyKind)).toMatchObject({ items: 8 });
  draft = { ...started, name: "All", slug: "all-kinds", protocol: { ...started.protocol, publicTitle: "All" } };
  draft.protocol.consent.text = "Please agree.";
});

it("starts with all kinds of a benchmark in one session, each item under one condition", async () => {
  expect(draft).toMatchObject({ itemKind: everyKind, itemsPerSession: 8 });
  expect(Object.values(draft.conditions).every(({ length }) => length === 1)).toBe(true);
});

it("asks all items of a benchmark with the preset of many items, too, and selects one level of a new factor", async () => {
  const [benchmark] = await listStudyBenchmarks(actor, project);
  const many = benchmark && startDraft("many-items", [benchmark], benchmark.id);
  if (!many) throw new Error("no draft");
  expect(many).toMatchObject({ itemKind: everyKind, itemsPerSession: 8, preset: "many-items" });
  expect(describePresetSize(many, 8)).toMatch(/^With 8 items: 5 people/u);
  const one = changeKind(many, benchmark, "true-false");
  const all = changeKind(one, benchmark, everyKind);
  expect(one.conditions).toMatchObject({ story: many.conditions.story });
  for (const { conditions } of [many, one, all])
    expect(Object.values(conditions).every(({ length }) => length === 1)).toBe(true);
  const kept = changeKind(
    { ...one, conditions: { ...one.conditions, questionOrder: ["true-false", "false-true"] } },
    benchmark,
    everyKind,
  );
  expect(kept.conditions.questionOrder).toHaveLength(2);
});

it("crosses the conditions of each item only with the factors that it has", async () => {
  const conditions = { ...draft.conditions, optionOrder: ["given", "reversed"] };
  const { id } = await createFromDraft(actor, project, { ...draft, conditions, perStratumItem: 4 });
  expect(await getStudyDraft(actor, id)).toMatchObject({ draft: { itemKind: everyKind, conditions } });
  await moveStudy(actor, id, "open");
  const study = await getStudy(actor, id);
  if (!study) throw new Error("no study");
  const items = await readStudyItems(id);
  const placements = await db().placement.findMany({
    where: { slot: { studyId: id } },
    select: { itemVersionId: true, condition: { select: { key: true } } },
  });
  for (const { id: itemId, item } of items) {
    const own = placements
      .filter(({ itemVersionId }) => itemVersionId === itemId)
      .map(({ condition }) => condition.key);
    const expected = conditionsOfItem(study.design, item).map(conditionKey);
    expect([...new Set(own)].sort()).toEqual(expected.toSorted());
    expect(own).toHaveLength(4);
    for (const key of expected) expect(own.filter((one) => one === key)).toHaveLength(4 / expected.length);
    const names = factorsOfItem(item).map(({ name }) => name);
    expect(expected).toHaveLength(names.includes("optionOrder") ? 2 : 1);
  }
  const rating = items.find(({ item }) => item.task?.schema.answer[0]?.type === "rating");
  expect(rating && conditionsOfItem(study.design, rating.item)).toEqual([{}]);
  expect(findMargin(study.margins, "item x condition")).toMatchObject({ low: 2, high: 4 });
  const live = await getLiveFigures(actor, id);
  const grid = live && prepareLiveCells(live.study, []);
  expect(grid?.cells).toBe(items.reduce((sum, { item }) => sum + conditionsOfItem(study.design, item).length, 0));
  const page = await loadResults(actor, id, parseResultsQuery({}));
  if (!page) throw new Error("no results");
  expect(buildCells(page.results, "half").filter(isAskedCell)).toHaveLength(grid?.cells ?? 0);
  // The order of a scale is not a condition: its points are always shown from the lowest to the highest.
  expect(itemKinds.task?.factors.map(({ name }) => name)).toEqual(["optionOrder"]);
});

it("can be simulated: scripted participants answer every kind", async () => {
  await createFromDraft(actor, project, { ...draft, slug: "simulated-kinds", perStratumItem: 2 });
  const profile = { participants: 2, seed: "1", accuracy: 1, dropOut: 0 };
  const result = await simulateStudy("simulated-kinds", profile, () => inProcessEndpoints);
  expect(result).toMatchObject({ finished: 2, left: 0, turnedAway: 0 });
});

it("previews the item that a condition belongs to", async () => {
  const view = await previewDraft(actor, project, draft, { page: "1", condition: "answerOrder=yes-no" });
  expect(view?.screen).toMatchObject({ kind: "answer" });
  expect(JSON.stringify(view?.screen)).toContain("Did Mara see");
});

it("refuses two conditions of one kind that look the same, and an item of an unknown kind", async () => {
  const unknown = createFromDraft(actor, project, { ...draft, slug: "unknown", itemKind: "song" });
  await expect(unknown).rejects.toMatchObject({ field: "itemKind" });
});
