import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Problem } from "../mindgames/problem.ts";
import { readPastedEnglish } from "../mindgames/read-pasted.ts";
import { anyProblem } from "../testing/arbitrary-problems.ts";
import { explainProblem } from "./explain-problem.ts";
import { describeObservation } from "./observations.ts";
import { createStepViews, joinWithAnd, worldName } from "./step-view.ts";

const children =
  "There are two persons. Everyone is visible to others. It is publicly announced that someone's forehead is muddy. It is publicly announced that Ann does not know whether Ann's forehead is muddy.";

describe("the pictures of a problem", () => {
  it("are the start, each announcement and the hypothesis", () => {
    const views = viewsOf(problemOf(children, "Ann can now know that Ann's forehead is muddy."));
    expect(views.map(({ kind, title }) => [kind, title])).toEqual([
      ["start", "Before the first announcement"],
      ["announcement", "Announcement 1 of 2"],
      ["announcement", "Announcement 2 of 2"],
      ["hypothesis", "The hypothesis"],
    ]);
    expect(views[1]!.worlds.map(({ state }) => state)).toEqual(["leaving", "possible", "possible", "possible"]);
    expect(views[2]!.worlds.map(({ state, ruledOutAt }) => [state, ruledOutAt])).toEqual([
      ["gone", 1],
      ["leaving", 2],
      ["possible", null],
      ["possible", null],
    ]);
    expect(views[2]!.summary).toBe("2 worlds are left of 3. This rules out world 2 (only Ann is muddy).");
    expect(views[2]!.leavingLinks).toEqual([{ from: 1, to: 3, persons: [1] }]);
    expect(views[3]!.worlds.map(({ state, verdict }) => [state, verdict])).toEqual([
      ["gone", null],
      ["gone", null],
      ["possible", false],
      ["possible", false],
    ]);
  });

  it("say that an announcement that everybody knew rules out nothing", () => {
    const again = `${children} It is publicly announced that someone's forehead is muddy.`;
    const views = viewsOf(problemOf(again, "Ann can now know whether Bob's forehead is muddy."));
    expect(views[3]!.summary).toBe("2 worlds are left: this rules out none, because it is true in all of them.");
  });

  it("show each world once, and links between possible worlds only", () => {
    fc.assert(
      fc.property(anyProblem, (problem) => {
        for (const { worlds, links, leavingLinks, reasons, kind } of viewsOf(problem)) {
          const possible = new Set(worlds.filter(({ state }) => state === "possible").map(({ number }) => number));
          expect(links.every(({ from, to }) => possible.has(from) && possible.has(to))).toBe(true);
          expect(leavingLinks.every(({ from, to }) => !possible.has(from) || !possible.has(to))).toBe(true);
          expect(worlds.every(({ state, ruledOutAt }) => (state === "possible") === (ruledOutAt === null))).toBe(true);
          const leaving = worlds.filter(({ state }) => state === "leaving").length;
          expect(reasons).toHaveLength(kind === "hypothesis" ? possible.size : leaving);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("put what speaks against the hypothesis first", () => {
    const views = viewsOf(
      problemOf(
        "There are two persons. Everyone is visible to others. It is publicly announced that someone is thirsty.",
        "Ann can now know whether Bob is thirsty.",
      ),
    );
    expect(views.at(-1)!.reasons.map(({ why }) => why.holds)).toEqual([false, false, true]);
  });
});

describe("what a person sees", () => {
  it("is said for every setup", () => {
    const base = { names: ["Ann", "Bob", "Cleo"] };
    const sees = (row: string) => [[...row].map((value) => value === "1")];
    expect(describeObservation({ ...base, setup: "forehead", sees: sees("011") }, 0)).toBe(
      "sees the forehead of Bob and Cleo",
    );
    expect(describeObservation({ ...base, setup: "internal", sees: sees("100") }, 0)).toBe("feels their own thirst");
    expect(describeObservation({ ...base, setup: "explicit", sees: sees("000") }, 0)).toBe("sees no card");
    expect(describeObservation({ ...base, setup: "explicit", sees: sees("101") }, 0)).toBe(
      "sees their own card and the card of Cleo",
    );
  });
});

describe("words", () => {
  it("count worlds from 1 and join lists", () => {
    expect(worldName(0)).toBe("World 1");
    expect([joinWithAnd([]), joinWithAnd(["a"]), joinWithAnd(["a", "b"]), joinWithAnd(["a", "b", "c"])]).toEqual([
      "",
      "a",
      "a and b",
      "a, b and c",
    ]);
  });
});

function problemOf(premise: string, hypothesis: string): Problem {
  const read = readPastedEnglish(premise, hypothesis);
  if (!read.ok) throw new Error(read.reason);
  return read.problem;
}

function viewsOf(problem: Problem) {
  const result = explainProblem(problem);
  if (!result.ok) throw new Error(result.reason);
  return createStepViews(result.explanation);
}
