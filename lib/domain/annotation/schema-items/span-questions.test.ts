import { expect, it } from "vitest";
import { jackknifeInterval } from "../../statistics/basics/jackknife.ts";
import type { TaskAnswer } from "../../tasks/answers/task-answer.ts";
import { taskFormat, taskSchemaSchema } from "../../tasks/schema/task-schema.ts";
import { toAggregatedAnswers } from "./aggregated-answers.ts";
import type { AnswerAgreement } from "./agreement-measure.ts";
import { type AnswerReport, foldAnswers } from "./fold-answers.ts";

const text = "Anna met Boris in Vienna.";
const options = (...values: string[]) => values.map((value) => ({ value, label: value.toUpperCase() }));
const schema = taskSchemaSchema.parse({
  ...{ format: taskFormat, title: "Relations", stimulus: [{ name: "text", type: "text" }] },
  answer: [
    { name: "names", type: "spans", label: "Names", in: "text", labels: options("per", "loc"), required: false },
    {
      ...{ name: "links", type: "relations", label: "Links", between: ["names"], required: false, isDirected: false },
      labels: options("met", "lives"),
    },
    {
      ...{ name: "about", type: "group", label: "About the name", per: "names", required: false },
      fields: [
        { name: "sure", type: "choice", label: "Sure?", options: options("yes", "no") },
        { name: "size", type: "rating", label: "Size" },
      ],
    },
  ],
});

const places = { anna: [0, 4, "per"], boris: [9, 14, "per"], vienna: [18, 24, "loc"] } as const;
type Name = keyof typeof places;

/** An answer with own IDs: marked names with their answers, and relations. */
function answer(
  prefix: string,
  names: Partial<Record<Name, [sure: string, size: number]>>,
  links: [Name, string, Name][] = [],
): TaskAnswer {
  const idOf = (name: Name) => `${prefix}-${name}`;
  return {
    names: (Object.keys(names) as Name[]).map((name) => {
      const [start, end, label] = places[name];
      return { id: idOf(name), start, end, label };
    }),
    links: links.map(([from, label, to]) => ({ from: idOf(from), to: idOf(to), label })),
    about: Object.fromEntries(
      Object.entries(names).map(([name, [sure, size]]) => [idOf(name as Name), { sure, size }]),
    ),
  };
}

function reportOf(items: readonly Record<string, TaskAnswer>[], accepted: TaskAnswer | null = null): AnswerReport {
  const fold = foldAnswers(schema);
  fold.add(
    items.map((answers, item) => ({
      ...{ id: `i${item}`, fields: { text }, accepted, suggested: null, isSuggestionShown: false },
      given: Object.entries(answers).map(([by, one]) => ({
        ...{ by, at: item === 0 ? "2026-10-01T00:00:00Z" : "2026-11-01T00:00:00Z", answer: one, version: 1 },
      })),
    })),
  );
  return fold.finish();
}

const items: Record<string, TaskAnswer>[] = [
  {
    a: answer("a", { anna: ["yes", 1], boris: ["yes", 2] }, [["anna", "met", "boris"]]),
    b: answer("b", { boris: ["no", 2], anna: ["yes", 1] }, [["boris", "met", "anna"]]),
    c: answer("c", { anna: ["yes", 5] }),
  },
  {
    a: answer("a", { anna: ["no", 3], vienna: ["no", 4] }, [["anna", "lives", "vienna"]]),
    b: answer("b", { anna: ["no", 3], vienna: ["no", 5] }, [
      ["anna", "lives", "vienna"],
      ["vienna", "met", "anna"],
    ]),
  },
];

const fieldOf = ({ fields }: AnswerReport, name: string) => fields.find(({ field }) => field === name);
const find = (report: AnswerReport, field: string, measure: AnswerAgreement["measure"], name: string | null = null) =>
  fieldOf(report, field)?.agreement.find((one) => one.measure === measure && (one.of?.name ?? null) === name);

it("gives F1 of equal relations with an interval, by label, person and month", () => {
  const report = reportOf(items);
  // Shared and all relations of the pairs. First item: a-b 1 of 2, a-c 0 of 1, b-c 0 of 1; second item: a-b 1 of 3.
  const f1 = find(report, "links", "relation-f1");
  expect(f1).toMatchObject({ n: 2, value: 4 / 7 });
  const { low, high } = jackknifeInterval(4 / 7, [2 / 3, 2 / 4]);
  expect(f1?.low).toBeCloseTo(low!, 12);
  expect(f1?.high).toBeCloseTo(high!, 12);
  expect(find(report, "links", "relation-f1", "MET")).toMatchObject({ n: 2, value: 2 / 5 });
  expect(find(report, "links", "relation-f1", "LIVES")).toMatchObject({ n: 1, value: 1 });
  expect(find(report, "links", "relation-f1", "c")).toMatchObject({ n: 1, value: 0 });
  expect(find(report, "links", "relation-f1", "2026-11")).toMatchObject({ n: 1, value: 2 / 3 });
  expect(find(report, "links", "percent")?.value).toBeCloseTo(1 / 6, 12);
});

it("compares answers about spans that several people marked, in the measures of their field", () => {
  const report = reportOf(items);
  expect(report.fields.map(({ field, label }) => [field, label])).toEqual([
    ["names", "Names"],
    ["links", "Links"],
    ["sure", "About the name: Sure?"],
    ["size", "About the name: Size"],
  ]);
  // Units: Anna yes yes yes, Boris yes no; Anna no no, Vienna no no.
  expect(find(report, "sure", "percent")).toMatchObject({ n: 2, value: 3 / 4 });
  const expected = 1 - (8 * 2) / (9 * 9 - 4 * 4 - 5 * 5);
  expect(find(report, "sure", "alpha")?.value).toBeCloseTo(expected, 12);
  expect(find(report, "sure", "alpha", "NO")?.value).toBeCloseTo(expected, 12);
  for (const name of ["a", "b", "c"]) expect(find(report, "size", "ordinal-alpha", name)).toBeDefined();
  expect(find(report, "size", "interval-alpha", "2026-10")?.n).toBe(1);
  expect(fieldOf(report, "sure")).toMatchObject({ answers: 9, items: 2, isPerSpan: true });
  expect(fieldOf(report, "sure")?.people.map(({ n }) => n)).toEqual([4, 4, 1]);
});

it("aggregates relations and the answers about the spans of the majority, as an answer that can be read", () => {
  const report = reportOf(items);
  const [first] = report.aggregated;
  const aggregated = toAggregatedAnswers(schema, first?.answers ?? {});
  const names = aggregated.names?.majority as { id: string; start: number }[];
  const [anna, boris] = [0, 9].map((at) => names.find(({ start }) => start === at)?.id);
  expect(names).toHaveLength(2);
  expect(aggregated.links?.majority).toEqual([{ from: anna, to: boris, label: "met" }]);
  expect(aggregated.about?.majority).toEqual({ [anna!]: { sure: "yes", size: 1 }, [boris!]: { size: 2 } });
  expect(report.disputed[0]?.answers).toMatchObject({
    links: { majority: "“Anna” MET “Boris”", mace: null },
    size: { majority: "“Anna”: 1; “Boris”: 2" },
  });
  expect(report.disputed.map(({ differing }) => differing)).toEqual([
    ["names", "links", "sure", "size"],
    ["links", "size"],
  ]);
});

it("compares given with accepted answers about the same spans, and knows the items behind each figure", () => {
  const report = reportOf(items, answer("r", { anna: ["yes", 1] }));
  expect(fieldOf(report, "sure")?.confusion).toEqual({
    ...{ labels: ["NO", "YES"], values: ['"no"', '"yes"'] },
    counts: [
      [0, 0],
      [2, 3],
    ],
  });
  const [one, two] = report.behind.map(({ fields }) => fields);
  expect(one?.sure).toMatchObject({
    by: ["a", "b", "c"],
    compared: ["a", "b", "c"],
    differs: true,
    differing: ["yes", "no"],
  });
  expect(two?.sure).toMatchObject({ compared: ["a", "b"], differs: false, month: "2026-11" });
  expect(two?.links).toMatchObject({ differs: true, differing: ["met"], labels: ["lives", "met"] });
});

it("keeps spans of different fields apart that have the same ID", () => {
  const two = taskSchemaSchema.parse({
    ...schema,
    answer: [
      schema.answer[0],
      { name: "verbs", type: "spans", label: "Verbs", in: "text", required: false },
      schema.answer[2],
    ],
  });
  const fold = foldAnswers(two);
  const given = (verb: number, sure: string): TaskAnswer => ({
    names: [{ id: "s1", start: 0, end: 4, label: "per" }],
    verbs: [{ id: "s1", start: verb, end: 8 }],
    about: { s1: { sure, size: 1 } },
  });
  const at = "2026-11-01T00:00:00Z";
  fold.add([
    {
      ...{ id: "i", fields: { text }, accepted: null, suggested: null, isSuggestionShown: false },
      given: [
        { by: "a", at, version: 1, answer: given(5, "yes") },
        { by: "b", at, version: 1, answer: given(6, "yes") },
      ],
    },
  ]);
  expect(find(fold.finish(), "sure", "percent")).toMatchObject({ n: 1, value: 1 });
});
