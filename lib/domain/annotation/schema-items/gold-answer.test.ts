import { describe, expect, it } from "vitest";
import { formatTaskKey } from "../../items/key-words.ts";
import type { TaskAnswer } from "../../tasks/answers/task-answer.ts";
import type { TaskFields } from "../../tasks/schema/stimulus-field.ts";
import { type TaskSchemaDocument, taskSchemaSchema } from "../../tasks/schema/task-schema.ts";
import { likert } from "../../tasks/templates/comparison.ts";
import { startingTasks } from "../starting-tasks.ts";
import { answerQuality } from "./answer-quality.ts";
import {
  answerOfGold,
  compareWithGold,
  goldOfAnswer,
  isDecisive,
  matchesAskedGold,
  matchesGold,
  refuseGoldAnswer,
} from "./gold-answer.ts";

const document: TaskSchemaDocument = {
  format: "parallax-task/1",
  title: "Soup",
  stimulus: [{ name: "text", type: "text" }],
  answer: [
    {
      ...{ name: "tone", type: "choice", label: "Tone", scoring: { by: "key" } },
      options: ["calm", "glad", "angry"].map((value) => ({ value, label: value.toUpperCase() })),
    },
    { name: "degrees", type: "number", label: "Degrees", scoring: { by: "range" } },
    { name: "note", type: "text", label: "Note", required: false },
    {
      ...{ name: "words", type: "spans", label: "Words", in: "text", required: false },
      scoring: { by: "overlap", threshold: 0.5 },
    },
  ],
};
const schema = taskSchemaSchema.parse(document);
const fields: TaskFields = { text: "The soup was cold." };
const words = [{ id: "s1", start: 4, end: 8 }];
const answer: TaskAnswer = { tone: "angry", degrees: 12, note: "Really.", words };

describe("the keys of a gold item", () => {
  it("expect the entered answers, without questions that are not scored", () => {
    const gold = goldOfAnswer(schema, answer);
    expect(gold).toEqual({ tone: "angry", degrees: { minimum: 12, maximum: 12 }, words });
    expect(refuseGoldAnswer(schema, fields, gold)).toBeNull();
    expect(matchesGold(schema, answer, gold)).toBe(true);
    expect(answerOfGold(schema, gold)).toEqual({ tone: "angry", words });
  });

  it("are refused with the field where they do not fit, and where none tells right from wrong", () => {
    expect(refuseGoldAnswer(schema, fields, { tone: "sad" })).toMatchObject({ field: "gold.tone" });
    expect(refuseGoldAnswer(schema, fields, { note: "Really." })).toMatchObject({ field: "gold.note" });
    expect(refuseGoldAnswer(schema, fields, {})).toMatchObject({ field: "gold" });
    const unscored = taskSchemaSchema.parse(likert.document);
    expect(unscored.answer.some(isDecisive)).toBe(false);
  });

  it("are met by the scoring rules of the schema, and missed by an empty answer", () => {
    const gold = { tone: ["angry", "calm"], degrees: { minimum: 5, maximum: 15 } };
    expect(matchesGold(schema, { tone: "calm", degrees: 5 }, gold)).toBe(true);
    expect(matchesGold(schema, { tone: "calm", degrees: 16 }, gold)).toBe(false);
    expect(matchesGold(schema, {}, gold)).toBe(false);
    expect(compareWithGold(schema, fields, { tone: "glad", degrees: 9 }, { ...gold, words })).toEqual([
      { field: "tone", label: "Tone", given: "GLAD", expected: "ANGRY or CALM", isRight: false },
      { field: "degrees", label: "Degrees", given: "9", expected: "5 to 15", isRight: true },
      { field: "words", label: "Words", given: "nothing marked", expected: "“soup”", isRight: false },
    ]);
    expect(compareWithGold(schema, fields, { words }, { words: [] })).toMatchObject([
      { given: "“soup”", expected: "nothing marked" },
    ]);
    expect(formatTaskKey({ schema, fields }, { words: [] })).toBe("Words: nothing marked");
  });

  it("are not judged by answers that hide a question with a key, unless keys decide that it is not asked", () => {
    const [tone, degrees, ...others] = document.answer;
    const asked = (showIf: object) =>
      taskSchemaSchema.parse({ ...document, answer: [tone, { ...degrees, required: false, showIf }, ...others] });
    const byKey = asked({ field: "tone", equals: "angry" });
    const gold = { tone: ["angry", "calm"], degrees: { minimum: 5, maximum: 15 } };
    expect(matchesGold(byKey, { tone: "calm" }, gold)).toBe(true);
    expect(matchesGold(byKey, { tone: "angry" }, gold)).toBe(false);
    expect(matchesGold(byKey, { tone: "angry", degrees: 5 }, gold)).toBe(true);
    const { tone: _, ...onlyDegrees } = gold;
    expect(matchesGold(byKey, { tone: "calm" }, onlyDegrees)).toBeNull();
    // A practice counts the other questions, but not an item whose questions are all hidden.
    expect(matchesGold(byKey, { tone: "calm", words }, { ...onlyDegrees, words })).toBeNull();
    expect(matchesAskedGold(byKey, { tone: "calm", words }, { ...onlyDegrees, words })).toBe(true);
    expect(matchesAskedGold(byKey, { tone: "calm" }, onlyDegrees)).toBe(false);
    expect(matchesGold(byKey, { tone: "angry" }, onlyDegrees)).toBe(false);
    expect(matchesGold(byKey, { tone: "angry", words: [] }, { ...onlyDegrees, words })).toBe(false);
    expect(matchesGold(byKey, { tone: "calm", words: [] }, { ...onlyDegrees, words })).toBe(false);
    expect(matchesGold(byKey, { tone: "calm", words }, { ...onlyDegrees, words })).toBeNull();
    expect(compareWithGold(byKey, fields, { tone: "calm" }, onlyDegrees)).toMatchObject([
      { field: "degrees", label: "Degrees", given: "not asked", isRight: null },
    ]);
  });

  it("of every template's example answer are met by that answer", () => {
    for (const { document: task, example } of startingTasks) {
      const parsed = taskSchemaSchema.parse(task);
      const given = answerOfGold(parsed, example.gold);
      const gold = goldOfAnswer(parsed, given);
      if (Object.keys(gold).length > 0) expect(matchesGold(parsed, given, gold), parsed.title).toBe(true);
    }
  });
});

it("counts gold by person and week, without coded people and keys that a new version refuses", () => {
  const given = (by: string, tone: string, activeMs: number | null = 20_000) => ({
    ...{ by, at: "2026-11-25T10:00:00Z", version: 1, activeMs },
    answer: { tone, degrees: 10 },
  });
  const item = (id: string, gold: object | null, ...people: ReturnType<typeof given>[]) => ({
    ...{ id, fields, gold: gold as never, characters: 18, given: people },
    ...{ accepted: null, suggested: null, isSuggestionShown: false },
  });
  const { weeks, misses, people, pairs } = answerQuality(schema, [
    item("1", { tone: "glad" }, given("ann", "glad"), given("ben", "calm"), given("p1", "calm", null)),
    item("2", { tone: "sad" }, given("ann", "calm"), given("ben", "calm")),
    item("3", null, given("ann", "calm", 50)),
  ]);
  expect(
    weeks.map(({ userId, copies, gold, agreement }) => [userId, copies, gold.k, gold.n, agreement.k, agreement.n]),
  ).toEqual([
    ["ann", 3, 1, 1, 1, 2],
    ["ben", 2, 0, 1, 1, 2],
  ]);
  expect(misses).toMatchObject([{ id: "1", by: "ben", fields: [{ given: "CALM", expected: "GLAD", isRight: false }] }]);
  expect(people.map(({ userId, gold, agreement }) => [userId, gold.k, gold.n, agreement.k, agreement.n])).toEqual([
    ["ann", 1, 1, 1, 2],
    ["ben", 0, 1, 1, 2],
  ]);
  expect(pairs.map(({ left, right, agreement: { k, n } }) => [left, right, k, n])).toEqual([["ann", "ben", 1, 2]]);
});
