import { describe, expect, it } from "vitest";
import { jackknifeInterval } from "../../statistics/basics/jackknife.ts";
import type { TaskAnswer } from "../../tasks/answers/task-answer.ts";
import { type TaskSchema, taskFormat, taskSchemaSchema } from "../../tasks/schema/task-schema.ts";
import { entities } from "../../tasks/templates/span-tasks.ts";
import type { AnswerAgreement } from "./answer-agreement.ts";
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
    expect(find(agreement(schema, items), "span-f1", "LOC")?.value).toBeCloseTo((2 * 2) / 5, 12);
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
