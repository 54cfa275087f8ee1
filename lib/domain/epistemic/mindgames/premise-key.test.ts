import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom, shuffle } from "../../random.ts";
import { anyProblem } from "../testing/arbitrary-problems.ts";
import { premiseKey } from "./premise-key.ts";
import { fixedObservations, type Premise, type Statement } from "./problem.ts";

describe("the key of a premise", () => {
  it("stays when the persons are numbered otherwise", () => {
    fc.assert(
      fc.property(anyProblem, fc.string(), (problem, seed) => {
        const order = shuffle([...problem.names.keys()], seededRandom(seed));
        expect(premiseKey(renumbered(problem, order))).toBe(premiseKey(problem));
      }),
    );
  });

  it("tells apart what is announced, how many persons there are and who is shown which card", () => {
    const facts = (...subjects: number[]): Statement[] =>
      subjects.map((subject) => ({ kind: "fact", subject, negated: false }));
    const premises: Omit<Premise, "names">[] = [
      { setup: "internal", sees: fixedObservations("internal", 3)!, announcements: facts(0, 1) },
      { setup: "internal", sees: fixedObservations("internal", 3)!, announcements: facts(0, 0) },
      { setup: "internal", sees: fixedObservations("internal", 2)!, announcements: facts(0, 1) },
      { setup: "forehead", sees: fixedObservations("forehead", 2)!, announcements: facts(0, 1) },
      {
        setup: "explicit",
        sees: [
          [true, false],
          [false, true],
        ],
        announcements: facts(0),
      },
      {
        setup: "explicit",
        sees: [
          [true, true],
          [false, false],
        ],
        announcements: facts(0),
      },
      {
        setup: "explicit",
        sees: [
          [true, true],
          [false, false],
        ],
        announcements: facts(1),
      },
    ];
    expect(new Set(premises.map(premiseKey)).size).toBe(premises.length);
  });
});

function renumbered({ setup, sees, announcements }: Omit<Premise, "names">, order: number[]): Omit<Premise, "names"> {
  const change = (statement: Statement): Statement => {
    if (statement.kind === "knows") {
      return { ...statement, person: order.indexOf(statement.person), of: change(statement.of) };
    }
    return typeof statement.subject === "number"
      ? { ...statement, subject: order.indexOf(statement.subject) }
      : statement;
  };
  return {
    setup,
    sees: order.map((seer) => order.map((seen) => sees[seer]![seen]!)),
    announcements: announcements.map(change),
  };
}
