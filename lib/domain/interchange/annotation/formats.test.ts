import { describe, expect, it } from "vitest";
import { readSchemaItem, type SchemaItem } from "../../annotation/schema-items/schema-item.ts";
import { pairwisePreference } from "../../items/kinds/pairwise/schema.ts";
import type { TaskAnswer } from "../../tasks/answers/task-answer.ts";
import { type TaskSchema, taskFormat, taskSchemaSchema } from "../../tasks/schema/task-schema.ts";
import { sentiment } from "../../tasks/templates/classification.ts";
import { formatConllSentence, itemsOfConll } from "./conll.ts";
import type { ExportedItem } from "./exported-item.ts";
import { formatLabelStudioTask, itemOfLabelStudio } from "./label-studio.ts";
import { readLabelStudioConfig } from "./label-studio-config.ts";
import { guessColumns, itemFromRecord } from "./map-columns.ts";
import { formatProdigyLines, itemOfProdigy } from "./prodigy.ts";

const entitySchema = taskSchemaSchema.parse({
  format: taskFormat,
  title: "Entities",
  stimulus: [{ name: "text", type: "text" }],
  answer: [
    {
      name: "entities",
      type: "spans",
      label: "Entities",
      in: "text",
      unit: "character",
      labels: [
        { value: "PER", label: "Person" },
        { value: "LOC", label: "Place" },
      ],
    },
    {
      name: "links",
      type: "relations",
      label: "Links",
      between: ["entities"],
      labels: [{ value: "lives", label: "lives in" }],
      required: false,
    },
  ],
});

function parsed(schema: TaskSchema, read: { ok: boolean; item?: unknown }): SchemaItem {
  const item = read.ok ? readSchemaItem(schema, read.item) : null;
  if (!item?.ok) throw new Error(JSON.stringify(item ?? read));
  return item.item;
}

function exported(item: SchemaItem, answers: readonly TaskAnswer[]): ExportedItem {
  const { id, fields, metadata, suggestions } = item;
  return {
    ...{ kind: "task", schema: "task", schemaVersion: 1 },
    ...{ id, group: id, status: "accepted", fields, metadata, suggestions, isSuggestionShown: false },
    annotations: answers.map((answer, index) => ({
      annotator: `annotator-${index + 1}`,
      answer,
      version: 1,
      at: "",
      seconds: null,
    })),
    accepted: answers[0] ?? null,
  };
}

describe("Label Studio", () => {
  const config = `<View>
    <Header value="Who lives where?"/>
    <Text name="t" value="$sentence"/>
    <Labels name="ner-labels" toName="t"><Label value="PER" hotkey="p"/><Label value="LOC &amp; more"/></Labels>
    <Relations><Relation value="lives"/></Relations>
    <Choices name="Mood" toName="t" choice="single" required="true"><Choice value="good"/><Choice value="bad"/></Choices>
    <View visibleWhen="choice-selected" whenTagName="Mood" whenChoiceValue="bad">
      <TextArea name="why" toName="t" rows="3"/>
    </View>
    <Rating name="stars" toName="t" maxRating="7"/>
  </View>`;
  const task = {
    id: 7,
    data: { sentence: "Anna lives in Vienna.", source: "wire" },
    annotations: [
      {
        completed_by: 3,
        result: [
          {
            id: "a b",
            from_name: "ner-labels",
            to_name: "t",
            type: "labels",
            value: { start: 0, end: 4, text: "Anna", labels: ["PER"] },
          },
          {
            id: "c",
            from_name: "ner-labels",
            to_name: "t",
            type: "labels",
            value: { start: 14, end: 20, text: "Vienna", labels: ["LOC & more"] },
          },
          { type: "relation", from_id: "a b", to_id: "c", labels: ["lives"], direction: "right" },
          { id: "m", from_name: "Mood", to_name: "t", type: "choices", value: { choices: ["bad"] } },
          { id: "w", from_name: "why", to_name: "t", type: "textarea", value: { text: ["It", "rains"] } },
          { id: "s", from_name: "stars", to_name: "t", type: "rating", value: { rating: 6 } },
        ],
      },
      { completed_by: { id: 4 }, was_cancelled: true, result: [] },
    ],
    predictions: [
      {
        model_version: "tagger-1",
        score: 0.3,
        result: [{ id: "x", from_name: "Mood", to_name: "t", type: "choices", value: { choices: ["good"] } }],
      },
      {
        model_version: "tagger-2",
        score: 0.9,
        result: [{ id: "y", from_name: "Mood", to_name: "t", type: "choices", value: { choices: ["bad"] } }],
      },
    ],
  };

  it("gives the schema of its configuration, and the items, annotations and predictions of its tasks", () => {
    const read = readLabelStudioConfig(config);
    if (!read.ok) throw new Error(read.message);
    expect(read.schema).toMatchObject({
      title: "Who lives where?",
      stimulus: [{ name: "t", type: "text" }],
      answer: [
        {
          name: "ner_labels",
          type: "spans",
          in: "t",
          labels: [{ value: "PER", hotkey: "p" }, { value: "LOC & more" }],
        },
        { type: "relations", between: ["ner_labels"] },
        { name: "mood", type: "choice", required: true },
        { name: "why", type: "text", isLong: true, showIf: { any: [{ field: "mood", includes: "bad" }] } },
        { name: "stars", type: "rating", maximum: 7 },
      ],
    });
    const item = parsed(read.schema, itemOfLabelStudio(read.schema, task, 1));
    expect(item).toMatchObject({
      id: "7",
      fields: { t: "Anna lives in Vienna." },
      metadata: { source: "wire" },
      suggestions: [{ model: "tagger-2", score: 0.9, answer: { mood: "bad" } }, { model: "tagger-1" }],
      annotations: [
        {
          coder: "label-studio-3",
          answer: {
            ner_labels: [
              { id: "a-b", start: 0, end: 4, label: "PER" },
              { id: "c", label: "LOC & more" },
            ],
            relations: [{ from: "a-b", to: "c", label: "lives" }],
            mood: "bad",
            why: "It\nrains",
            stars: 6,
          },
        },
      ],
    });
  });

  it("gives back what was annotated here when its export is read again", () => {
    const read = readLabelStudioConfig(config);
    if (!read.ok) throw new Error(read.message);
    const item = parsed(read.schema, itemOfLabelStudio(read.schema, task, 1));
    const answers = item.annotations.map(({ answer }) => answer);
    const written = formatLabelStudioTask(read.schema, exported(item, answers));
    const again = parsed(read.schema, itemOfLabelStudio(read.schema, JSON.parse(JSON.stringify(written)), 1));
    expect(again.fields).toEqual(item.fields);
    expect(again.suggestions).toEqual(item.suggestions);
    expect(again.annotations.map(({ answer }) => answer)).toEqual(answers);
  });

  it("refuses a configuration whose question would be lost, and one that is no configuration", () => {
    const brush =
      '<View><Image name="i" value="$i"/><BrushLabels name="b" toName="i"><Label value="x"/></BrushLabels></View>';
    expect(readLabelStudioConfig(brush)).toEqual({
      ok: false,
      message: "The configuration uses BrushLabels, which cannot be converted.",
    });
    for (const broken of ["", "<View>", "<View></Choices>", '<!DOCTYPE a [<!ENTITY b "c">]><View/>', "<View/>"])
      expect(readLabelStudioConfig(broken).ok).toBe(false);
  });
});

describe("Prodigy", () => {
  it("gives spans, relations, annotators and suggestions, and is read again as written", () => {
    const text = "Anna lives in Vienna.";
    const span = (start: number, end: number, label: string) => ({ start, end, label, token_start: 0, token_end: 0 });
    const row = {
      ...{ text, _input_hash: 12, _annotator_id: "ner-eve", answer: "accept", meta: { page: 4 } },
      spans: [span(0, 4, "PER"), span(14, 20, "LOC")],
      relations: [{ label: "lives", head: 0, child: 3, head_span: span(0, 4, "PER"), child_span: span(14, 20, "LOC") }],
    };
    const item = parsed(entitySchema, itemOfProdigy(entitySchema, row, 1));
    expect(item).toMatchObject({
      id: "prodigy-12",
      metadata: { page: 4 },
      annotations: [{ coder: "ner-eve" }],
      suggestions: [],
    });
    const answers = item.annotations.map(({ answer }) => answer);
    const [line = ""] = formatProdigyLines(entitySchema, exported(item, answers));
    expect(parsed(entitySchema, itemOfProdigy(entitySchema, JSON.parse(line), 1)).annotations[0]?.answer).toEqual(
      answers[0],
    );
    const { answer: _, ...unanswered } = row;
    expect(parsed(entitySchema, itemOfProdigy(entitySchema, unanswered, 1))).toMatchObject({
      annotations: [],
      suggestions: [{ model: "prodigy" }],
    });
    expect(parsed(entitySchema, itemOfProdigy(entitySchema, { ...row, answer: "reject" }, 1)).annotations).toEqual([]);
  });

  it("gives the accepted option of a choice, by its id or text", () => {
    const schema = taskSchemaSchema.parse(sentiment.document);
    const row = {
      text: "Fine.",
      options: [{ id: "positive", text: "Positive" }],
      accept: ["positive"],
      answer: "accept",
    };
    expect(parsed(schema, itemOfProdigy(schema, row, 3))).toMatchObject({
      id: "line-3",
      annotations: [{ answer: { sentiment: "positive" } }],
    });
  });
});

it("reads CoNLL sentences as spans and writes them again", () => {
  const file =
    "-DOCSTART- -X- O\n\n# a comment\nAnna NNP B-PER\nlives VBZ O\nin IN O\nNew NNP B-LOC\nYork NNP I-LOC\n. . O\n\nRain O\n";
  const items = itemsOfConll(entitySchema, file, "gold");
  expect(items.map(({ line }) => line)).toEqual([4, 11]);
  const [first] = items.map(({ item }) => parsed(entitySchema, { ok: true, item }));
  expect(first).toMatchObject({
    fields: { text: "Anna lives in New York ." },
    suggestions: [
      {
        model: "gold",
        answer: {
          entities: [
            { start: 0, end: 4, label: "PER" },
            { start: 14, end: 22, label: "LOC" },
          ],
        },
      },
    ],
  });
  const written = formatConllSentence(
    entitySchema,
    exported(first as SchemaItem, [first?.suggestions[0]?.answer ?? {}]),
  );
  expect(written).toBe("# id = sentence-1\nAnna B-PER\nlives O\nin O\nNew B-LOC\nYork I-LOC\n. O\n\n");
  expect(formatConllSentence(entitySchema, exported(first as SchemaItem, []))).toBe("");
});

describe("a table", () => {
  it("is mapped by the names of its columns; the others are metadata, and labels are taken for values", () => {
    const schema = taskSchemaSchema.parse(sentiment.document);
    const header = ["ID", "Text", "sentiment", "Score", "model", "country"];
    const mapping = guessColumns(schema, header);
    expect(mapping).toMatchObject({
      id: "ID",
      fields: { text: ["Text"] },
      suggestion: { sentiment: "sentiment" },
      score: "Score",
    });
    const item = itemFromRecord(schema, mapping, {
      header,
      cells: ["7", "Good soup", "Positive", "0.25", "m1", "AT"],
      line: 2,
    });
    expect(parsed(schema, { ok: true, item })).toMatchObject({
      id: "7",
      metadata: { country: "AT" },
      suggestions: [{ model: "m1", score: 0.25, answer: { sentiment: "positive" } }],
    });
  });

  it("fills a pair of texts from two columns", () => {
    const schema = taskSchemaSchema.parse(pairwisePreference.document);
    const pair = schema.stimulus.find(({ type }) => type === "texts");
    const others = schema.stimulus.filter(({ type }) => type !== "texts").map(({ name }) => name);
    const header = [`${pair?.name}_a`, `${pair?.name}_b`, ...others];
    const mapping = guessColumns(schema, header);
    expect(mapping.fields[pair?.name ?? ""]).toEqual([`${pair?.name}_a`, `${pair?.name}_b`]);
    const item = parsed(schema, {
      ok: true,
      item: itemFromRecord(schema, mapping, { header, cells: ["One.", "Two.", ...others], line: 2 }),
    });
    expect(item).toMatchObject({ id: "row-2", fields: { [pair?.name ?? ""]: ["One.", "Two."] } });
  });
});
