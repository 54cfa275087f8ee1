import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readSchemaItem, type SchemaItem } from "../../annotation/schema-items/schema-item.ts";
import { type TaskSchema, taskFormat, taskSchemaSchema } from "../../tasks/schema/task-schema.ts";
import { entities } from "../../tasks/templates/span-tasks.ts";
import type { ExportedItem } from "./exported-item.ts";
import { formatLabelStudioConfig } from "./format-label-studio-config.ts";
import { formatLabelStudioTask, itemOfLabelStudio } from "./label-studio.ts";
import { readLabelStudioConfig } from "./label-studio-config.ts";
import { listOmittedAnswers } from "./omitted-answers.ts";
import { formatProdigyLines, itemOfProdigy, mergeProdigy } from "./prodigy.ts";

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8");

function schemaOf(config: string): TaskSchema {
  const read = readLabelStudioConfig(config);
  if (!read.ok) throw new Error(read.message);
  return read.schema;
}

function itemOf(schema: TaskSchema, found: ReturnType<typeof itemOfLabelStudio>): SchemaItem {
  const read = found.ok ? readSchemaItem(schema, found.item) : found;
  if (!read.ok) throw new Error(`${read.field} ${read.message}`);
  return read.item;
}

/** As the collection exports it. */
function exported(item: SchemaItem): ExportedItem {
  const annotations = item.annotations.map(({ coder, answer }) => ({
    ...{ annotator: coder, answer, version: 1, at: "2026-11-27T10:00:00Z", seconds: null },
  }));
  const of = { kind: "task" as const, schema: "task", schemaVersion: 1 };
  return { ...item, ...of, group: item.id, status: "open", isSuggestionShown: false, annotations, accepted: null };
}

it("reads an export of Label Studio with the names of its configuration, and writes a file that Label Studio accepts", () => {
  const schema = schemaOf(fixture("label-studio-config.xml"));
  expect(schema.answer).toMatchObject([
    { name: "ner_label", type: "spans", in: "text", unit: "word", required: false },
    { name: "sentiment", type: "choice", required: true },
    { name: "reason", type: "text", required: false, showIf: { any: [{ field: "sentiment", includes: "neg" }] } },
  ]);
  const tasks = JSON.parse(fixture("label-studio-export.json")) as unknown[];
  const items = tasks.map((task, index) => itemOf(schema, itemOfLabelStudio(schema, task, index + 1)));
  expect(items).toMatchObject([
    {
      id: "101",
      fields: { text: "Anna met Boris in Vienna." },
      metadata: { source: "wire" },
      annotations: [
        {
          coder: "label-studio-1",
          answer: {
            sentiment: "Positive",
            ner_label: [{ start: 0, end: 4, label: "Person" }, {}, { start: 18, end: 24 }],
          },
        },
        { coder: "label-studio-2", answer: { sentiment: "Positive", ner_label: [{ start: 0, end: 4 }] } },
      ],
    },
    { id: "102", annotations: [{ answer: { sentiment: "neg", reason: "It was late." } }] },
    { id: "103", annotations: [], suggestions: [{ model: "tagger-2", score: 0.83 }] },
  ]);

  const written = items.map((item) => JSON.parse(JSON.stringify(formatLabelStudioTask(schema, exported(item)))));
  expect(written[0]).toMatchObject({
    data: { sentence: "Anna met Boris in Vienna.", source: "wire" },
    annotations: [
      { ground_truth: false, result: [{ from_name: "ner-label", to_name: "text", type: "labels" }, {}, {}, {}] },
      {},
    ],
  });
  // Label Studio refuses people whom it does not know.
  expect(written.flatMap(({ annotations }) => annotations).some((one) => "completed_by" in one)).toBe(false);
  expect(written.map((task, index) => itemOf(schema, itemOfLabelStudio(schema, task, index + 1)))).toEqual(items);
  const named = { ...items[0]!, id: "soup a" };
  const [again] = [formatLabelStudioTask(schema, exported(named))].map((task) =>
    itemOf(schema, itemOfLabelStudio(schema, task, 1)),
  );
  expect(again).toEqual(named);
});

it("reads rankings of Label Studio by the ids of the list, exports without predictions, and answers without marks", () => {
  const ranker = schemaOf('<View><List name="results" value="$items"/><Ranker name="rank" toName="results"/></View>');
  const items = [
    { id: "blog", title: "Tips" },
    { id: "mdn", title: "Arrow functions" },
    { id: "wiki", title: "Arrow" },
  ];
  const task = {
    ...{ id: 1, data: { items }, predictions: [7] },
    annotations: [
      {
        completed_by: 1,
        result: [{ from_name: "rank", type: "ranker", value: { ranker: { rank: ["mdn", "wiki", "blog"] } } }],
      },
      { completed_by: 2, result: [] },
    ],
  };
  const item = itemOf(ranker, itemOfLabelStudio(ranker, task, 1));
  expect(item).toMatchObject({
    suggestions: [],
    annotations: [{ answer: { rank: ["option-1", "option-2", "option-0"] } }, { coder: "label-studio-2", answer: {} }],
  });
  expect(itemOf(ranker, itemOfLabelStudio(ranker, formatLabelStudioTask(ranker, exported(item)), 1))).toEqual(item);
  expect(
    readLabelStudioConfig(
      '<View><Text name="t" value="$t"/><Labels name="l" toName="t"><Label value="A"/></Labels><Choices name="c" toName="t" perRegion="true"><Choice value="x"/></Choices></View>',
    ),
  ).toMatchObject({ ok: false, message: "The configuration uses Choices with perRegion, which cannot be converted." });
});

it("reads the lines of several annotators in a file of Prodigy as one item, and writes them again", () => {
  const schema = taskSchemaSchema.parse(entities.document);
  const read = (file: string) => {
    const items = new Map<string, SchemaItem>();
    for (const [index, line] of file.trim().split("\n").entries()) {
      const item = itemOf(schema, itemOfProdigy(schema, JSON.parse(line), index + 1));
      const first = items.get(item.id);
      items.set(item.id, first ? (mergeProdigy(first, item) as SchemaItem) : item);
    }
    return [...items.values()];
  };
  const items = read(fixture("prodigy-ner.jsonl"));
  expect(items).toMatchObject([
    {
      id: "prodigy-1886699658",
      metadata: { source: "wire" },
      annotations: [
        {
          coder: "names-ada",
          answer: { entities: [{ label: "PER" }, { label: "PER" }, { start: 18, end: 24, label: "LOC" }] },
        },
        { coder: "names-ben", answer: { entities: [{ start: 0, end: 4, label: "PER" }] } },
      ],
    },
    { id: "prodigy--1487477437", annotations: [{ coder: "names-ada" }, { coder: "names-ben", answer: {} }] },
    { id: "prodigy-842961101", annotations: [] },
  ]);
  const lines = items.flatMap((item) => formatProdigyLines(schema, exported(item)));
  expect(read(lines.join("\n"))).toEqual(items);
  const [first, ...others] = fixture("prodigy-ner.jsonl").split("\n");
  const { tokens, spans, _input_hash, _view_id } = JSON.parse(first ?? "");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ tokens, spans, _input_hash, _view_id });
  expect(others.length).toBeGreaterThan(3);
  const own = { ...items[1]!, id: "soup" };
  expect(read(formatProdigyLines(schema, exported(own)).join("\n"))).toEqual([own]);
});

it("writes a configuration of Label Studio that is read as the same fields, and lists what a tool does not keep", () => {
  const options = [
    { value: "pos", label: 'Good & "fine"', hotkey: "p" },
    { value: "neg", label: "Bad" },
  ];
  const plain = options.map(({ value, label }) => ({ value, label }));
  const all = taskSchemaSchema.parse({
    ...{ format: taskFormat, title: "A <task>" },
    stimulus: [
      { name: "text", type: "text" },
      { name: "other", type: "text" },
      { name: "replies", type: "texts", minimum: 2, maximum: 2 },
    ],
    answer: [
      { name: "tone", type: "choice", label: "Tone", options },
      { name: "why", type: "several", label: "Why?", options: plain, showIf: { field: "tone", oneOf: ["neg", "pos"] } },
      { name: "marks", type: "spans", label: "Marks", in: "text", labels: plain },
      { name: "relations", type: "relations", label: "Links", between: ["marks"], labels: plain, required: false },
      { name: "size", type: "number", label: "Size", minimum: 0, units: [{ name: "m", factor: 1 }] },
      { name: "stars", type: "rating", label: "Stars", maximum: 7 },
      { name: "note", type: "text", label: "Note", isLong: true, required: false },
      { name: "order", type: "ranking", label: "Order", options: { from: "replies" } },
      { name: "better", type: "pairwise", label: "Better?", between: ["text", "other"], allowTie: false },
      {
        name: "each",
        type: "group",
        label: "Each",
        per: "marks",
        fields: [{ name: "sure", type: "text", label: "?" }],
      },
    ],
  });
  const read = schemaOf(formatLabelStudioConfig(all));
  const factsOf = ({ name, type, required, showIf, ...field }: (typeof all.answer)[number]) => ({
    ...{ name, type, required, isConditional: showIf !== undefined },
    ...("options" in field ? { options: field.options } : {}),
    ...("labels" in field ? { labels: field.labels } : {}),
  });
  expect(read.title).toBe("A <task>");
  expect(read.stimulus.map(({ name, type }) => [name, type])).toEqual([
    ["text", "text"],
    ["other", "text"],
    ["replies", "texts"],
  ]);
  expect(read.answer.map(factsOf)).toEqual(all.answer.slice(0, -1).map(factsOf));
  expect(listOmittedAnswers(all, "label-studio")).toEqual(["Size", "Each"]);
  expect(listOmittedAnswers(all, "prodigy")).toEqual(["Why?", "Size", "Stars", "Order", "Better?", "Each"]);
});
