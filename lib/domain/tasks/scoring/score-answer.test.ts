import { describe, expect, it } from "vitest";
import { taskAnswerSchema } from "../answers/task-answer.ts";
import { parseTaskSchema, type TaskSchemaDocument } from "../schema/task-schema.ts";
import { scoreTask } from "./score-answer.ts";

type Answer = TaskSchemaDocument["answer"][number];
const abc = ["a", "b", "c", "d"].map((value) => ({ value, label: value }));

function score(field: Answer, given: unknown, key: unknown) {
  const parsed = parseTaskSchema({
    format: "parallax-task/1",
    title: "Test",
    stimulus: [
      { name: "text", type: "text" },
      { name: "pair", type: "texts", minimum: 2, maximum: 2 },
    ],
    answer: [field],
  });
  if (!parsed.ok) throw new RangeError(JSON.stringify(parsed.problems));
  const answer = taskAnswerSchema.parse(given === undefined ? {} : { x: given });
  return scoreTask(parsed.schema, answer, { x: key }).fields.x ?? null;
}
const field = { name: "x", label: "X" } as const;

describe("a scored field", () => {
  it("by key is the key, one of several keys, or the same text", () => {
    const choice: Answer = { ...field, type: "choice", options: abc, scoring: { by: "key" } };
    expect(score(choice, "a", "a")).toEqual({ correct: true, score: 1 });
    expect(score(choice, "a", ["b", "a"])?.correct).toBe(true);
    expect(score(choice, "a", "b")).toEqual({ correct: false, score: 0 });
    expect(score(choice, undefined, "b")).toEqual({ correct: false, score: 0 });
    const text: Answer = { ...field, type: "text", scoring: { by: "key" } };
    expect(score(text, "The Eiffel Tower.", "eiffel tower")?.correct).toBe(true);
  });

  it("without scoring or without key has no score", () => {
    expect(score({ ...field, type: "choice", options: abc }, "a", "a")).toBeNull();
    expect(score({ ...field, type: "choice", options: abc, scoring: { by: "key" } }, "a", undefined)).toBeNull();
  });

  it("by range and by tolerance compares numbers in the first unit", () => {
    const units = [
      { name: "m", factor: 1 },
      { name: "cm", factor: 0.01 },
    ];
    const ranged: Answer = { ...field, type: "number", units, scoring: { by: "range" } };
    expect(score(ranged, { value: 150, unit: "cm" }, { minimum: 1, maximum: 1.5 })?.correct).toBe(true);
    expect(score(ranged, { value: 151, unit: "cm" }, { minimum: 1, maximum: 1.5 })?.correct).toBe(false);
    const near: Answer = { ...field, type: "number", units, scoring: { by: "tolerance", absolute: 0.1 } };
    expect(score(near, { value: 30, unit: "cm" }, 0.2)?.correct).toBe(true);
    expect(score(near, { value: 31, unit: "cm" }, 0.2)?.correct).toBe(false);
    const share: Answer = { ...field, type: "number", scoring: { by: "tolerance", relative: 0.05 } };
    expect(score(share, { value: -95 }, { value: -100 })?.correct).toBe(true);
  });

  it("by overlap: 2 of 3 chosen labels and 2 of 2 expected give F1 = 4/5 and IoU = 2/3", () => {
    const several = (measure: "f1" | "iou", threshold = 1): Answer => ({
      ...field,
      type: "several",
      options: abc,
      scoring: { by: "overlap", measure, threshold },
    });
    expect(score(several("f1"), ["a", "b", "c"], ["a", "b"])).toEqual({ correct: false, score: 0.8 });
    expect(score(several("iou", 0.5), ["a", "b", "c"], ["a", "b"])).toEqual({ correct: true, score: 2 / 3 });
    expect(score(several("f1"), undefined, [])).toEqual({ correct: true, score: 1 });
  });

  it("by overlap of spans counts labelled characters once", () => {
    const spans: Answer = {
      ...field,
      type: "spans",
      in: "text",
      labels: abc,
      scoring: { by: "overlap", measure: "iou", threshold: 0.5 },
    };
    const key = [{ id: "k", start: 0, end: 10, label: "a" }];
    expect(score(spans, [{ id: "1", start: 5, end: 10, label: "a" }], key)).toEqual({ correct: true, score: 0.5 });
    expect(score(spans, [{ id: "1", start: 0, end: 10, label: "b" }], key)).toEqual({ correct: false, score: 0 });
  });

  it("by overlap of a ranking counts pairs in the same order", () => {
    const ranking: Answer = { ...field, type: "ranking", options: abc, scoring: { by: "overlap", measure: "f1" } };
    // Five of six pairs agree: 2 × 5 / 12.
    expect(score(ranking, ["b", "a", "c", "d"], ["a", "b", "c", "d"])?.score).toBeCloseTo(10 / 12, 12);
  });

  it("by the distribution of people is the share of people with the same answer, and never right or wrong", () => {
    const shares = { first: 0.7, second: 0.3 };
    const pairwise: Answer = {
      ...field,
      type: "pairwise",
      between: "pair",
      strength: 3,
      scoring: { by: "distribution" },
    };
    expect(score(pairwise, { preferred: "first", strength: 2 }, shares)).toEqual({ correct: null, score: 0.7 });
    expect(score(pairwise, { preferred: "tie" }, shares)).toEqual({ correct: null, score: 0 });
    const rating: Answer = { ...field, type: "rating", scoring: { by: "distribution" } };
    expect(score(rating, 4, { "3": 0.5, "4": 0.25 })).toEqual({ correct: null, score: 0.25 });
  });
});

it("is correct as a whole if every decisive field is, and unscored if no field is", () => {
  const parsed = parseTaskSchema({
    format: "parallax-task/1",
    title: "Test",
    stimulus: [{ name: "text", type: "text" }],
    answer: [
      { ...field, type: "choice", options: abc, scoring: { by: "key" } },
      { name: "y", label: "Y", type: "rating", scoring: { by: "tolerance", absolute: 1 } },
      { name: "z", label: "Z", type: "text", showIf: { field: "x", equals: "b" }, scoring: { by: "key" } },
    ],
  });
  if (!parsed.ok) throw new RangeError();
  const key = { x: "a", y: 3, z: "because" };
  expect(scoreTask(parsed.schema, { x: "a", y: 4 }, key).correct).toBe(true);
  expect(scoreTask(parsed.schema, { x: "a", y: 5 }, key).correct).toBe(false);
  expect(scoreTask(parsed.schema, { x: "a", y: 5 }, null).correct).toBeNull();
});

it("matches relations and groups by the positions of their spans, whatever their ids", () => {
  const parsed = parseTaskSchema({
    format: "parallax-task/1",
    title: "Test",
    stimulus: [{ name: "text", type: "text" }],
    answer: [
      { name: "s", label: "S", type: "spans", in: "text", scoring: { by: "key" } },
      { name: "r", label: "R", type: "relations", between: ["s"], labels: abc, scoring: { by: "key" } },
      {
        name: "g",
        label: "G",
        type: "group",
        per: "s",
        fields: [{ name: "w", label: "W", type: "choice", options: abc, scoring: { by: "key" } }],
      },
    ],
  });
  if (!parsed.ok) throw new RangeError();
  const at = (first: string, second: string, weight: string) => ({
    s: [
      { id: first, start: 0, end: 4 },
      { id: second, start: 6, end: 9 },
    ],
    r: [{ from: first, to: second, label: "a" }],
    g: { [first]: { w: weight } },
  });
  const correct = scoreTask(parsed.schema, at("p", "q", "a"), at("1", "2", "a"));
  expect(correct.fields).toEqual({
    s: { correct: true, score: 1 },
    r: { correct: true, score: 1 },
    g: { correct: true, score: 1 },
  });
  expect(scoreTask(parsed.schema, at("p", "q", "b"), at("1", "2", "a")).fields.g).toEqual({ correct: false, score: 0 });
});

it("does not score a question of a group that the answers hide", () => {
  const several = { type: "several", options: abc, required: false, scoring: { by: "overlap" } } as const;
  const parsed = parseTaskSchema({
    format: "parallax-task/1",
    title: "Test",
    stimulus: [{ name: "text", type: "text" }],
    answer: [
      { name: "s", label: "S", type: "spans", in: "text", scoring: { by: "key" } },
      {
        ...{ name: "g", label: "G", type: "group", per: "s" },
        fields: [
          { name: "w", label: "W", type: "choice", options: abc, scoring: { by: "key" } },
          { name: "v", label: "V", showIf: { field: "w", equals: "b" }, ...several },
        ],
      },
    ],
  });
  if (!parsed.ok) throw new RangeError(JSON.stringify(parsed.problems));
  const s = [{ id: "1", start: 0, end: 4 }];
  const score = (own: object, key: object) =>
    scoreTask(parsed.schema, { s, g: { "1": own } } as never, { s, g: { "1": key } });
  // The hidden list is empty like its key, which would count as right.
  expect(score({ w: "a" }, { w: "b", v: [] }).fields.g).toEqual({ correct: false, score: 0 });
  expect(score({ w: "b", v: ["a"] }, { w: "b", v: [] }).fields.g).toEqual({ correct: false, score: 0.5 });
});
