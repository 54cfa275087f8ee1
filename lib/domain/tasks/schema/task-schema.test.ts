import { expect, it } from "vitest";
import { parseTaskFields } from "./item-fields.ts";
import { parseTaskSchema } from "./task-schema.ts";

const base = {
  format: "parallax-task/1",
  title: "Test",
  stimulus: [{ name: "text", type: "text" }],
  answer: [{ name: "x", type: "text", label: "X" }],
};
const problems = (change: object) => {
  const parsed = parseTaskSchema({ ...base, ...change });
  return parsed.ok ? [] : parsed.problems.map(({ field, message }) => `${field} ${message}`);
};
const answer = (...fields: object[]) =>
  problems({ answer: fields.map((field, at) => ({ label: "X", name: `x${at}`, ...field })) });
const abc = ["a", "b"].map((value) => ({ value, label: value, hotkey: value }));

it("takes a schema and writes its defaults", () => {
  expect(parseTaskSchema(base)).toMatchObject({
    ok: true,
    schema: { instruction: "", rules: [], answer: [{ required: true, scoring: { by: "none" } }] },
  });
});

it("refuses another version of the format by name", () => {
  expect(problems({ format: "parallax-task/2" })).toEqual(['format must be "parallax-task/1"']);
});

it("names the field and the remedy of what cannot hold", () => {
  expect(problems({ stimulus: [...base.stimulus, ...base.stimulus] })[0]).toContain("two fields of one name");
  expect(answer({ name: "text", type: "text" })).toEqual(['answer.0.name must not be a second field "text"']);
  expect(answer({ type: "text", showIf: { field: "x1", answered: true } }, { type: "text" })).toEqual([
    'answer.0.showIf must name an earlier answer field, not "x1"',
  ]);
  expect(answer({ type: "choice", options: [...abc, abc[0]] })).toContain(
    "answer.0.options must not contain a value twice",
  );
  expect(answer({ type: "choice", options: abc }, { type: "several", options: abc })).toContain(
    'answer.1.options must not use the key "a" of the field "x0"',
  );
  expect(answer({ type: "choice", options: { from: "text" } })[0]).toContain('type "texts"');
  expect(answer({ type: "pairwise", between: "text" })[0]).toContain("two texts");
  expect(answer({ type: "spans", in: "nothing" })[0]).toContain("answer.0.in");
  expect(answer({ type: "edit", of: "x0" })[0]).toContain("answer.0.of");
  expect(
    answer({ type: "text" }, { type: "group", per: "x0", fields: [{ name: "y", type: "text", label: "Y" }] })[0],
  ).toContain("answer.1.per");
  expect(answer({ type: "text", pattern: "(" })).toEqual(["answer.0.pattern must be a valid RE2 pattern"]);
  expect(answer({ type: "rating", minimum: 5, maximum: 1 })).toContain(
    "answer.0.minimum must not be above the maximum",
  );
  expect(answer({ type: "rating", maximum: 100 })[0]).toContain("slider");
  expect(answer({ type: "number", units: [{ name: "cm", factor: 2 }] })[0]).toContain("answer.0.units.0.factor");
  expect(problems({ rules: [{ field: "y", refuseIf: { field: "x", equals: "1" }, message: "No" }] })).toEqual([
    'rules.0 there is no answer field "y"',
  ]);
});

it("refuses a document with an unknown property", () => {
  expect(answer({ type: "text", colour: "red" })[0]).toContain("colour is not a known field");
});

it("parses the fields of an item and names the first that it refuses", () => {
  const parsed = parseTaskSchema({
    ...base,
    stimulus: [
      ...base.stimulus,
      { name: "facts", type: "context", required: false },
      { name: "pair", type: "texts", minimum: 2, maximum: 2, required: false },
    ],
  });
  if (!parsed.ok) throw new RangeError();
  const { schema } = parsed;
  expect(parseTaskFields(schema, { text: "a", facts: { Year: 1911, Place: "Leeds" } })).toEqual({
    ok: true,
    fields: {
      text: "a",
      facts: [
        { key: "Year", value: "1911" },
        { key: "Place", value: "Leeds" },
      ],
    },
  });
  expect(parseTaskFields(schema, {})).toMatchObject({ ok: false, field: "fields.text" });
  expect(parseTaskFields(schema, { text: "a", other: 1 })).toMatchObject({ ok: false, field: "fields.other" });
  expect(parseTaskFields(schema, { text: "a", pair: ["one"] })).toMatchObject({
    field: "fields.pair",
    message: "must have 2 texts",
  });
  expect(parseTaskFields(schema, { text: "a\u0000" })).toMatchObject({ field: "fields.text" });
});
