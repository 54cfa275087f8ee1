import { Readable } from "node:stream";
import { beforeAll, expect, it } from "vitest";
import { formOfItem, type ItemForm } from "@/lib/domain/interchange/item-form.ts";
import type { TableTask } from "@/lib/domain/tasks/templates/table-task.ts";
import { makePerson, makeProject } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { listBenchmarkItems } from "../items/benchmarks.ts";
import { getBenchmarkItem } from "../items/get-item.ts";
import { importItems } from "../items/import-items.ts";
import { makeImportSource } from "../items/import-lines.ts";
import { createBenchmark } from "../items/save-benchmark.ts";
import { type Actor, installation } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { saveItem } from "./save-item.ts";

withTestDatabase();

let project = "";
let benchmark = "";
let stranger: Actor;
beforeAll(async () => {
  project = (await makeProject("editor")).id;
  benchmark = (await createBenchmark(installation, project, { name: "By hand", description: "", licence: "CC0" })).id;
  const other = await makeProject("elsewhere");
  stranger = (await makePerson({ projectId: other.id, role: "researcher" })).actor;
});

const form: ItemForm = {
  id: "",
  kind: "choice",
  title: "The parcel",
  genre: "",
  story: "Ana gave the parcel to Ben.",
  text: "Who has it?",
  options: "Ana\nBen",
  key: "1",
  attributes: "order: 1\nplace: house",
  fields: "",
};
const add = (changes: Partial<ItemForm> = {}) =>
  saveItem(installation, benchmark, { basedOn: null, form: { ...form, ...changes }, reason: "" });

it("stores a new item under the first free number, and refuses a taken ID and another project's researcher", async () => {
  const { id } = await add();
  expect((await getBenchmarkItem(installation, benchmark, id))?.row).toMatchObject({
    id: "item-1",
    gold: 1,
    options: ["Ana", "Ben"],
    attributes: { order: 1, place: "house" },
  });
  await expect(add({ id: "item-1" })).rejects.toMatchObject({ code: "conflict", field: "id" });
  await expect(add({ key: "2" })).rejects.toMatchObject({ code: "invalid", field: "key" });
  expect(await getBenchmarkItem(stranger, benchmark, id)).toBeNull();
  await expect(saveItem(stranger, benchmark, { basedOn: null, form, reason: "" })).rejects.toMatchObject({
    code: "not-found",
  });
});

it("makes a new version with its reason, and one of every item about a changed story", async () => {
  const first = await add({ id: "a" });
  await add({ id: "b" });
  const item = await getBenchmarkItem(installation, benchmark, first.id);
  const change = { basedOn: first.id, form: { ...form, text: "Who has the parcel now?" } };
  await expect(saveItem(installation, benchmark, { ...change, reason: " " })).rejects.toMatchObject({
    field: "reason",
  });
  const second = await saveItem(installation, benchmark, { ...change, reason: "ambiguous" });
  expect(second.stored).toBe(1);
  expect(item?.versions).toHaveLength(1);
  expect(await getBenchmarkItem(installation, benchmark, first.id)).toMatchObject({
    id: second.id,
    row: { text: "Who has the parcel now?", gold: 1 },
    versions: [
      { version: 2, reason: "ambiguous" },
      { version: 1, reason: "" },
    ],
  });
  await expect(saveItem(installation, benchmark, { ...change, reason: "again" })).rejects.toThrow("was changed after");
});

it("changes a story for all items about it", async () => {
  const items = ["c", "d"].map((id) => ({
    id,
    kind: "yes-no",
    story: { id: "shared", text: "Ana gave the parcel to Ben." },
    text: `Does ${id} know?`,
    gold: "yes",
  }));
  const bytes = Readable.from([Buffer.from(items.map((item) => JSON.stringify(item)).join("\n"))]);
  const file = makeImportSource("shared.jsonl", bytes);
  const { name } = await db().benchmark.findUniqueOrThrow({ where: { id: benchmark } });
  await importItems({ projectId: project, benchmarkName: name, actorId: null, ...file });
  const listed = await listBenchmarkItems(installation, benchmark, { page: 1, search: "Does c" });
  const opened = await getBenchmarkItem(installation, benchmark, listed?.items[0]?.id ?? "");
  if (!opened) throw new Error("the item is missing");
  expect(opened.aboutStory).toBe(2);
  const told = { ...formOfItem(opened.row), story: "Ana gave the parcel to Ben, who left." };
  expect((await saveItem(installation, benchmark, { basedOn: opened.id, form: told, reason: "unclear" })).stored).toBe(
    2,
  );
  const after = await listBenchmarkItems(installation, benchmark, { page: 1, search: "Does" });
  expect(after?.items.map(({ story, version, gold }) => [story.text, version, gold])).toEqual([
    [told.story, 2, "yes"],
    [told.story, 2, "yes"],
  ]);
});

it.each<[TableTask, Partial<ItemForm>, unknown]>([
  ["rating", { options: "1-5", key: "" }, {}],
  ["number", { options: "", key: '{"number":12}' }, { number: 12 }],
  ["several", { key: '{"chosen":["option-1"]}' }, { chosen: ["option-1"] }],
  ["ranking", { key: '{"order":["option-1","option-0"]}' }, { order: ["option-1", "option-0"] }],
  ["text", { options: "", key: "" }, {}],
  ["pairwise", { key: '{"preference":{"preferred":"first"}}' }, { preference: { preferred: "first" } }],
  [
    "spans",
    { options: "", key: '{"passages":[{"id":"1","start":0,"end":3}]}' },
    { passages: [{ id: "1", start: 0, end: 3 }] },
  ],
])(
  "stores a question of the kind %s that was written in the browser, and a new version of it",
  async (kind, changes, gold) => {
    const { id } = await add({ id: `by-hand-${kind}`, kind, genre: "", ...changes });
    const stored = await getBenchmarkItem(installation, benchmark, id);
    expect(stored?.row).toMatchObject({ kind: "task", gold, task: { fields: { question: form.text } } });
    const before = formOfItem(stored!.row);
    expect(before).toMatchObject({ kind, text: form.text, story: form.story });
    const next = { ...before, text: "Who has the parcel now?" };
    const second = await saveItem(installation, benchmark, { basedOn: id, form: next, reason: "clearer" });
    expect((await getBenchmarkItem(installation, benchmark, second.id))?.row).toMatchObject({ gold, text: next.text });
  },
);

it("names the field of the form if a question of a task is incomplete, and changes its options", async () => {
  await expect(add({ kind: "several", options: "", key: "" })).rejects.toMatchObject({ field: "options" });
  await expect(add({ kind: "spans", story: "", options: "", key: "" })).rejects.toMatchObject({ field: "story" });
  await expect(add({ kind: "pairwise", options: "Ana", key: "" })).rejects.toMatchObject({ field: "options" });
  await expect(add({ kind: "number", options: "", key: '{"number":"x"}' })).rejects.toMatchObject({
    field: "key-number",
  });
  const { id } = await add({ id: "more-options", kind: "several", genre: "", key: "" });
  const row = (await getBenchmarkItem(installation, benchmark, id))!.row;
  const changed = { ...formOfItem(row), options: "Ana\nBen\nCem" };
  const second = await saveItem(installation, benchmark, { basedOn: id, form: changed, reason: "a third person" });
  const after = (await getBenchmarkItem(installation, benchmark, second.id))!.row;
  expect(formOfItem(after).options).toBe("Ana\nBen\nCem");
  expect(after.schema).not.toBe(row.schema);
});

it("corrects a key without a new version of the item", async () => {
  const { id } = await add({ id: "e" });
  const corrected = { basedOn: id, form: { ...form, key: "0" }, reason: "wrong key" };
  expect(await saveItem(installation, benchmark, corrected)).toEqual({ id, stored: 1 });
  expect((await getBenchmarkItem(installation, benchmark, id))?.row.gold).toBe(0);
  await expect(saveItem(installation, benchmark, corrected)).rejects.toThrow("Nothing was changed");
});
