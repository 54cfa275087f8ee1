import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import type { MindgamesRow } from "../mindgames/row.ts";
import { releasedRows } from "../testing/fixture-rows.ts";
import {
  drawHumanEvaluation,
  maxItemsPerSetup,
  paperHumanEvaluation,
  type RatedAnswer,
  reportHumanEvaluation,
} from "./human-evaluation.ts";
import { agreementOfRaters } from "./rater-agreement.ts";

describe("the paper's human evaluation", () => {
  const rows = releasedRows.slice(0, 200);
  const right = (row: MindgamesRow) => (row.label === "entailment" ? ("true" as const) : ("false" as const));

  it("draws 50 items per setup, half of them entailed, in random order", () => {
    const result = drawHumanEvaluation([...rows, ...rows], paperHumanEvaluation, seededRandom(1));
    if (!result.ok) throw new Error(result.shortages.join());
    expect(result.rows).toHaveLength(200);
    const counts = new Map<string, number>();
    for (const row of result.rows) counts.set(row["s-l"]!, (counts.get(row["s-l"]!) ?? 0) + 1);
    expect([...counts.values()]).toEqual(new Array(8).fill(25));
    expect(paperHumanEvaluation.raters).toBe(2);
  });

  it.each([0, 1, 7, 60, 111, 200])(
    "knows the most items per setup that the last rows from row %i on allow",
    (first) => {
      const some = rows.slice(first);
      const most = maxItemsPerSetup(some);
      const isPossible = (itemsPerSetup: number) =>
        drawHumanEvaluation(some, { ...paperHumanEvaluation, itemsPerSetup }, seededRandom(1)).ok;
      expect([isPossible(most), isPossible(most + 1)]).toEqual([true, false]);
    },
  );

  it("refuses a set that is too small and says what is missing", () => {
    const few = rows.filter(({ setup }) => setup !== "internal");
    expect(drawHumanEvaluation(few, paperHumanEvaluation, seededRandom(1))).toEqual({
      ok: false,
      reason: "tooFewRows",
      shortages: [
        "0 of 25 internal rows with the label entailment",
        "0 of 25 internal rows with the label not_entailment",
      ],
    });
  });

  it("slices errors by verb, depth, persons and announcements, with not enough information as a class of its own", () => {
    const answers = rows.flatMap((row, index): RatedAnswer[] => [
      { row, rater: "first", answer: right(row) },
      { row, rater: "second", answer: index === 0 ? "not enough information" : index === 1 ? null : right(row) },
    ]);
    const report = reportHumanEvaluation(answers);
    expect(report.all).toMatchObject({ n: 400, right: 398, wrong: 0, notEnoughInformation: 1, unparsed: 1 });
    expect(report.byRater.map(({ rater, counts }) => [rater, counts.accuracy])).toEqual([
      ["first", 1],
      ["second", 0.99],
    ]);
    expect(report.agreement).toMatchObject({ n: 199 });
    expect(Object.keys(report.slices)).toEqual(["setup", "verb", "hypothesis_depth", "n_agents", "n_announcements"]);
    expect(report.slices.verb.map(({ value }) => value)).toEqual(["that", "whether"]);
    for (const slices of Object.values(report.slices)) {
      expect(slices.reduce((sum, { counts }) => sum + counts.n, 0)).toBe(400);
    }
  });

  it("does not claim certainty where every answer is right", () => {
    const answers = rows.slice(0, 10).map((row) => ({ row, rater: "only", answer: right(row) }));
    const { all } = reportHumanEvaluation(answers);
    expect(all.accuracy).toBe(1);
    expect(all.low).toBeCloseTo(0.722, 3);
    expect(all.high).toBe(1);
  });

  it("has no accuracy without answers and no agreement for one rater", () => {
    expect(reportHumanEvaluation([])).toMatchObject({ all: { n: 0, accuracy: null, low: null }, agreement: null });
    expect(reportHumanEvaluation([{ row: rows[0]!, rater: "only", answer: "true" }]).agreement).toBeNull();
  });
});

describe("the agreement of raters", () => {
  const rows = releasedRows.slice(0, 4);
  const answersOf = (rater: string, answers: readonly RatedAnswer["answer"][]): RatedAnswer[] =>
    answers.map((answer, index) => ({ row: rows[index]!, rater, answer }));

  it("has kappa for two raters, percent and alpha for any number", () => {
    const two = [
      ...answersOf("a", ["true", "true", "false", "false"]),
      ...answersOf("b", ["true", "true", "false", "true"]),
    ];
    expect(agreementOfRaters(two)).toMatchObject({ raters: 2, items: 4, percent: 0.75, kappa: { n: 4, kappa: 0.5 } });
    const three = [...two, ...answersOf("c", ["true", null])];
    expect(agreementOfRaters(three)).toMatchObject({ raters: 3, items: 4, percent: 5 / 6, kappa: null });
    expect(agreementOfRaters(three).alpha).toBeGreaterThan(0);
  });

  it("does not exist without answers, for one rater, or where everybody says the same", () => {
    expect(agreementOfRaters([])).toEqual({ raters: 0, items: 0, percent: null, alpha: null, kappa: null });
    expect(agreementOfRaters(answersOf("a", ["true"]))).toMatchObject({ raters: 1, percent: null, kappa: null });
    const same = [...answersOf("a", ["true", "true"]), ...answersOf("b", ["true", "true"])];
    expect(agreementOfRaters(same)).toMatchObject({ percent: 1, alpha: null, kappa: { kappa: null } });
  });
});
