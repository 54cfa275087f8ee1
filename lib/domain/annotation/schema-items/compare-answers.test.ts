import { expect, it } from "vitest";
import type { TaskAnswer } from "../../tasks/answers/task-answer.ts";
import { taskFormat, taskSchemaSchema } from "../../tasks/schema/task-schema.ts";
import { addRelation } from "./add-relation.ts";
import { addSpans } from "./add-spans.ts";
import { compareAnswers, differsFrom, isDifferent } from "./compare-answers.ts";
import { foldAnswers } from "./fold-answers.ts";

const options = (...values: string[]) => values.map((value) => ({ value, label: value.toUpperCase() }));
const schema = taskSchemaSchema.parse({
  ...{ format: taskFormat, title: "All", stimulus: [{ name: "text", type: "text" }] },
  answer: [
    { name: "tone", type: "choice", label: "Tone", options: options("calm", "glad") },
    { name: "order", type: "ranking", label: "Order", options: options("x", "y", "z") },
    { name: "names", type: "spans", label: "Names", in: "text", labels: options("per", "loc") },
    { name: "links", type: "relations", label: "Links", between: ["names"], labels: options("met"), required: false },
    {
      ...{ name: "about", type: "group", label: "About", per: "names" },
      fields: [{ name: "sure", type: "choice", label: "Sure?", options: options("yes", "no") }],
    },
  ],
});
const fields = { text: "Anna met Boris in Vienna." };
const [anna, boris] = [
  { start: 0, end: 4, label: "per" },
  { start: 9, end: 14, label: "per" },
];
const one: TaskAnswer = {
  ...{ tone: "calm", order: ["x", "y", "z"] },
  names: [
    { id: "1", ...anna },
    { id: "2", ...boris },
  ],
  links: [{ from: "1", to: "2", label: "met" }],
  about: { 1: { sure: "yes" }, 2: { sure: "no" } },
};
const other: TaskAnswer = {
  ...{ tone: "glad", order: ["x", "z", "y"] },
  names: [
    { id: "a", ...anna },
    { id: "b", ...boris, label: "loc" },
  ],
  about: { a: { sure: "no" }, b: { sure: "no" } },
};

it("compares ranked options, marked ranges, relations and the questions about a span one by one", () => {
  const rows = compareAnswers(schema, fields, [one, other]);
  expect(rows.map((row) => [row.title, ...row.shown, isDifferent(row)])).toEqual([
    ["Tone", "CALM", "GLAD", true],
    ["Order: X", "1.", "1.", false],
    ["Order: Y", "2.", "3.", true],
    ["Order: Z", "3.", "2.", true],
    ["“Anna”", "PER", "PER", false],
    ["“Boris”", "PER", "LOC", true],
    ["“Anna” MET “Boris”", "given", "", true],
    ["PER “Anna”: Sure?", "YES", "NO", true],
    ["PER “Boris”: Sure?", "NO", "not marked", false],
    ["LOC “Boris”: Sure?", "not marked", "NO", false],
  ]);
});

it("compares each answer with the one at an index", () => {
  const [tone] = compareAnswers(schema, fields, [one, other, one]);
  if (!tone) throw new RangeError("the comparison has no entry");
  expect([differsFrom(tone, 2, 1), differsFrom(tone, 2, 2)]).toEqual([false, true]);
});

it("shows a question that no one answered as one row", () => {
  expect(compareAnswers(schema, fields, [{}, {}]).map(({ title }) => title)).toEqual(
    schema.answer.map(({ label }) => label),
  );
});

it("has an entry for each figure of different answers that opens to the item", () => {
  const fold = foldAnswers(schema);
  const given = [one, other].map((answer, index) => ({
    ...{ by: `p${index}`, at: "2026-11-01T00:00:00Z", version: 1, answer },
  }));
  fold.add([{ id: "i", fields, accepted: null, suggested: null, isSuggestionShown: false, given }]);
  const rows = compareAnswers(schema, fields, [one, other]);
  const behind = fold.finish().behind[0]?.fields ?? {};
  expect(Object.keys(behind)).toEqual(["tone", "order", "names", "links", "sure"]);
  for (const [question, { differs, differing }] of Object.entries(behind)) {
    const own = rows.filter((row) => row.question === question);
    expect([question, own.some((row) => isDifferent(row))]).toEqual([question, differs]);
    for (const label of ["calm", "glad", "per", "loc", "met", "yes", "no"])
      expect([question, label, own.some((row) => isDifferent(row, { label }))]).toEqual([
        ...[question, label, differing.includes(label)],
      ]);
  }
});

it("adds the spans of another answer with new IDs, with the answers about them", () => {
  const spans = [{ id: "b", ...boris, label: "loc" }];
  expect(addSpans(schema, one, { field: "names", spans, from: other })).toMatchObject({
    names: [{ id: "1" }, { id: "2" }, { id: "s3", ...boris, label: "loc" }],
    about: { s3: { sure: "no" }, 1: { sure: "yes" } },
  });
});

it("adds a relation of another answer, between the reviewer's own spans or with the missing ones", () => {
  const own: TaskAnswer = { names: [{ id: "x", ...boris }], links: [{ from: "x", to: "y", label: "met" }] };
  const [relation] = compareAnswers(schema, fields, [one, other]).find(({ relations }) => relations)?.relations ?? [];
  const field = schema.answer.find((each) => each.type === "relations");
  if (!relation || !field) throw new RangeError("the comparison has no relation");
  expect(addRelation(schema, own, { field, relation, from: one })).toEqual({
    names: [
      { id: "x", ...boris },
      { id: "s2", ...anna },
    ],
    links: [
      { from: "x", to: "y", label: "met" },
      { from: "s2", to: "x", label: "met" },
    ],
    about: { s2: { sure: "yes" } },
  });
});
