import { describe, expect, it } from "vitest";
import { groupBy } from "../../../group-by.ts";
import { seededRandom } from "../../../random.ts";
import { answerText } from "../../logic/answer-text.ts";
import { checkMindgamesRow } from "../check-row.ts";
import { beliefOrder, personsIn, type Statement } from "../problem.ts";
import { readFormalProblem } from "../read-formula.ts";
import type { MindgamesRow } from "../row.ts";
import { isContradictory } from "../solve.ts";
import { drawHypothesis, drawPremise } from "./draw-problem.ts";
import { generateProblems } from "./generate.ts";
import { describeShortCell, type GeneratorResult } from "./generator-result.ts";
import { drawNames, mensNames, womensNames } from "./names.ts";
import { type GeneratorSettings, presets } from "./settings.ts";

describe("the generator", () => {
  it("fills the paper's preset: 400 problems per setup, half of each label, two or three persons", () => {
    const rows = generated(presets.paper, "paper");
    expect(countBy(rows, (row) => row["s-l"]!)).toEqual({
      "forehead-0": 200,
      "forehead-1": 200,
      "forehead_mirror-0": 200,
      "forehead_mirror-1": 200,
      "internal-0": 200,
      "internal-1": 200,
      "explicit-0": 200,
      "explicit-1": 200,
    });
    expect(Object.keys(countBy(rows, (row) => String(row.n_agents)))).toEqual(["2", "3"]);
    expect(rows.every((row) => row.n_announcements! <= row.n_agents!)).toBe(true);
    const text = rows.map((row) => row.premise + row.hypothesis).join(" ");
    for (const words of [
      "knows that",
      "does not know whether",
      "cannot now know whether",
      "is not thirsty",
      "not everyone",
    ]) {
      expect(text).toContain(words);
    }
  });

  it("comes near the released distribution with the released preset", () => {
    const rows = generated(presets.released, "released");
    expect(rows).toHaveLength(3728);
    const shares = (counts: Record<string, number>) =>
      Object.fromEntries(Object.entries(counts).map(([key, count]) => [key, count / rows.length]));
    near(shares(countBy(rows, (row) => String(row.n_agents))), { 2: 0.157, 3: 0.365, 4: 0.478 });
    near(shares(countBy(rows, (row) => String(row.n_announcements))), {
      0: 0.141,
      1: 0.432,
      2: 0.278,
      3: 0.101,
      4: 0.048,
    });
    near(shares(countBy(rows, (row) => String(row.hypothesis_depth))), { 0: 0.427, 1: 0.573 });
    for (const row of rows) {
      expect(row.hypothesis).toMatch(/can now know/);
      expect(row.premise).not.toMatch(/knows that/);
    }
  });

  it("writes rows that the check finds nothing wrong with, in the released columns", () => {
    const rows = generated({ ...presets.released, rowsPerSetup: 100 }, 3);
    for (const row of rows) {
      expect(Object.keys(row).join()).toBe(
        "premise,smcdel_problem,n_announcements,pbcheck,hypothesis,setup,hypothesis_depth,n_agents,label,names,index,s-l,deberta_pred,deberta_confidence,difficulty",
      );
      expect(checkMindgamesRow(row)).toMatchObject({
        problems: [],
        text_matches_formula: true,
        label_by_text: row.label,
      });
      expect(answerText(row.pbcheck!)).toMatchObject({ status: "ok" });
    }
    expect(new Set(rows.map(({ index }) => index)).size).toBe(rows.length);
  });

  it("gives an agent who sees nothing an atom that LAW fixes, and moves no other row", () => {
    const rows = generated({ ...presets.released, setups: ["explicit"], rowsPerSetup: 400 }, 4);
    const blind = rows.filter((row) => row.smcdel_problem.includes("LAW ~("));
    expect(blind.length).toBeGreaterThan(50);
    for (const row of rows) {
      const answers = answerText(row.smcdel_problem);
      expect(answers.status).toBe("ok");
      for (const [person, name] of row.names.entries()) {
        const shown = row.premise.match(new RegExp(`(\\w+)'s card is shown to ${name}\\.`, "g")) ?? [];
        const owners = shown.map((sentence) => row.names.indexOf(sentence.split("'")[0]!) + 1);
        const stated = new RegExp(`Agent${"abcd"[person]}:([\\d,]+)`).exec(row.smcdel_problem)![1]!;
        expect(stated).toBe(owners.length === 0 ? String(row.names.length + 1) : owners.join());
      }
    }
  });

  it("shares no premise between splits and repeats no problem, whatever the names", () => {
    const result = finished(
      {
        ...presets.released,
        rowsPerSetup: 300,
        splits: [
          ["train", 3],
          ["validation", 1],
          ["test", 1],
        ],
      },
      5,
    );
    if (!result.ok) throw new Error(result.reason);
    expect(result.splits.map(({ name, rows }) => [name, rows.length])).toEqual([
      ["train", 720],
      ["validation", 240],
      ["test", 240],
    ]);
    const splitOf = new Map<string, string>();
    const problems = new Set<string>();
    for (const { name, rows } of result.splits) {
      expect(new Set(Object.values(countBy(rows, (row) => row["s-l"]!))).size).toBe(1);
      for (const row of rows) {
        for (const premise of [`${row.setup} ${row.pbcheck}`, row.premise]) {
          expect(splitOf.get(premise) ?? name).toBe(name);
          splitOf.set(premise, name);
        }
        expect(problems.has(`${row.setup} ${row.smcdel_problem}`)).toBe(false);
        problems.add(`${row.setup} ${row.smcdel_problem}`);
      }
    }
  });

  it("gives the same rows for the same seed and others for another", () => {
    const settings: GeneratorSettings = { ...presets.paper, rowsPerSetup: 20 };
    expect(generated(settings, "a")).toEqual(generated(settings, "a"));
    expect(generated(settings, "a")).not.toEqual(generated(settings, "b"));
  });

  it("nests beliefs to any order and takes more persons", () => {
    const rows = generated(
      { ...presets.paper, setups: ["internal"], rowsPerSetup: 20, persons: [[7, 1]], depths: [[4, 1]] },
      6,
    );
    for (const row of rows) {
      expect(row.premise).toMatch(/^There are seven persons\./);
      const read = readFormalProblem(row.smcdel_problem, row.names, row.setup);
      if (!read.ok) throw new Error(read.reason);
      expect(beliefOrder(read.problem.hypothesis)).toBe(5);
      expect(row.hypothesis_depth).toBe(4);
      expect(checkMindgamesRow(row).problems).toEqual([]);
    }
  });

  it("never lets a person know about the same person's knowledge, and draws every knower alike", () => {
    const random = seededRandom("knowers");
    const settings: GeneratorSettings = { ...presets.paper, depths: [[2, 1]] };
    const counts: Record<string, number> = {};
    for (let round = 0; round < 6000; round += 1) {
      const knowers = knowersOf(drawHypothesis(3, settings, random));
      expect(knowers).toHaveLength(3);
      expect(knowers[0] !== knowers[1] && knowers[1] !== knowers[2]).toBe(true);
      counts[knowers.join()] = (counts[knowers.join()] ?? 0) + 1;
    }
    expect(Object.keys(counts)).toHaveLength(12);
    for (const count of Object.values(counts)) expect(Math.abs(count - 500)).toBeLessThan(120);
  });

  it("drops exactly the premises that entail an unused atom", () => {
    const random = seededRandom("contradictions");
    const rows = { true: 0, false: 0 };
    for (let round = 0; round < 400; round += 1) {
      const premise = {
        ...drawPremise({ setup: "forehead", persons: 3, announcements: 2 }, presets.released, random),
        names: [],
      };
      const expected = isContradictory(premise);
      rows[`${expected}`] += 1;
      const check = `VARS 0,1,2,3 LAW Top OBS Agenta:2,3 Agentb:1,3 Agentc:1,2 VALID? ${premise.announcements
        .map((one) => `[ ! ${formula(one)} ]`)
        .join(" ")} 0`;
      const answers = answerText(check);
      if (answers.status !== "ok") throw new Error(answers.status);
      expect([...answers.jobs()][0]).toMatchObject({ result: expected });
    }
    expect(Math.min(rows.true, rows.false)).toBeGreaterThan(50);
  });

  it("pairs premises for which one hypothesis has opposite labels, equally over the cells that the setup permits", () => {
    const result = finished({ ...presets.balanced, rowsPerSetup: { forehead: 96, explicit: 200 } }, "pairs");
    if (!result.ok) throw new Error(result.shortages.join("; "));
    const rows = result.splits.flatMap((split) => split.rows);
    expect(countBy(rows, ({ setup }) => setup)).toEqual({ forehead: 96, explicit: 200 });
    expect(result.shortCells.map(describeShortCell)).toEqual(
      [2, 3].flatMap((persons) =>
        [1, 2].map(
          (order) => `Muddy foreheads, ${persons} persons, 0 announcements after the first, order ${order}: none`,
        ),
      ),
    );
    const cells = countBy(rows, ({ setup, n_agents, n_announcements, hypothesis_depth }) =>
      [setup, n_agents, n_announcements, hypothesis_depth].join(),
    );
    const ofForehead = Object.entries(cells).filter(([cell]) => cell.startsWith("forehead"));
    expect(ofForehead).toHaveLength(2 * (2 + 3));
    for (const [, count] of ofForehead) expect([8, 10]).toContain(count);
    for (const pair of groupBy(rows, (row) => row.pair!).values()) {
      expect(pair).toHaveLength(2);
      expect(new Set(pair.map(({ hypothesis, names }) => hypothesis + names.join())).size).toBe(1);
      expect(new Set(pair.map(({ premise }) => premise)).size).toBe(2);
      expect(new Set(pair.map(({ label }) => label)).size).toBe(2);
    }
    for (const row of rows) expect(checkMindgamesRow(row)).toMatchObject({ problems: [], label_by_text: row.label });
  });

  it("keeps premises in one split and excluded problems out of pairs, and says when there are too few", () => {
    const settings: GeneratorSettings = {
      ...presets.balanced,
      setups: ["internal"],
      rowsPerSetup: 60,
      splits: [
        ["train", 2],
        ["test", 1],
      ],
    };
    const result = finished(settings, 8);
    if (!result.ok) throw new Error(result.reason);
    expect(result.splits.map(({ rows }) => rows.length)).toEqual([40, 20]);
    const [train, test] = result.splits.map(({ rows }) => new Set(rows.map(({ pbcheck }) => pbcheck)));
    expect([...test!].filter((premise) => train!.has(premise))).toEqual([]);
    const scarce = finished({ ...settings, persons: [[2, 1]], announcements: [[0, 1]] }, 8);
    expect(scarce).toMatchObject({
      ok: false,
      shortages: ["train: 0 of 40 internal problems in pairs", expect.any(String)],
    });
  });

  it("says which problems are too few when there are no more", () => {
    const result = finished(
      {
        ...presets.released,
        setups: ["forehead_mirror"],
        rowsPerSetup: 400,
        persons: [[2, 1]],
        announcements: [[0, 1]],
      },
      7,
    );
    expect(result).toMatchObject({ ok: false, reason: "tooFewProblems" });
    expect(!result.ok && result.shortages[0]).toMatch(
      /^test: \d+ of 200 forehead_mirror problems with the label entailment$/,
    );
  });

  it("refuses settings that are not possible", () => {
    expect(() => finished({ ...presets.paper, rowsPerSetup: 3 }, 0)).toThrow();
    expect(() => finished({ ...presets.paper, persons: [[21, 1]] }, 0)).toThrow();
    expect(() => finished({ ...presets.paper, announcedThat: 1.5 }, 0)).toThrow();
  });
});

describe("names", () => {
  it("are balanced, different and none the beginning of another", () => {
    const all = [...womensNames, ...mensNames];
    expect(womensNames.length).toBe(mensNames.length);
    expect(new Set(all).size).toBe(all.length);
    for (const name of all) {
      expect(name).toMatch(/^[A-Z][a-z]+$/);
      expect(all.filter((other) => other.startsWith(name))).toEqual([name]);
    }
  });

  it("are drawn half from women's, the odd one from either", () => {
    const random = seededRandom("names");
    const women = (names: string[]) => names.filter((name) => womensNames.includes(name)).length;
    for (let round = 0; round < 200; round += 1) {
      expect(women(drawNames(4, random))).toBe(2);
      expect(new Set(drawNames(20, random)).size).toBe(20);
    }
    const odd = Array.from({ length: 1000 }, () => women(drawNames(3, random)));
    expect(Math.abs(odd.filter((count) => count === 2).length - 500)).toBeLessThan(80);
    expect(() => drawNames(21, random)).toThrow(RangeError);
  });
});

function finished(settings: GeneratorSettings, seed: string | number): GeneratorResult {
  const generator = generateProblems(settings, seededRandom(seed));
  for (;;) {
    const step = generator.next();
    if (step.done) return step.value;
  }
}

function generated(settings: GeneratorSettings, seed: string | number): MindgamesRow[] {
  const result = finished(settings, seed);
  if (!result.ok) throw new Error(result.shortages.join("; "));
  return result.splits.flatMap(({ rows }) => rows);
}

function countBy<Member>(members: readonly Member[], keyOf: (member: Member) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const member of members) counts[keyOf(member)] = (counts[keyOf(member)] ?? 0) + 1;
  return counts;
}

function near(shares: Record<string, number>, expected: Record<string, number>): void {
  for (const [key, share] of Object.entries(expected)) expect(Math.abs((shares[key] ?? 0) - share)).toBeLessThan(0.04);
}

function knowersOf(statement: Statement): number[] {
  return statement.kind === "knows" ? [statement.person, ...knowersOf(statement.of)] : [];
}

/**
 * Reimplemented here from the counts of released forms, so that the test does not depend on the generator's own text.
 */
function formula(statement: Statement): string {
  if (statement.kind === "knows") {
    const knower = `Agent${"abc"[statement.person]}`;
    return `${statement.negated ? "~" : ""}(${knower} knows ${statement.mode} ${formula(statement.of)})`;
  }
  const [someone, everyone] = ["(1|2|3)", "(1&2&3)"];
  const quantified = { someone, everyone, nobody: `(~${someone})`, "not everyone": `(~${everyone})` };
  if (typeof statement.subject !== "number") return quantified[statement.subject];
  return `${statement.negated ? "~" : ""}(${personsIn(statement)[0]! + 1})`;
}
