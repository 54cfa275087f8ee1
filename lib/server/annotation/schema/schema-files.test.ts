import { readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { fromBuffer } from "yauzl";
import { trueFalse } from "@/lib/domain/items/kinds/true-false/true-false.ts";
import { sentiment } from "@/lib/domain/tasks/templates/classification.ts";
import { entities } from "@/lib/domain/tasks/templates/span-tasks.ts";
import type { TaskTemplate } from "@/lib/domain/tasks/templates/template.ts";
import { giveAnswers, makeSchemaCollection, schemaTaskOf } from "@/prisma/factories/make-schema-collection.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import type { Actor } from "../../platform/access/access.ts";
import { duplicateCollection } from "../collections/duplicate-collection.ts";
import { importSchemaUpload, schemaUploadSchema } from "../import/import-schema-upload.ts";
import { listComments, writeComment } from "../items/comments.ts";
import { loadFreshAnswers, readAnswerReport } from "./answer-result.ts";
import { changeSchema, getSchema, previewSchema } from "./change-schema.ts";
import { openSchemaExport, type schemaExportFormats } from "./export-schema.ts";
import { reorderItems } from "./reorder-items.ts";

withTestDatabase();

const code = (wanted: string) => expect.objectContaining({ code: wanted });

async function upload(
  actor: Actor,
  collectionId: string,
  fileName: string,
  content: string | Buffer,
  more: object = {},
) {
  const query = schemaUploadSchema.parse({ fileName, ...more });
  return importSchemaUpload(
    actor,
    collectionId,
    query,
    (async function* () {
      yield Buffer.from(content);
    })(),
  );
}

async function exported(
  actor: Actor,
  collectionId: string,
  format: (typeof schemaExportFormats)[number],
): Promise<Buffer> {
  return buffer((await openSchemaExport(actor, collectionId, { format })).stream);
}

function filesOf(zip: Buffer): Promise<string[]> {
  return new Promise((resolve, reject) => {
    fromBuffer(zip, {}, (error, file) => {
      if (error) return reject(error);
      const names: string[] = [];
      file.on("entry", ({ fileName }: { fileName: string }) => names.push(fileName));
      file.on("end", () => resolve(names));
    });
  });
}

it("takes a benchmark's item file with its keys as gold, and writes answers as a table and with the keys again", async () => {
  const collection = await makeSchemaCollection(trueFalse.task?.document as TaskTemplate["document"], []);
  const lead = collection.researcher;
  const items = ["The boat is red.", "The boat sank."].map((text, index) => ({
    ...{ id: `${index}`, kind: "true-false", story: { id: "boat", title: "", genre: "", text: "A red boat sails." } },
    ...{ text, gold: index === 0, attributes: { level: index } },
  }));
  const lines = [...items, { ...items[0], id: "x", kind: "two-choice", options: ["a", "b"], gold: 0 }];
  const file = lines.map((line) => JSON.stringify(line)).join("\n");
  const report = await upload(lead, collection.id, "items.jsonl", file);
  expect(report).toMatchObject({ inserted: 2, rejected: 1, blockedCopies: 2 });
  expect(report.rejections).toMatchObject([{ line: 3, field: "fields.statement" }]);
  const ann = await collection.annotator();
  await giveAnswers(ann, await schemaTaskOf(ann, collection), { answer: "true" });
  const table = (await exported(lead, collection.id, "csv")).toString("utf8").trim().split("\n");
  expect(table).toHaveLength(3);
  expect(table[0]).toBe(
    "item,group,status,story,statement,metadata,annotator,at,seconds,version,answer_answer,accepted_answer",
  );
  expect(table[1]).toMatch(/^0,boat,accepted,A red boat sails\.,The boat is red\..*annotator-1.*true,true$/u);
  expect(table[2]).toMatch(/^1,boat,in-work,/u);
  const again = (await exported(lead, collection.id, "jsonl")).toString("utf8");
  const other = await makeSchemaCollection(trueFalse.task?.document as TaskTemplate["document"], []);
  expect(await upload(other.researcher, other.id, "again.jsonl", again)).toMatchObject({ inserted: 2, rejected: 0 });
  const golds = again
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).gold);
  expect(golds).toEqual([{ answer: "true" }, { answer: "false" }]);
});

it("imports a table, is annotated by two people, aggregated, exported, and read again the same", async () => {
  const collection = await makeSchemaCollection(sentiment.document, [], { overlap: 2 });
  const lead = collection.researcher;
  const table = "id,Text,country\na,Cold soup,AT\nb,Good soup,DE\nc,,CH\n";
  const report = await upload(lead, collection.id, "soups.csv", table);
  expect(report).toMatchObject({ rows: 3, inserted: 2, rejected: 1 });
  expect(report.rejections).toMatchObject([{ line: 4, field: "fields.text" }]);
  expect(await upload(lead, collection.id, "soups.csv", table)).toMatchObject({ inserted: 0, unchanged: 2 });
  for (const answers of [
    ["negative", "positive"],
    ["negative", "neutral"],
  ]) {
    const actor = await collection.annotator();
    for (const answer of answers)
      await giveAnswers(actor, await schemaTaskOf(actor, collection), { sentiment: answer });
  }

  const { report: answers } = await readAnswerReport(lead, collection.id);
  expect(await loadFreshAnswers(lead, collection.id)).toMatchObject({
    items: 2,
    shared: 2,
    disputed: [{ id: "b", different: 2 }],
    fields: [{ field: "sentiment", items: 2, answers: 4 }],
    aggregated: [
      { id: "a", answers: { sentiment: { majority: '"negative"' } } },
      { id: "b", answers: { sentiment: { majority: null } } },
    ],
  });
  expect(answers === null || Object.keys(answers.names).length === 2).toBe(true);
  const percent = (await loadFreshAnswers(lead, collection.id)).fields[0]?.agreement.find(
    ({ measure, of }) => measure === "percent" && of === null,
  );
  expect(percent).toMatchObject({ n: 2, value: 0.5 });

  const lines = (await exported(lead, collection.id, "jsonl")).toString("utf8");
  expect(lines).not.toContain(lead.userId);
  const other = await makeSchemaCollection(sentiment.document, []);
  expect(await upload(other.researcher, other.id, "again.jsonl", lines)).toMatchObject({ inserted: 2, rejected: 0 });
  const again = (await exported(other.researcher, other.id, "jsonl")).toString("utf8");
  const read = (text: string) =>
    text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  const kept = ({
    id,
    fields,
    metadata,
    annotations,
  }: {
    id: string;
    fields: object;
    metadata: object;
    annotations: { annotator: string; answer: object }[];
  }) => ({
    ...{ id, fields, metadata, annotations: annotations.map(({ annotator, answer }) => ({ annotator, answer })) },
  });
  expect(read(again).map(kept)).toEqual(read(lines).map(kept));

  for (const format of ["label-studio", "prodigy"] as const) {
    const file = (await exported(lead, collection.id, format)).toString("utf8");
    const third = await makeSchemaCollection(sentiment.document, []);
    const name = format === "prodigy" ? "a.prodigy.jsonl" : "a.json";
    const outcome = await upload(third.researcher, third.id, name, file, format === "prodigy" ? { format } : {});
    expect(outcome).toMatchObject({ inserted: 2, rejected: 0 });
  }
  expect(await filesOf(await exported(lead, collection.id, "hf"))).toEqual([
    "annotations.jsonl",
    "aggregated.jsonl",
    "README.md",
    "task-schema.json",
  ]);
  await expect(exported(lead, collection.id, "conll")).rejects.toEqual(code("invalid"));
});

it("imports JSON lines by the names of their properties, or as they are mapped", async () => {
  const collection = await makeSchemaCollection(sentiment.document, []);
  const lead = collection.researcher;
  const lines = [
    { id: "a", text: "Cold soup", sentiment: "Negative", score: 0.4, year: 2025, source: null },
    { id: 7, text: "Good soup" },
    { id: "c", body: "No text" },
  ];
  const file = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  expect(await upload(lead, collection.id, "soups.jsonl", file)).toMatchObject({ rows: 3, inserted: 2, rejected: 1 });
  const [first, second] = (await exported(lead, collection.id, "jsonl")).toString("utf8").trim().split("\n");
  expect(JSON.parse(first ?? "")).toMatchObject({
    ...{ id: "a", fields: { text: "Cold soup" }, metadata: { year: "2025" } },
    suggestions: [{ score: 0.4, answer: { sentiment: "negative" } }],
  });
  expect(JSON.parse(second ?? "")).toMatchObject({ id: "7", metadata: {}, suggestions: [] });
  const columns = JSON.stringify({ id: "id", fields: { text: ["body"] }, suggestion: {} });
  expect(await upload(lead, collection.id, "soups.jsonl", file, { columns })).toMatchObject({
    inserted: 1,
    rejected: 2,
  });
});

it("imports the first sheet of a workbook as Excel writes it, by the names of its columns or as they are mapped", async () => {
  const workbook = readFileSync(new URL("fixtures/items.xlsx", import.meta.url));
  const collection = await makeSchemaCollection(sentiment.document, []);
  const lead = collection.researcher;
  const report = await upload(lead, collection.id, "items.xlsx", workbook);
  expect(report).toMatchObject({ rows: 4, inserted: 3, rejected: 1 });
  expect(report.rejections).toMatchObject([{ line: 6, field: "fields.text" }]);
  const read = async (id: string) =>
    (await exported(lead, id, "jsonl"))
      .toString("utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  expect(await read(collection.id)).toMatchObject([
    {
      id: "a",
      fields: { text: "The soup was cold." },
      metadata: { country: "AT", year: "2025", collected: "2025-03-01" },
      suggestions: [{ answer: { sentiment: "negative" } }],
    },
    { id: "b", suggestions: [] },
    { id: "c", fields: { text: "Größe, 10 % \nmehr" } },
  ]);
  expect(await upload(lead, collection.id, "items.xlsx", workbook)).toMatchObject({ inserted: 0, unchanged: 3 });
  const other = await makeSchemaCollection(sentiment.document, []);
  const columns = JSON.stringify({ id: "id", fields: { text: ["country"] }, suggestion: {} });
  expect(await upload(other.researcher, other.id, "items.xlsx", workbook, { columns })).toMatchObject({ inserted: 4 });
  await expect(upload(lead, collection.id, "items.xlsx", workbook.subarray(0, 4_000))).rejects.toEqual(code("invalid"));
});

it("measures spans, writes CoNLL, and imports it as suggestions", async () => {
  const collection = await makeSchemaCollection(entities.document, []);
  const field = collection.schema.answer.find(({ type }) => type === "spans");
  const label = field?.type === "spans" ? field.labels[0]?.value : "";
  const file = `Anna B-${label}\nsleeps O\n\nRain O\n`;
  expect(await upload(collection.researcher, collection.id, "a.conll", file)).toMatchObject({
    inserted: 2,
    rejected: 0,
  });
  const ann = await collection.annotator();
  const task = await schemaTaskOf(ann, collection);
  expect(task.document.answer).toEqual({ [field?.name ?? ""]: [{ id: "s1", start: 0, end: 4, label }] });
  await giveAnswers(ann, task, task.document.answer);
  const text = (await exported(collection.researcher, collection.id, "conll")).toString("utf8");
  expect(text).toContain(`Anna B-${label}\nsleeps O\n`);
  const { anchoring } = await loadFreshAnswers(collection.researcher, collection.id);
  expect(anchoring.find((one) => one.field === field?.name)).toMatchObject({ shown: [1, 1], hidden: [0, 0] });
});

it("is not there for strangers, annotators and collections of stories", async () => {
  const collection = await makeSchemaCollection(sentiment.document, [{ id: "a", fields: { text: "Soup." } }]);
  const { researcher: stranger } = await makeSchemaCollection(sentiment.document, []);
  for (const actor of [stranger, await collection.annotator()]) {
    await expect(upload(actor, collection.id, "a.csv", "text\nx\n")).rejects.toEqual(code("not-found"));
    await expect(exported(actor, collection.id, "jsonl")).rejects.toEqual(code("not-found"));
    await expect(readAnswerReport(actor, collection.id)).rejects.toEqual(code("not-found"));
    await expect(previewSchema(actor, collection.id, collection.schema)).rejects.toEqual(code("not-found"));
    await expect(changeSchema(actor, collection.id, collection.schema)).rejects.toEqual(code("not-found"));
    await expect(reorderItems(actor, collection.id, "random")).rejects.toEqual(code("not-found"));
    await expect(duplicateCollection(actor, collection.id, "Mine")).rejects.toEqual(code("not-found"));
  }
});

it("versions the task: earlier answers keep their version, and a preview lists the incompatible ones", async () => {
  const collection = await makeSchemaCollection(sentiment.document, [
    { id: "a", fields: { text: "One." } },
    { id: "b", fields: { text: "Two." } },
  ]);
  const ann = await collection.annotator();
  await giveAnswers(ann, await schemaTaskOf(ann, collection), { sentiment: "neutral" });
  const [field, ...others] = collection.schema.answer;
  if (field?.type !== "choice" || !Array.isArray(field.options)) throw new Error("the template has a choice");
  const changed = {
    ...collection.schema,
    answer: [{ ...field, options: field.options.filter(({ value }) => value !== "neutral") }, ...others],
  };
  expect(await previewSchema(collection.researcher, collection.id, changed)).toMatchObject({
    answers: 1,
    incompatible: 1,
    listed: [{ item: "a" }],
  });
  expect(await changeSchema(collection.researcher, collection.id, changed)).toMatchObject({ version: 2 });
  await expect(changeSchema(collection.researcher, collection.id, changed)).rejects.toEqual(code("conflict"));
  const second = await schemaTaskOf(ann, collection);
  expect(second.schema).toMatchObject({ version: 2 });
  await expect(giveAnswers(ann, second, { sentiment: "neutral" })).rejects.toEqual(code("invalid"));
  const lines = (await exported(collection.researcher, collection.id, "jsonl")).toString("utf8");
  expect(JSON.parse(lines.split("\n")[0] ?? "")).toMatchObject({
    annotations: [{ version: 1, answer: { sentiment: "neutral" } }],
  });
});

it("orders open copies by the lowest model score, and duplicates a task without its items", async () => {
  const scored = (id: string, score: number) => ({
    id,
    fields: { text: `Soup ${id}.` },
    suggestions: [{ model: "m", score, answer: { sentiment: "positive" } }],
  });
  const collection = await makeSchemaCollection(sentiment.document, [
    scored("a", 0.9),
    scored("b", 0.2),
    scored("c", 0.5),
  ]);
  await reorderItems(collection.researcher, collection.id, "lowest-score");
  const ann = await collection.annotator();
  const names: string[] = [];
  for (let step = 0; step < 3; step += 1) {
    const task = await schemaTaskOf(ann, collection);
    names.push(task.item.externalId);
    await giveAnswers(ann, task, { sentiment: "positive" });
  }
  expect(names).toEqual(["b", "c", "a"]);
  const { id } = await duplicateCollection(collection.researcher, collection.id, "Second round");
  expect(await getSchema(collection.researcher, id)).toMatchObject({ version: 1, schema: { title: "Sentiment" } });
  await expect(duplicateCollection(collection.researcher, collection.id, "Second round")).rejects.toEqual(
    code("conflict"),
  );
});

it("keeps comments for their author, reviewers and leads, with resolution", async () => {
  const collection = await makeSchemaCollection(sentiment.document, [{ id: "a", fields: { text: "Soup." } }], {
    overlap: 2,
  });
  const [ann, bea] = [await collection.annotator(), await collection.annotator()];
  const task = await schemaTaskOf(ann, collection);
  await expect(writeComment(bea, task.item.id, { text: "May I?" })).rejects.toEqual(code("not-found"));
  await schemaTaskOf(bea, collection);
  const { comments } = await writeComment(ann, task.item.id, { text: "Is irony negative?" });
  expect(comments).toMatchObject([{ by: "You", text: "Is irony negative?", isResolved: false }]);
  expect(await listComments(bea, task.item.id)).toEqual({ comments: [] });
  const id = comments[0]?.id ?? "";
  await expect(writeComment(bea, task.item.id, { resolve: id, isResolved: true })).rejects.toEqual(code("not-found"));
  expect(await writeComment(collection.researcher, task.item.id, { resolve: id, isResolved: true })).toMatchObject({
    comments: [{ by: ann.name, isResolved: true }],
  });
});
