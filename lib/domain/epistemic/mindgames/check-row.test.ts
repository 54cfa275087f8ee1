import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyProblem } from "../testing/arbitrary-problems.ts";
import { mismatches, releasedRows } from "../testing/fixture-rows.ts";
import { NaiveStructure } from "../testing/naive-evaluator.ts";
import { checkLine, checkMindgamesRow } from "./check-row.ts";
import { agentName } from "./formula-text.ts";
import type { Problem } from "./problem.ts";
import { formatRow } from "./row.ts";
import { formulaOf, isContradictory, problemLabel } from "./solve.ts";

const sound = releasedRows.find(({ index }) => index === 20346)!;

describe("the check of a row", () => {
  it("reproduces every stored label from the formula, and from the text where the two agree", () => {
    for (const row of releasedRows) {
      const check = checkMindgamesRow(row);
      expect(check.label_by_formula).toBe(row.label);
      if (!mismatches.has(row.index!)) expect(check.label_by_text).toBe(row.label);
    }
  });

  it("says nothing against sound rows and gives their English again", () => {
    const rows = releasedRows.filter(({ index }) => !mismatches.has(index!));
    expect(rows).toHaveLength(190);
    for (const row of rows) {
      expect(checkMindgamesRow(row)).toMatchObject({
        index: row.index,
        text_matches_formula: true,
        text_contradictory: false,
        verbalized_premise: row.premise,
        verbalized_hypothesis: row.hypothesis,
        problems: [],
      });
    }
  });

  it("finds the moved observations of the released data by itself, and says what they are", () => {
    const found = releasedRows.filter((row) => checkMindgamesRow(row).text_matches_formula === false);
    expect(found.map(({ index }) => index).sort()).toEqual([...mismatches.keys()].sort());
    for (const row of found) {
      const check = checkMindgamesRow(row);
      const expected = mismatches.get(row.index!)!;
      expect(check.label_by_text).toBe(expected.label_if_text_is_taken_literally);
      expect(check.text_contradictory).toBe(expected.text_premise_contradictory);
      expect(check.problems.join()).toMatch(/rows are moved up past \w+, who sees nothing/);
    }
  });

  it.each([
    [
      "a wrong label",
      { label: "entailment", "s-l": "explicit-1" },
      /stored label is entailment, but the formula gives not_/,
    ],
    [
      "another hypothesis",
      { hypothesis: "David can now know that Gerald picked a red card." },
      /the hypothesis is "David knows that Gerald/,
    ],
    [
      "a lost announcement",
      { premise: sound.premise.replace(/ It is publicly announced that Gerald.*/, "") },
      /announcement 2 is missing in the text/,
    ],
    ["an unreadable text", { premise: "Once upon a time." }, /the text cannot be read/],
    [
      "another setup",
      { setup: "internal", "s-l": "internal-0" },
      /setup column says internal, but the text is explicit/,
    ],
    ["a formula with a syntax error", { smcdel_problem: "VARS 1,2 LAW Top" }, /syntax error at line 1, column 1/],
    ["a formula with a lexical error", { smcdel_problem: "VARS 1;2" }, /lexical error at line 1, column 7/],
    [
      "a formula about a stranger",
      { smcdel_problem: "VARS 1,2 LAW Top OBS Agenta:1 VALID? Agentb knows that 1" },
      /agents not in OBS/,
    ],
    [
      "a formula without English",
      { smcdel_problem: "VARS 1,2 LAW Top OBS Agenta:1 VALID? 1 -> 2" },
      /no English: it uses "implies"/,
    ],
    [
      "a formula that contradicts itself",
      { smcdel_problem: "VARS 1,2 LAW Top OBS Agenta:1 VALID? [ ! 1 ] [ ! ~(1) ] 2" },
      /formula contradicts itself/,
    ],
    ["a pbcheck of another problem", { pbcheck: "VARS 0,1 LAW Top OBS Agenta:1 VALID? Top" }, /pbcheck is valid/],
    ["a wrong number of persons", { n_agents: 3 }, /column n_agents says 3, but the row gives 2/],
    ["a wrong number of announcements", { n_announcements: 2 }, /column n_announcements says 2/],
    ["a wrong depth", { hypothesis_depth: 1 }, /column hypothesis_depth says 1/],
    ["a wrong s-l", { "s-l": "explicit-1" }, /column s-l says/],
    ["a name given twice", { names: ["Gerald", "Gerald"] }, /name Gerald is given twice/],
  ])("reports %s", (_, change, problem) => {
    expect(checkMindgamesRow(sound).problems).toEqual([]);
    expect(checkMindgamesRow({ ...sound, ...change }).problems.join("\n")).toMatch(problem);
  });

  it("finds a formula whose observations are not those of its setup", () => {
    const row = releasedRows.find(({ setup, n_agents }) => setup === "internal" && n_agents === 2)!;
    const check = checkMindgamesRow({ ...row, smcdel_problem: row.smcdel_problem.replace("Agentb:2", "Agentb:1,2") });
    expect(check).toMatchObject({ text_matches_formula: false, verbalized_premise: null });
    expect(check.problems.join()).toMatch(/observations are not those of the setup internal/);
  });

  it("answers a malformed row with nulls and the reason", () => {
    const nulls = {
      label_by_formula: null,
      label_by_text: null,
      text_matches_formula: null,
      text_contradictory: null,
      verbalized_premise: null,
      verbalized_hypothesis: null,
    };
    expect(checkLine("{")).toEqual({
      storedLabel: null,
      check: { index: null, ...nulls, problems: ["the line is not JSON"] },
    });
    expect(checkLine("[]").check).toMatchObject({ index: null, ...nulls });
    expect(checkLine("null").check).toMatchObject({ index: null, ...nulls });
    const { premise: _, ...rest } = sound;
    expect(checkMindgamesRow(rest)).toMatchObject({
      index: 20346,
      ...nulls,
      problems: [expect.stringMatching(/premise/)],
    });
    expect(checkMindgamesRow({ ...sound, label: "maybe" }).problems[0]).toMatch(/^the row is malformed: label/);
    expect(checkMindgamesRow({ ...sound, premise: "a\u0000b" }).problems[0]).toMatch(/NUL/);
  });

  it("finds nothing wrong with any problem that was written by our own hand", () => {
    fc.assert(
      fc.property(anyProblem, (problem) => {
        fc.pre(problem.announcements.length > 0 && problem.hypothesis.kind === "knows" && !isContradictory(problem));
        const row = formatRow(problem, problemLabel(problem), 1);
        expect(checkMindgamesRow(JSON.parse(JSON.stringify(row)))).toMatchObject({
          problems: [],
          text_matches_formula: true,
        });
      }),
    );
  });
});

describe("the label of a problem", () => {
  it("is what the naive evaluator says", () => {
    fc.assert(
      fc.property(anyProblem, (problem) => {
        fc.pre(problem.names.length <= 3);
        expect(problemLabel(problem)).toBe(naiveLabel(problem));
      }),
      { numRuns: 300 },
    );
  });
});

function naiveLabel(problem: Problem): string {
  const persons = problem.names.map((_, person) => person);
  const observed = new Map(
    persons.map((person) => [
      agentName(person),
      persons.filter((other) => problem.sees[person]![other]).map((other) => other + 1),
    ]),
  );
  const atoms = persons.map((person) => person + 1);
  let structure = new NaiveStructure(atoms, () => true, observed);
  for (const announcement of problem.announcements) {
    const before = structure;
    const surviving = new Set(
      before.states
        .filter((state) => before.holds(state, formulaOf(announcement, persons.length)))
        .map((state) => [...state].sort().join()),
    );
    structure = new NaiveStructure(atoms, (state) => surviving.has([...state].sort().join()), observed);
  }
  const isValid = structure.states.every((state) =>
    structure.holds(state, formulaOf(problem.hypothesis, persons.length)),
  );
  return isValid ? "entailment" : "not_entailment";
}
