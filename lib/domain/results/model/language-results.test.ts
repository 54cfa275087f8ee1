import { expect, it } from "vitest";
import { scoreLanguage } from "./language-results.ts";

const scored = new Map(
  ["one", "two", "open"].map((id) => [id, { story: id, rightKeys: id === "open" ? null : ["true"], attributes: {} }]),
);
const head = { language: "de", isOwn: false, items: 3 };
const people = { answers: 12, people: 12, readTranslated: 12 };
const count = (item: string, answerKey: string, times: number) => ({ item, condition: "c", answerKey, count: times });

it("scores people's answers by the keys of the originals, and leaves out what no key decides", () => {
  const counts = [count("one", "true", 4), count("two", "true", 3), count("two", "false", 1), count("open", "x", 4)];
  expect(scoreLanguage(head, { ...people, counts }, [], scored)).toMatchObject({
    ...head,
    ...people,
    accuracy: { correct: 7, n: 8, value: 7 / 8 },
    models: [],
  });
});

it("scores each model by what it answered to people's stimulus; what could not be read is wrong", () => {
  const said = (model: string, answerKey: string | null, parity: "verified" | "mismatch" | "unverified") => ({
    model,
    item: "one",
    condition: "c",
    answerKey,
    parity,
    count: 1,
  });
  const predictions = [
    said("m10", "true", "verified"),
    said("m10", "true", "mismatch"),
    said("m10", null, "unverified"),
    said("m2", "false", "mismatch"),
  ];
  const { models, accuracy } = scoreLanguage(head, { ...people, counts: [] }, predictions, scored);
  expect(models.map(({ model }) => model)).toEqual(["m2", "m10"]);
  expect(models[0]?.accuracy).toMatchObject({ n: 0, value: null, reason: "There are no answers." });
  expect(models[1]).toMatchObject({
    parity: { verified: 1, mismatch: 1, unverified: 1 },
    accuracy: { correct: 1, n: 2, value: 0.5 },
  });
  expect(accuracy.value).toBeNull();
});
