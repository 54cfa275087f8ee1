import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseTaskFields } from "../schema/item-fields.ts";
import { parseTaskSchema, type TaskSchema, type TaskSchemaDocument } from "../schema/task-schema.ts";
import { taskTemplates } from "../templates/task-templates.ts";
import { withDistinctSpanIds } from "./distinct-span-ids.ts";
import { validateAnswer } from "./validate-answer.ts";
import { visibleFields } from "./visible-fields.ts";

type Answer = TaskSchemaDocument["answer"][number];
const text = "Mira Holt moved from Leeds to Porto. She likes it.";

function schemaWith(answer: Answer[], rules: TaskSchemaDocument["rules"] = []): TaskSchema {
  const stimulus: TaskSchemaDocument["stimulus"] = [
    { name: "text", type: "text" },
    { name: "talk", type: "dialogue", required: false },
    { name: "pair", type: "texts", minimum: 2, maximum: 2, required: false },
  ];
  const parsed = parseTaskSchema({ format: "parallax-task/1", title: "Test", stimulus, answer, rules });
  if (!parsed.ok) throw new RangeError(JSON.stringify(parsed.problems));
  return parsed.schema;
}
const abc = ["a", "b", "c"].map((value) => ({ value, label: value.toUpperCase() }));
const fields = { text, talk: [{ speaker: "Ana", text: "Hello there." }], pair: ["one", "two"] };
const check = (field: Answer, given: unknown) => {
  const validated = validateAnswer(schemaWith([field]), fields, { [field.name]: given });
  return validated.ok ? validated.answer[field.name] : validated.problems.map(({ reason }) => reason).join();
};

describe("an answer to one field", () => {
  it("of a choice is one of the options, also of those that an item brings", () => {
    const field: Answer = { name: "x", type: "choice", label: "X", options: abc };
    expect(check(field, "b")).toBe("b");
    expect(check(field, "d")).toBe("not-offered");
    expect(check(field, undefined)).toBe("missing");
    expect(check({ ...field, options: { from: "pair" } }, "option-1")).toBe("option-1");
    expect(check({ ...field, options: { from: "pair" } }, "option-2")).toBe("not-offered");
  });

  it("is refused in a sentence after its question", () => {
    const field: Answer = { name: "x", type: "choice", label: "Which one?", options: abc };
    const problem = { field: "x", reason: "not-offered", message: "Which one? Choose one of the options." };
    expect(validateAnswer(schemaWith([field]), fields, { x: "d" })).toEqual({ ok: false, problems: [problem] });
  });

  it("of several options is in the order of the options and within the limits", () => {
    const field: Answer = { name: "x", type: "several", label: "X", options: abc, minimum: 1, maximum: 2 };
    expect(check(field, ["c", "a"])).toEqual(["a", "c"]);
    expect(check(field, ["c", "a", "b"])).toBe("too-many");
    expect(check(field, [])).toBe("missing");
  });

  it("of a rating lies on the scale", () => {
    const field: Answer = {
      name: "x",
      type: "rating",
      label: "X",
      minimum: 0,
      maximum: 1,
      step: 0.1,
      display: "slider",
    };
    expect(check(field, 0.3)).toBe(0.3);
    expect(check(field, 0.35)).toBe("not-on-scale");
    expect(check(field, 1.1)).toBe("outside-range");
  });

  it("of a number is in a known unit, and its limits are in the first unit", () => {
    const units = [
      { name: "m", factor: 1 },
      { name: "cm", factor: 0.01 },
    ];
    const field: Answer = { name: "x", type: "number", label: "X", units, minimum: 0, maximum: 3 };
    expect(check(field, { value: 250, unit: "cm" })).toEqual({ value: 250, unit: "cm" });
    expect(check(field, { value: 350, unit: "cm" })).toBe("outside-range");
    expect(check(field, 2)).toBe("no-unit");
    expect(check(field, { value: 2, unit: "km" })).toBe("no-unit");
    expect(check({ ...field, units: [], isWhole: true }, 2.5)).toBe("wrong-form");
  });

  it("of a text has the required length and pattern, and keeps the task's own message", () => {
    const field: Answer = {
      name: "x",
      type: "text",
      label: "X",
      minimum: 2,
      maximum: 4,
      pattern: "[0-9]+",
      messages: { invalid: "Enter a year." },
    };
    expect(check(field, " 1822 ")).toBe("1822");
    expect(check(field, "18a2")).toBe("wrong-pattern");
    expect(check(field, "1")).toBe("too-short");
    expect(validateAnswer(schemaWith([field]), fields, { x: "18a2" })).toMatchObject({
      problems: [{ field: "x", message: "Enter a year." }],
    });
  });

  it("of a ranking has each option once, the best first", () => {
    const field: Answer = { name: "x", type: "ranking", label: "X", options: abc };
    expect(check(field, ["c", "a", "b"])).toEqual(["c", "a", "b"]);
    expect(check(field, ["c", "c", "b"])).toBe("overlapping");
    expect(check(field, ["c", "a"])).toBe("too-few");
    expect(check({ ...field, top: 1 }, ["c"])).toEqual(["c"]);
  });

  it("of a comparison has a side and an offered strength", () => {
    const field: Answer = { name: "x", type: "pairwise", label: "X", between: "pair", strength: 2, allowTie: false };
    expect(check(field, { preferred: "first", strength: 2 })).toEqual({ preferred: "first", strength: 2 });
    expect(check(field, { preferred: "first" })).toBe("not-offered");
    expect(check(field, { preferred: "tie" })).toBe("not-offered");
    expect(check({ ...field, strength: 1 }, { preferred: "first" })).toEqual({ preferred: "first", strength: 1 });
  });

  it("of spans is extended to whole words or sentences and stays in the text", () => {
    const field: Answer = { name: "x", type: "spans", label: "X", in: "text", labels: abc, allowOverlap: false };
    expect(check(field, [{ id: "1", start: 2, end: 7, label: "a" }])).toEqual([
      { id: "1", start: 0, end: 9, label: "a" },
    ]);
    expect(check({ ...field, unit: "sentence" }, [{ id: "1", start: 38, end: 39, label: "a" }])).toEqual([
      { id: "1", start: 37, end: 50, label: "a" },
    ]);
    expect(check(field, [{ id: "1", start: 2, end: 70, label: "a" }])).toBe("not-in-text");
    expect(check(field, [{ id: "1", start: 2, end: 7 }])).toBe("not-offered");
    const twice = ["1", "2"].map((id) => ({ id, start: 0, end: 9, label: "a" }));
    expect(check(field, twice)).toBe("overlapping");
    expect(check({ ...field, allowOverlap: true }, twice)).toEqual(twice);
    expect(check({ ...field, in: "talk" }, [{ id: "1", part: 0, start: 0, end: 5, label: "a" }])).toHaveLength(1);
    expect(check({ ...field, in: "talk" }, [{ id: "1", start: 0, end: 5, label: "a" }])).toBe("not-in-text");
  });

  it("of spans has IDs that no span of another field has", () => {
    const marks = (name: string): Answer => ({ name, type: "spans", label: name, in: "text" });
    const given = { x: [{ id: "1", start: 0, end: 4 }], y: [{ id: "1", start: 21, end: 26 }] };
    const schema = schemaWith([marks("x"), marks("y")]);
    const problem = { field: "y", reason: "overlapping", message: "y: give each span a different id." };
    expect(validateAnswer(schema, fields, given)).toEqual({ ok: false, problems: [problem] });
    const distinct = { ...given, y: [{ id: "s2", start: 21, end: 26 }] };
    expect(withDistinctSpanIds(given)).toEqual(distinct);
    expect(validateAnswer(schema, fields, distinct)).toEqual({ ok: true, answer: distinct });
  });

  it("of relations connects two marked spans once", () => {
    const spans: Answer = { name: "s", type: "spans", label: "S", in: "text" };
    const relations: Answer = {
      name: "r",
      type: "relations",
      label: "R",
      between: ["s"],
      labels: abc,
      isDirected: false,
    };
    const marked = [
      { id: "1", start: 0, end: 4 },
      { id: "2", start: 21, end: 26 },
    ];
    const reasons = (r: unknown) => {
      const validated = validateAnswer(schemaWith([spans, relations]), fields, { s: marked, r });
      return validated.ok ? [] : validated.problems.map(({ reason }) => reason);
    };
    expect(reasons([{ from: "1", to: "2", label: "a" }])).toEqual([]);
    expect(reasons([{ from: "1", to: "3", label: "a" }])).toEqual(["unknown-span"]);
    expect(reasons([{ from: "1", to: "1", label: "a" }])).toEqual(["unknown-span"]);
    expect(
      reasons([
        { from: "1", to: "2", label: "a" },
        { from: "2", to: "1", label: "a" },
      ]),
    ).toEqual(["overlapping"]);
  });
});

describe("the fields of each span", () => {
  const schema = schemaWith([
    { name: "s", type: "spans", label: "S", in: "text", labels: abc, required: false },
    {
      name: "g",
      type: "group",
      label: "G",
      per: "s",
      fields: [
        { name: "weight", type: "choice", label: "Weight", options: abc },
        { name: "why", type: "text", label: "Why", showIf: { field: "s", equals: "b" } },
      ],
    },
  ]);
  const s = [
    { id: "1", start: 0, end: 4, label: "a" },
    { id: "2", start: 21, end: 26, label: "b" },
  ];

  it("are required of every span, and a condition may read its label", () => {
    expect(validateAnswer(schema, fields, { s, g: { "1": { weight: "a" } } })).toEqual({
      ok: false,
      problems: [
        { field: "weight", span: "2", reason: "missing", message: "Weight: choose one of the options." },
        { field: "why", span: "2", reason: "missing", message: "Why: enter a text." },
      ],
    });
  });

  it("are dropped with their span, and are not asked without one", () => {
    const g = { "1": { weight: "a" }, "9": { weight: "c" } };
    expect(validateAnswer(schema, fields, { s: s.slice(0, 1), g })).toEqual({
      ok: true,
      answer: { s: s.slice(0, 1), g: { "1": { weight: "a" } } },
    });
    expect(validateAnswer(schema, fields, {})).toEqual({ ok: true, answer: {} });
  });
});

describe("conditions and rules", () => {
  const schema = schemaWith(
    [
      { name: "a", type: "choice", label: "A", options: abc },
      { name: "b", type: "text", label: "B", showIf: { field: "a", oneOf: ["b", "c"] } },
      { name: "c", type: "text", label: "C", showIf: { field: "b", answered: true } },
    ],
    [{ field: "b", refuseIf: { field: "b", equals: "no" }, message: "Say why not." }],
  );

  it("hide fields whose condition reads a hidden field, and drop their answers", () => {
    const given = { a: "a", b: "left over", c: "left over" };
    expect(visibleFields(schema, given).map(({ name }) => name)).toEqual(["a"]);
    expect(validateAnswer(schema, fields, given)).toEqual({ ok: true, answer: { a: "a" } });
    expect(visibleFields(schema, { ...given, a: "b" }).map(({ name }) => name)).toEqual(["a", "b", "c"]);
  });

  it("refuse a combination with the rule's own message, but not in a draft", () => {
    const given = { a: "b", b: "no", c: "x" };
    expect(validateAnswer(schema, fields, given)).toMatchObject({
      problems: [{ field: "b", message: "Say why not." }],
    });
    expect(validateAnswer(schema, fields, { a: "b", b: "no" }, { isDraft: true })).toMatchObject({ ok: true });
  });

  it("name an unknown field", () => {
    expect(validateAnswer(schema, fields, { a: "a", d: 1 })).toMatchObject({
      problems: [{ field: "d", reason: "unknown-field" }],
    });
  });
});

it("either takes any value and then takes its normal form unchanged, or names a problem", () => {
  const values = fc.jsonValue({ maxDepth: 3 });
  for (const { document, example } of taskTemplates) {
    const parsed = parseTaskSchema(document);
    if (!parsed.ok) throw new RangeError(document.title);
    const shown = parseTaskFields(parsed.schema, example.fields);
    const item = shown.ok ? shown.fields : {};
    const names = fc.constantFrom<string>(...parsed.schema.answer.map(({ name }) => name));
    fc.assert(
      fc.property(fc.dictionary(names, values), (given) => {
        const once = validateAnswer(parsed.schema, item, given);
        if (once.ok) expect(validateAnswer(parsed.schema, item, once.answer)).toEqual(once);
        else expect(once.problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 50 },
    );
  }
});
