import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Item } from "../../items/item.ts";
import { formatTiedKey, parseTiedOptions, scoreOfKey, spreadTies } from "../../items/tied-answer.ts";
import { readModelAnswer } from "../../models/read-model-answer.ts";
import { buildCells } from "./cells.ts";
import { countVote, majorityScore, resultTiePolicies } from "./majority.ts";
import { noUnmatched } from "./study-results.ts";

const story = { title: "", genre: "", text: "A ferry left." };
const statement: Item = { kind: "true-false", story, text: "It left.", options: [] };
const options = ["true", "false"].map((value) => ({ value, label: value }));

/** One cell with a model that answered by log-probabilities, and tied people. */
function cellOf(answerKey: string, rightAnswers: string[], ties: (typeof resultTiePolicies)[number]) {
  const item = {
    id: "i",
    name: "i",
    version: 1,
    kind: "true-false",
    storyId: "s",
    storyTitle: "",
    text: "",
    attributes: {},
    options,
    rightAnswers,
    keyVersion: 1,
  };
  const answer = {
    seriesId: "m",
    itemId: "i",
    conditionId: "c",
    answerKey: null,
    repeats: 1,
    given: [{ answerKey, count: 1 }],
    unparsed: 0,
    parity: "verified" as const,
  };
  const [cell] = buildCells(
    {
      conditions: [{ id: "c", levels: {}, label: "" }],
      items: [item],
      counts: [
        { itemId: "i", conditionId: "c", answerKey: "true", count: 3 },
        { itemId: "i", conditionId: "c", answerKey: "false", count: 3 },
      ],
      series: [],
      answers: [answer],
      unmatched: noUnmatched,
    },
    ties,
  );
  return { people: cell!.majority, model: cell!.models.get("m")! };
}

describe("a tie of log-probabilities", () => {
  it("is read as one: both options in the word that tables count, the published answer beside it", () => {
    const tied = readModelAnswer(
      statement,
      {},
      { logprobs: { True: -1, False: -2, false: Math.log(Math.exp(-1) - Math.exp(-2)) } },
    );
    expect(tied).toMatchObject({
      answer: { choice: "false" },
      answerKey: formatTiedKey(["true", "false"]),
      from: "logprobs",
    });
    const plain = readModelAnswer(statement, {}, { logprobs: { True: -1, False: -1.1 } });
    expect(plain).toMatchObject({ answerKey: "true" });
  });

  it("counts like a tie of people, under every rule", () => {
    for (const ties of resultTiePolicies)
      for (const rightAnswers of [["true"], ["false"]]) {
        const { people, model } = cellOf(formatTiedKey(["true", "false"]), rightAnswers, ties);
        expect(model.majority, ties).toBe(people);
        expect(model.mean, ties).toBe(people);
        expect(model).toMatchObject({ repeats: 1, unparsed: 0, isRight: null });
      }
  });

  it("loses no answer and no credit, whatever stands beside it", () => {
    const word = fc.constantFrom("true", "false", formatTiedKey(["true", "false"]), formatTiedKey(["a", "b", "c"]));
    fc.assert(
      fc.property(
        fc.array(fc.record({ answerKey: word, count: fc.integer({ min: 1, max: 9 }) }), { maxLength: 6 }),
        (given) => {
          const total = given.reduce((sum, { count }) => sum + count, 0);
          expect([...spreadTies(given).values()].reduce((sum, count) => sum + count, 0)).toBeCloseTo(total, 9);
          for (const { answerKey } of given)
            expect(scoreOfKey(answerKey, ["true"]) + scoreOfKey(answerKey, ["false", "a", "b", "c"])).toBeCloseTo(
              1,
              12,
            );
        },
      ),
    );
    expect(parseTiedOptions("true")).toBeNull();
    expect(
      majorityScore(
        countVote(["true", "false"], spreadTies([{ answerKey: formatTiedKey(["false", "true"]), count: 2 }])),
        ["true"],
        "half",
      ),
    ).toBe(0.5);
  });
});
