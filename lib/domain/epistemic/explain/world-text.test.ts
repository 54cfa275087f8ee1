import { describe, expect, it } from "vitest";
import type { Problem } from "../mindgames/problem.ts";
import { explainProblem } from "./explain-problem.ts";
import { createStepViews } from "./step-view.ts";
import { describeWorldAtStep } from "./world-text.ts";

// Two muddy children: someone is muddy, Ann does not know whether she is; then Bob knows that he is.
const problem: Problem = {
  setup: "forehead",
  names: ["Ann", "Bob"],
  sees: [
    [false, true],
    [true, false],
  ],
  announcements: [
    { kind: "fact", subject: "someone", negated: false },
    { kind: "knows", person: 0, mode: "whether", negated: true, of: { kind: "fact", subject: 0, negated: false } },
  ],
  hypothesis: {
    kind: "knows",
    person: 1,
    mode: "that",
    negated: false,
    of: { kind: "fact", subject: 1, negated: false },
  },
};

describe("a world in words", () => {
  const result = explainProblem(problem);
  if (!result.ok) throw new Error(result.reason);
  const { explanation } = result;
  const views = createStepViews(explanation);
  const textAt = (step: number, world: number) => describeWorldAtStep(explanation, views[step]!, step, world);

  it("says who could not tell it from which others", () => {
    expect(textAt(0, 1)).toBe(
      "World 2: only Ann is muddy. Possible. Ann cannot rule out world 1. Bob cannot rule out world 4.",
    );
  });

  it("says why an announcement rules it out, and how it was before", () => {
    expect(textAt(2, 1)).toContain("World 2: only Ann is muddy. Ruled out by this announcement.");
    expect(textAt(2, 1)).toContain("Before it: Ann knows that this is the world. Bob cannot rule out world 4.");
    expect(textAt(2, 0)).toBe("World 1: nobody is muddy. Ruled out by announcement 1. Here nobody is muddy.");
  });

  it("says at last whether the hypothesis holds there, and why", () => {
    expect(textAt(3, 3)).toBe(
      'World 4: everyone is muddy. Possible; the hypothesis is true here. "Bob\'s forehead is muddy" is true in the only world that Bob considers possible. Ann cannot rule out world 3. Bob knows that this is the world.',
    );
  });
});
