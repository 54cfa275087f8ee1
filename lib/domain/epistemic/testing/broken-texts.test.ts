import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../../words/testing/any-character.ts";
import { answerText } from "../logic/answer-text.ts";
import { checkLine } from "../mindgames/check-row.ts";
import { readProblem } from "../mindgames/read-english.ts";
import { releasedRows } from "./fixture-rows.ts";

const formulaWords =
  "VARS LAW OBS VALID? WHERE? TRUE? Top Bot ~ & | -> iff ( ) { } [ ] < > ! ?! , : 1 2 9007199254740993 ann bob K Kw comknow Forall OR XOR -- ∧ ¬"
    .split(" ")
    .concat("knows that", "knows whether", "comknow that", "\n", "\t");
const englishWords = [
  "There are two persons.",
  "Everyone is visible to others.",
  "It is publicly announced that",
  "Ann",
  "Bob's",
  "someone",
  "not everyone",
  "is thirsty.",
  "forehead is muddy.",
  "knows whether or not",
  "can now know",
  "\u0000",
];

function textOf(words: readonly string[]): fc.Arbitrary<string> {
  const word = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...words) },
    { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 3 }) },
  );
  return fc.array(word, { maxLength: 40 }).map((parts) => parts.join(" "));
}

describe("whatever a text is like", () => {
  it("the checker answers it or says where or why it does not", () => {
    const anything = fc.oneof(
      textOf(formulaWords),
      textOf(formulaWords).map((rest) => `VARS 1,2 LAW Top OBS ann:1 bob:2 VALID? ${rest}`),
    );
    fc.assert(
      fc.property(anything, (given) => {
        const answers = answerText(given);
        if (answers.status === "ok") for (const answer of answers.jobs()) expect(answer.job).toMatch(/\?$/);
        else if ("line" in answers) expect(Math.min(answers.line, answers.column)).toBeGreaterThan(0);
        else expect(answers.messages.length).toBeGreaterThan(0);
      }),
      { numRuns: 3_000 },
    );
  });

  it("the reader of English gives a problem or a reason", () => {
    const names = fc.array(fc.constantFrom("Ann", "Bob", "", "A.*", "__proto__"), { maxLength: 4 });
    fc.assert(
      fc.property(textOf(englishWords), textOf(englishWords), names, (premise, hypothesis, given) => {
        const read = readProblem(premise, hypothesis, given);
        if (!read.ok) expect(read.reason).not.toBe("");
      }),
      { numRuns: 2_000 },
    );
  });

  it("the check of a row with one field turned into anything says what is wrong or finds it sound", () => {
    const field = fc.constantFrom(...Object.keys(releasedRows[0]!));
    fc.assert(
      fc.property(fc.constantFrom(...releasedRows), field, fc.jsonValue(), (row, name, value) => {
        const { storedLabel, check } = checkLine(JSON.stringify({ ...row, [name]: value }));
        if (storedLabel === null) expect(check.problems).not.toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
