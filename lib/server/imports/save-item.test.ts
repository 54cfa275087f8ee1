import { Readable } from "node:stream";
import { beforeAll, expect, it } from "vitest";
import { formOfItem, type ItemForm } from "@/lib/domain/interchange/item-form.ts";
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

it("corrects a key without a new version of the item", async () => {
  const { id } = await add({ id: "e" });
  const corrected = { basedOn: id, form: { ...form, key: "0" }, reason: "wrong key" };
  expect(await saveItem(installation, benchmark, corrected)).toEqual({ id, stored: 1 });
  expect((await getBenchmarkItem(installation, benchmark, id))?.row.gold).toBe(0);
  await expect(saveItem(installation, benchmark, corrected)).rejects.toThrow("Nothing was changed");
});
