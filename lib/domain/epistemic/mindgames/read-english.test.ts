import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyProblem } from "../testing/arbitrary-problems.ts";
import { mismatches, releasedRows } from "../testing/fixture-rows.ts";
import { agentName, formatContradictionCheck, formatProblem } from "./formula-text.ts";
import type { Problem } from "./problem.ts";
import { namesIn, readProblem } from "./read-english.ts";
import { readFormalProblem } from "./read-formula.ts";
import { hypothesisText, premiseText } from "./verbalize.ts";

const names = ["Ann", "Bob"];
const opening = "There are two persons. Everyone is visible to others.";
const someone = "It is publicly announced that someone is thirsty.";

describe("English of MindGames", () => {
  it("reads back to the problem that was said, whatever the problem", () => {
    fc.assert(
      fc.property(anyProblem, (problem) => {
        const result = readProblem(premiseText(problem), hypothesisText(problem), problem.names);
        expect(result).toEqual({ ok: true, problem });
      }),
      { numRuns: 2000 },
    );
  });

  it("is the released text again, byte for byte, when a released text is read and said", () => {
    for (const row of releasedRows) {
      const problem = requireProblem(readProblem(row.premise, row.hypothesis, row.names));
      expect([premiseText(problem), hypothesisText(problem)]).toEqual([row.premise, row.hypothesis]);
    }
  });

  it("is what the released formula says, byte for byte, but for the rows with moved observations", () => {
    const differing = releasedRows.filter((row) => {
      const problem = requireProblem(readFormalProblem(row.smcdel_problem, row.names, row.setup));
      expect(hypothesisText(problem)).toBe(row.hypothesis);
      return premiseText(problem) !== row.premise;
    });
    expect(differing.map(({ index }) => index).sort()).toEqual([...mismatches.keys()].sort());
  });

  it("gives the observations that were worked out by hand for the rows with moved observations", () => {
    for (const row of releasedRows) {
      const mismatch = mismatches.get(row.index!);
      if (mismatch === undefined) continue;
      expect(seenIn(requireProblem(readProblem(row.premise, row.hypothesis, row.names)))).toEqual(
        mismatch.observation_in_text,
      );
      expect(seenIn(requireProblem(readFormalProblem(row.smcdel_problem, row.names, row.setup)))).toEqual(
        mismatch.observation_in_smcdel,
      );
    }
  });

  it("finds the persons whom a text names", () => {
    for (const row of releasedRows) {
      const found = namesIn(row.premise, row.hypothesis);
      const named = row.names.filter((name) => `${row.premise} ${row.hypothesis}`.includes(name));
      expect([...found].sort()).toEqual([...named].sort());
    }
  });

  it.each([
    [
      "There are three persons. Everyone is visible to others.",
      "Ann can now know that Bob is thirsty.",
      /should come first/,
    ],
    [
      "There are two persons. Nobody is visible to others.",
      "Ann can now know that Bob is thirsty.",
      /should come second/,
    ],
    [`${opening} ${someone}`, "Ann can now know that Eve is thirsty.", /no hypothesis/],
    [`${opening} ${someone}`, "Ann can know that Bob is thirsty.", /no hypothesis/],
    [`${opening} ${someone}`, "Ann can now know that Bob is thirsty", /no hypothesis/],
    [
      `${opening} It is rumoured that someone is thirsty.`,
      "Ann can now know that Bob is thirsty.",
      /announces nothing/,
    ],
    [
      `${opening} It is publicly announced that someone sleeps.`,
      "Ann can now know that Bob is thirsty.",
      /not understood/,
    ],
    [`${opening} ${someone}`, "Ann can now know that Bob picked a red card.", /about thirst and about cards/],
    [
      `${opening} There is a mirror in the room. ${someone}`,
      "Ann can now know that Bob is thirsty.",
      /about thirst and about mud/,
    ],
    [
      `${opening} It is publicly announced that someone picked a red card.`,
      "Ann can now know that Bob picked a red card.",
      /never dealt/,
    ],
    [
      `${opening} Each person draws a card, face unrevealed (red or black). Eve's card is shown to Ann.`,
      "Ann can now know that Bob picked a red card.",
      /stranger/,
    ],
  ])("is refused with a reason: %s %s", (premise, hypothesis, reason) => {
    const result = readProblem(premise, hypothesis, names);
    expect(result).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
  });

  it("is refused for names that cannot be distinguished", () => {
    expect(readProblem("", "", ["Ann", "Ann"])).toMatchObject({ ok: false, reason: "the name Ann is given twice" });
    expect(readProblem("", "", ["Ann"])).toMatchObject({ ok: false });
  });

  it("allows cards to be shown in any order", () => {
    const cards = "Each person draws a card, face unrevealed (red or black).";
    const premise = `${opening} ${cards} Ann's card is shown to Bob. Bob's card is shown to Ann.`;
    const problem = requireProblem(readProblem(premise, "Ann can now know that Bob picked a red card.", names));
    expect(problem.sees).toEqual([
      [false, true],
      [true, false],
    ]);
  });
});

describe("formal text of MindGames", () => {
  it("reads back to the problem that was written, whatever the problem", () => {
    fc.assert(
      fc.property(anyProblem, (problem) => {
        expect(readFormalProblem(formatProblem(problem), problem.names, problem.setup)).toEqual({ ok: true, problem });
      }),
      { numRuns: 2000 },
    );
  });

  it("is the released formula again, sign for sign, where everybody sees something", () => {
    for (const row of releasedRows) {
      const problem = requireProblem(readFormalProblem(row.smcdel_problem, row.names, row.setup));
      if (problem.sees.some((seen) => !seen.includes(true))) continue;
      expect([formatProblem(problem), formatContradictionCheck(problem)]).toEqual([row.smcdel_problem, row.pbcheck]);
    }
  });

  it("gives persons who see nothing an atom that the law fixes", () => {
    const problem: Problem = {
      setup: "explicit",
      names: ["Ann", "Bob", "Cem"],
      sees: [
        [false, false, false],
        [true, false, true],
        [false, false, false],
      ],
      announcements: [],
      hypothesis: { kind: "fact", subject: 0, negated: false },
    };
    expect(formatProblem(problem)).toBe("VARS 1,2,3,4 LAW ~(4) OBS Agenta:4 Agentb:1,3 Agentc:4 VALID? 1");
  });

  it.each([
    ["VARS 1,2 LAW 1 OBS Agenta:1 VALID? 1", "LAW is neither Top nor a list of false atoms"],
    ["VARS 1,2 LAW ~1 OBS Agenta:1 VALID? 1", "LAW fixes atom 1"],
    ["VARS 1,2,3 LAW Top OBS Agenta:1 VALID? 1", "atom 3 belongs to no person"],
    ["VARS 1 LAW Top OBS Agenta:1 VALID? 1", "VARS has no atom 2 for Agentb"],
    ["VARS 1,2 LAW Top OBS Agentc:1 VALID? 1", "agent Agentc is none of the persons"],
    ["VARS 1,2 LAW Top OBS Agenta:1 WHERE? 1", "it is not one VALID? query"],
    ["VARS 1,2 LAW Top OBS Agenta:1 VALID? < ! 1 > 2", "it has an announcement that is not of the form [ ! F ]"],
    ["VARS 1,2 LAW Top OBS Agenta:1 VALID? ~ ~ 1", "it has a double negation"],
    ["VARS 1,2 LAW Top OBS Agenta:1 VALID? 1 -> 2", 'it uses "implies"'],
    ["VARS 1,2 LAW Top OBS Agenta:1 VALID? 1 | 1", "it joins facts, though not those of all persons"],
    ["VARS 1,2 LAW Top OBS Agenta:1 VALID?", "it is no SMCDEL text (parse error at line 1, column 1)"],
  ])("is refused with a reason: %s", (text, reason) => {
    expect(readFormalProblem(text, names, "internal")).toEqual({ ok: false, reason });
  });
});

function requireProblem(result: ReturnType<typeof readProblem>): Problem {
  if (!result.ok) throw new Error(result.reason);
  return result.problem;
}

function seenIn({ sees }: Problem): Record<string, number[]> {
  return Object.fromEntries(
    sees.map((row, person) => [agentName(person), row.flatMap((value, other) => (value ? [other + 1] : []))]),
  );
}
