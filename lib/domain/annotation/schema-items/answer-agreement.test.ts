import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { jackknifeInterval } from "../../statistics/basics/jackknife.ts";
import type { TaskAnswer } from "../../tasks/answers/task-answer.ts";
import { type TaskSchema, taskFormat, taskSchemaSchema } from "../../tasks/schema/task-schema.ts";
import { entities } from "../../tasks/templates/span-tasks.ts";
import { answerMethods } from "./aggregate-answers.ts";
import { toAggregatedAnswers } from "./aggregated-answers.ts";
import type { AnswerAgreement } from "./agreement-measure.ts";
import type { AnsweredItem } from "./answered-item.ts";
import { foldAnswers } from "./fold-answers.ts";

const text = "Anna met Boris in Vienna.";

/** The agreement about the only field, from the answers of people by item. */
function agreement(
  schema: TaskSchema,
  items: readonly (readonly (TaskAnswer | null)[])[],
  at = (_item: number) => "2026-11-01T00:00:00Z",
): AnswerAgreement[] {
  const fold = foldAnswers(schema);
  fold.add(
    items.map(
      (answers, item): AnsweredItem => ({
        ...{ id: `${item}`, fields: { text }, accepted: null, suggested: null, isSuggestionShown: false },
        given: answers.flatMap((answer, person) =>
          answer === null ? [] : [{ by: `p${person}`, at: at(item), answer, version: 1 }],
        ),
      }),
    ),
  );
  return fold.finish().fields[0]?.agreement ?? [];
}

function schemaWith(field: object): TaskSchema {
  return taskSchemaSchema.parse({
    ...{ format: taskFormat, title: "Task", stimulus: [{ name: "text", type: "text" }] },
    answer: [{ name: "answer", label: "Answer", ...field }],
  });
}

const find = (results: readonly AnswerAgreement[], measure: AnswerAgreement["measure"], name: string | null = null) =>
  results.find((one) => one.measure === measure && (one.of?.name ?? null) === name);

describe("the agreement about spans", () => {
  const schema = taskSchemaSchema.parse(entities.document);
  const anna = { id: "1", start: 0, end: 4, label: "PER" };
  const boris = { id: "2", start: 9, end: 14, label: "PER" };
  const vienna = { id: "3", start: 18, end: 24, label: "LOC" };
  const marks = (...spans: object[]) => ({ entities: spans }) as unknown as TaskAnswer;
  const items = [
    [marks(anna, vienna), marks(anna, vienna)],
    [marks(anna, boris), marks(anna)],
    [marks(vienna), marks(vienna, boris)],
    [marks(anna), marks({ ...anna, label: "LOC" })],
  ];

  it("has an interval of F1, with the jackknife over items, and a span with another label is another span", () => {
    const f1 = find(agreement(schema, items), "span-f1");
    // Shared and all spans of the items: 2 of 4, 1 of 3, 1 of 3, 0 of 2.
    expect(f1?.value).toBeCloseTo((2 * 4) / 12, 12);
    const { low, high } = jackknifeInterval(8 / 12, [4 / 8, 6 / 9, 6 / 9, 8 / 10]);
    expect(f1?.low).toBeCloseTo(low!, 12);
    expect(f1?.high).toBeCloseTo(high!, 12);
    expect(find(agreement(schema, items), "span-f1", "Place")?.value).toBeCloseTo((2 * 2) / 5, 12);
  });

  it("counts a text without marks as an answer", () => {
    const results = agreement(schema, [
      [marks(anna), {}],
      [{}, {}],
      [marks(vienna), marks(vienna)],
    ]);
    expect(find(results, "percent")).toMatchObject({ n: 3, value: 2 / 3 });
    expect(find(results, "span-f1")).toMatchObject({ n: 2, value: 2 / 3 });
  });
});

it("gives the rank correlation of rankings with an interval over items", () => {
  const options = ["a", "b", "c"].map((value) => ({ value, label: value }));
  const schema = schemaWith({ type: "ranking", options });
  const rank = (order: string) => ({ answer: [...order] });
  const rho = find(
    agreement(schema, [
      [rank("abc"), rank("abc")],
      [rank("abc"), rank("acb")],
      [rank("abc"), rank("cba")],
    ]),
    "rank-correlation",
  );
  const { low, high } = jackknifeInterval(0.5 / 3, [-0.25, 0, 0.75]);
  expect(rho?.value).toBeCloseTo(0.5 / 3, 12);
  expect(rho?.reason).toContain("91 to 95%");
  expect([rho?.low, rho?.high].map((limit) => limit?.toFixed(9))).toEqual(
    [low, high].map((limit) => limit?.toFixed(9)),
  );
});

it("gives alpha by person, month and label, in the metric of the field", () => {
  const rating = schemaWith({ type: "rating", minimum: 1, maximum: 5 });
  const numbers = [
    [1, 1, 2],
    [5, 4, 5],
    [3, 3, 1],
    [2, 2, 4],
  ].map((row) => row.map((answer) => ({ answer })));
  const results = agreement(rating, numbers, (item) => (item < 2 ? "2026-10-01" : "2026-11-01"));
  for (const name of ["p0", "p1", "p2", "2026-10", "2026-11"])
    expect(find(results, "ordinal-alpha", name)).toMatchObject({ n: name.startsWith("p") ? 4 : 2 });
  const of = (name: string) => find(results, "ordinal-alpha", name)?.value ?? Number.NaN;
  expect(of("p0")).toBeGreaterThan(of("p2"));
  expect(of("2026-10")).toBeGreaterThan(of("2026-11"));

  const several = schemaWith({
    ...{ type: "several", required: false, options: ["x", "y"].map((value) => ({ value, label: value })) },
  });
  const topics = agreement(several, [
    [{ answer: ["x"] }, { answer: ["x", "y"] }],
    [{ answer: ["y"] }, { answer: ["y"] }],
    [{}, { answer: ["x"] }],
  ]);
  expect(find(topics, "alpha", "x")).toMatchObject({ n: 3, of: { kind: "label" } });
  expect(find(topics, "alpha", "y")?.n).toBe(3);
});

describe("aggregated answers", () => {
  const answered = (given: Record<string, TaskAnswer>[]): AnsweredItem[] =>
    given.map((answers, item) => ({
      ...{ id: `i${item}`, fields: { text }, accepted: null, suggested: null, isSuggestionShown: false },
      given: Object.entries(answers).map(([by, answer]) => ({ by, at: "2026-11-01T00:00:00Z", answer, version: 1 })),
    }));
  const reportOf = (schema: TaskSchema, given: Record<string, TaskAnswer>[]) => {
    const fold = foldAnswers(schema);
    fold.add(answered(given));
    return fold.finish();
  };

  it("decide each option of a set separately, and none where one of them is a tie", () => {
    const topics = schemaWith({
      ...{ type: "several", required: false, options: ["x", "y", "z"].map((value) => ({ value, label: value })) },
    });
    const set = (...values: string[]) => ({ answer: values });
    const report = reportOf(topics, [
      { a: set("x", "y"), b: set("x", "z"), c: set("x") },
      { a: set("y"), b: set("y"), c: set("y", "z") },
      { a: set("x"), b: {}, c: {} },
      { a: set("z"), b: set() },
    ]);
    expect(report.aggregated.map(({ answers }) => answers.answer?.majority)).toEqual(['["x"]', '["y"]', "[]", null]);
    const random = seededRandom("sets");
    const truths = Array.from({ length: 60 }, () => ["x", "y", "z"].filter(() => random.next() < 0.4));
    const seen = (truth: readonly string[], error: number) =>
      set(...["x", "y", "z"].filter((option) => truth.includes(option) !== random.next() < error));
    const many = reportOf(
      topics,
      truths.map((truth) => ({ a: seen(truth, 0.05), b: seen(truth, 0.05), c: seen(truth, 0.1) })),
    );
    for (const method of answerMethods) {
      const right = many.aggregated.filter(
        ({ answers }, item) => answers.answer?.[method] === JSON.stringify(truths[item]),
      );
      expect([method, right.length > 50]).toEqual([method, true]);
    }
  });

  it("of spans are what at least half of the people marked, as spans again, and are readable in the list of disputed items", () => {
    const schema = taskSchemaSchema.parse(entities.document);
    const span = (id: string, start: number, end: number, label: string) => ({ id, start, end, label });
    const marks = (...spans: object[]) => ({ entities: spans }) as unknown as TaskAnswer;
    const report = reportOf(schema, [
      {
        a: marks(span("q", 0, 4, "PER"), span("r", 18, 24, "LOC")),
        b: marks(span("s", 0, 4, "PER")),
        c: marks(span("t", 0, 4, "PER"), span("u", 9, 14, "PER")),
      },
    ]);
    const [item] = report.aggregated;
    expect(toAggregatedAnswers(schema, item?.answers ?? {}).entities).toEqual({
      majority: [{ id: "s1", start: 0, end: 4, label: "PER" }],
      weighted: null,
      "dawid-skene": null,
      mace: null,
    });
    expect(report).toMatchObject({ differing: 1, disputed: [{ id: "i0", different: 3 }] });
    expect(report.disputed[0]?.answers.entities?.majority).toContain("“Anna”");
  });
});

it("has every measure for all answers, by label, by person and by month", () => {
  const options = ["x", "y"].map((value) => ({ value, label: value.toUpperCase() }));
  const choice = schemaWith({ type: "choice", options });
  const rows = ["xxx", "xxy", "yyy", "yxy", "yyx", "xxx"].map((row) => [...row].map((answer) => ({ answer })));
  const month = (item: number) => (item < 3 ? "2026-10-01" : "2026-11-01");
  const three = agreement(choice, rows, month);
  const measuresOf = (results: readonly AnswerAgreement[], name: string | null) =>
    results.flatMap(({ measure, of }) => ((of?.name ?? null) === name ? [measure] : []));
  for (const name of [null, "X", "Y", "2026-10", "2026-11"])
    expect([name, measuresOf(three, name)]).toEqual([name, ["percent", "fleiss-kappa", "alpha"]]);
  for (const name of ["p0", "p1", "p2"]) expect(measuresOf(three, name)).toEqual(["percent", "kappa", "alpha"]);
  expect(
    measuresOf(
      agreement(
        choice,
        rows.map((row) => row.slice(0, 2)),
      ),
      null,
    ),
  ).toContain("kappa");
  const labels = agreement(taskSchemaSchema.parse(entities.document), [
    [{ entities: [{ id: "1", start: 0, end: 4, label: "PER" }] }, { entities: [] }],
    [{ entities: [] }, { entities: [] }],
  ] as unknown as TaskAnswer[][]);
  // One of ten tokens differs: the observed disagreement is 2/20, of 20 values 1 is a person.
  expect(find(labels, "token-alpha")?.value).toBeCloseTo(1 - (19 * 2) / (20 * 20 - 19 * 19 - 1), 12);
  expect(labels.filter(({ of }) => of?.kind === "label").map(({ measure }) => measure)).toContain("token-alpha");
});
