import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { explainProblem } from "../explain/explain-problem.ts";
import { anyProblem } from "../testing/arbitrary-problems.ts";
import { addPerson, changeSetup, initialProblem, removePerson, renamePerson, setSees } from "./change-problem.ts";
import { observationsFitSetup } from "./formula-text.ts";
import { type Problem, setups } from "./problem.ts";
import { readPastedEnglish, toProblemQuery } from "./read-pasted.ts";

const isSound = (problem: Problem) => {
  const { premise, hypothesis } = toProblemQuery(problem);
  expect(observationsFitSetup(problem)).toBe(true);
  expect(readPastedEnglish(premise, hypothesis, problem.names)).toEqual({ ok: true, problem });
};

describe("a problem that is being changed", () => {
  it("stays a problem that can be said, whatever is changed", () => {
    fc.assert(
      fc.property(anyProblem, fc.constantFrom(...setups), (problem, setup) => {
        for (const changed of [changeSetup(problem, setup), addPerson(problem), removePerson(problem)])
          isSound(changed);
      }),
      { numRuns: 200 },
    );
  });

  it("has two to six persons", () => {
    let problem: Problem = initialProblem;
    expect(removePerson(problem)).toBe(problem);
    for (let more = 0; more < 6; more += 1) problem = addPerson(problem);
    expect(problem.names).toEqual(["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn"]);
    expect(explainProblem(problem).ok).toBe(true);
  });

  it("lets only cards be shown", () => {
    expect(setSees(initialProblem, 0, 0, true)).toBe(initialProblem);
    const cards = setSees(changeSetup(initialProblem, "explicit"), 0, 1, true);
    expect(cards.sees).toEqual([
      [true, true],
      [false, true],
    ]);
  });

  it("takes a name that is free and can stand in a sentence", () => {
    expect(renamePerson(initialProblem, 0, " Zoe ")?.names).toEqual(["Zoe", "Bob"]);
    for (const name of ["", " ", "Bob", "A. B", "A,B"]) expect(renamePerson(initialProblem, 0, name)).toBeNull();
  });
});
