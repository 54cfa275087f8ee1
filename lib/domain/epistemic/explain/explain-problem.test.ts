import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Problem } from "../mindgames/problem.ts";
import { readProblem } from "../mindgames/read-english.ts";
import { isContradictory, problemLabel } from "../mindgames/solve.ts";
import { anyProblem } from "../testing/arbitrary-problems.ts";
import { releasedRows } from "../testing/fixture-rows.ts";
import { type Explanation, explainProblem } from "./explain-problem.ts";
import type { StatementReason } from "./explain-statement.ts";

describe("the explanation of a problem", () => {
  it("comes to the checker's label, whatever the problem", () => {
    fc.assert(
      fc.property(anyProblem, (problem) => {
        const explanation = explain(problem);
        expect(explanation.label).toBe(problemLabel(problem));
        expect(explanation.contradictory).toBe(isContradictory(problem));
      }),
      { numRuns: 500 },
    );
  });

  it("comes to the label of every released text", () => {
    for (const row of releasedRows.slice(0, 200)) {
      const read = readProblem(row.premise, row.hypothesis, row.names);
      if (!read.ok) throw new Error(read.reason);
      expect(explain(read.problem).label).toBe(problemLabel(read.problem));
      expect(explain(read.problem).hypothesis).toBe(row.hypothesis);
    }
  });

  it("accounts for every world at every step, and divides the survivors among each person's groups", () => {
    fc.assert(
      fc.property(anyProblem, (problem) => {
        const { worlds, steps, names } = explain(problem);
        expect(worlds).toHaveLength(2 ** names.length);
        expect(steps).toHaveLength(problem.announcements.length + 1);
        for (const [index, { surviving, removed, partitions }] of steps.entries()) {
          const before = index === 0 ? worlds.map(({ number }) => number) : steps[index - 1]!.surviving;
          expect(sorted([...surviving, ...removed.map(({ world }) => world)])).toEqual(before);
          expect(removed.every(({ why }) => !why.holds)).toBe(true);
          expect(surviving).toEqual(worlds.filter(({ lastStep }) => lastStep >= index).map(({ number }) => number));
          for (const { groups } of partitions) expect(sorted(groups.flat())).toEqual(surviving);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("backs every claim with the worlds that decide it", () => {
    fc.assert(
      fc.property(anyProblem, (problem) => {
        for (const { why } of explain(problem).verdicts) checkReason(why);
      }),
      { numRuns: 300 },
    );
  });

  it("tells the muddy children in plain words", () => {
    const premise =
      "There are two persons. Everyone is visible to others. It is publicly announced that someone's forehead is muddy. It is publicly announced that Ann does not know whether Ann's forehead is muddy.";
    const read = readProblem(premise, "Bob can now know that Bob's forehead is muddy.", ["Ann", "Bob"]);
    if (!read.ok) throw new Error(read.reason);
    const { steps, verdicts, summary } = explain(read.problem);
    expect(steps.map(({ surviving }) => surviving)).toEqual([
      [0, 1, 2, 3],
      [1, 2, 3],
      [2, 3],
    ]);
    expect(steps[2]!.announcement).toBe("Ann does not know whether Ann's forehead is muddy.");
    expect(steps[2]!.removed[0]!.why.reason).toBe(
      `"Ann's forehead is muddy" is true in the only world that Ann considers possible.`,
    );
    expect(steps[2]!.partitions).toEqual([
      { person: 0, name: "Ann", groups: [[2, 3]] },
      { person: 1, name: "Bob", groups: [[2], [3]] },
    ]);
    expect(verdicts.map(({ world, holds }) => [world, holds])).toEqual([
      [2, true],
      [3, true],
    ]);
    expect(summary).toBe("The hypothesis follows: it is true in both worlds left by the announcements.");
  });

  it("finds two worlds that disagree for someone who does not know whether", () => {
    const premise =
      "There are two persons. Everyone is visible to others. It is publicly announced that someone is thirsty.";
    const read = readProblem(premise, "Ann can now know whether Bob is thirsty.", ["Ann", "Bob"]);
    if (!read.ok) throw new Error(read.reason);
    const { verdicts, summary, worlds } = explain(read.problem);
    expect(worlds.map(({ description }) => description)).toEqual([
      "nobody is thirsty",
      "only Ann is thirsty",
      "only Bob is thirsty",
      "everyone is thirsty",
    ]);
    expect(verdicts[0]!.why).toMatchObject({
      world: 1,
      holds: false,
      considered: [1, 3],
      reason: `"Bob is thirsty" is false here, but true where everyone is thirsty, which Ann cannot rule out.`,
      parts: [
        { world: 1, holds: false, reason: "Here only Ann is thirsty." },
        { world: 3, holds: true },
      ],
    });
    expect(summary).toBe(
      "The hypothesis does not follow: it is false in 2 of the 3 worlds left by the announcements, for example where only Ann is thirsty.",
    );
  });

  it("is plain data", () => {
    fc.assert(
      fc.property(anyProblem, (problem) => {
        const explanation = explain(problem);
        expect(JSON.parse(JSON.stringify(explanation))).toEqual(explanation);
      }),
      { numRuns: 50 },
    );
  });

  it("refuses more worlds than a picture can show", () => {
    const names = ["A", "B", "C", "D", "E", "F", "G"];
    const sees = names.map(() => names.map(() => true));
    const hypothesis = { kind: "fact", subject: 0, negated: false } as const;
    expect(explainProblem({ setup: "explicit", names, sees, announcements: [], hypothesis })).toEqual({
      ok: false,
      reason: "tooManyWorlds",
    });
  });

  it("stays small for deeply nested knowledge", () => {
    const names = ["A", "B", "C", "D", "E", "F"];
    let hypothesis: Problem["hypothesis"] = { kind: "fact", subject: "someone", negated: false };
    for (let depth = 0; depth < 10; depth += 1) {
      hypothesis = { kind: "knows", person: depth % 6, mode: "whether", negated: false, of: hypothesis };
    }
    const sees = names.map((_, seer) => names.map((_name, seen) => seer === seen));
    expect(explain({ setup: "internal", names, sees, announcements: [], hypothesis }).verdicts).toHaveLength(64);
  });
});

/** The parts of a reason must match the statement: agreement, a counterexample or two worlds that disagree. */
function checkReason(why: StatementReason): void {
  for (const part of why.parts) {
    expect(why.considered).toContain(part.world);
    checkReason(part);
  }
  if (why.person === null) return;
  expect(why.considered).toContain(why.world);
  expect(why.parts.length).toBeGreaterThan(0);
  if (why.parts.length === 2) expect(why.parts[0]!.holds).not.toBe(why.parts[1]!.holds);
}

function explain(problem: Problem): Explanation {
  const result = explainProblem(problem);
  if (!result.ok) throw new Error(result.reason);
  return result.explanation;
}

function sorted(numbers: number[]): number[] {
  return numbers.sort((left, right) => left - right);
}
