import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { generateProblems } from "../mindgames/generate/generate.ts";
import { type GeneratorSettings, presets } from "../mindgames/generate/settings.ts";
import { problemKey } from "../mindgames/premise-key.ts";
import { readFormalProblem } from "../mindgames/read-formula.ts";
import type { MindgamesRow } from "../mindgames/row.ts";
import { releasedRows } from "../testing/fixture-rows.ts";
import { foldArtefacts, reportArtefacts } from "./artefact-report.ts";
import { baselines } from "./baselines.ts";
import { crossValidate } from "./cross-validate.ts";
import { assignFolds } from "./grouped-folds.ts";
import { fitLogisticRegression, predictProbability } from "./logistic-regression.ts";
import { learnTfidf, type SparseRow, toTfidfRow } from "./tfidf.ts";
import { generateTrainingSet } from "./training-set.ts";

describe("TF-IDF", () => {
  it("weighs a token by its rarity and scales every document to length 1", () => {
    const model = learnTfidf([["a", "b", "a"], ["a", "c"], ["a"]]);
    const weight = (token: string) => model.weights[model.featureOf.get(token)!];
    expect(weight("a")).toBeCloseTo(1, 12);
    expect(weight("b")).toBeCloseTo(Math.log(4 / 2) + 1, 12);
    const row = toTfidfRow(model, ["c", "a", "a", "unheard"]);
    const length = Math.hypot(2, Math.log(2) + 1);
    expect([...row.features]).toEqual([0, 2]);
    expect(row.values[0]).toBeCloseTo(2 / length, 12);
    expect(row.values[1]).toBeCloseTo((Math.log(2) + 1) / length, 12);
  });

  it("makes an empty row of a document without known tokens", () => {
    expect(toTfidfRow(learnTfidf([["a"]]), ["b"]).features).toHaveLength(0);
  });
});

describe("logistic regression", () => {
  const dense = (values: number[]): SparseRow => ({
    features: Int32Array.from(values.keys()),
    values: Float64Array.from(values),
  });

  it("finds the point where the gradient of the penalised loss vanishes", () => {
    const example = fc.tuple(
      fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 3, maxLength: 3 }),
      fc.boolean(),
    );
    fc.assert(
      fc.property(fc.array(example, { minLength: 4, maxLength: 40 }), fc.constantFrom(0.1, 1, 10), (examples, cost) => {
        const labels = examples.map(([, label]) => label);
        fc.pre(labels.includes(true) && labels.includes(false));
        const rows = examples.map(([values]) => dense(values));
        const model = fitLogisticRegression(rows, labels, 3, cost);
        const residuals = rows.map((row, index) => predictProbability(model, row) - Number(labels[index]));
        for (let feature = 0; feature < 3; feature += 1) {
          const gradient = rows.reduce((sum, row, index) => sum + cost * residuals[index]! * row.values[feature]!, 0);
          expect(Math.abs(gradient + model.weights[feature]!)).toBeLessThan(1e-4 * (1 + examples.length * cost));
        }
        expect(Math.abs(residuals.reduce((sum, residual) => sum + residual, 0))).toBeLessThan(
          1e-4 * (1 + examples.length),
        );
      }),
    );
  });

  it("solves w = 2 / (1 + exp(w)) for two opposite examples", () => {
    const { weights } = fitLogisticRegression([dense([1]), dense([-1])], [true, false], 1);
    expect(weights[0]).toBeCloseTo(2 / (1 + Math.exp(weights[0]!)), 6);
    expect(weights[1]).toBeCloseTo(0, 9);
  });

  it("predicts the only label there is", () => {
    const model = fitLogisticRegression([dense([1]), dense([2])], [true, true], 1);
    expect(predictProbability(model, dense([0]))).toBeGreaterThan(0.9);
  });

  it("refuses nothing and unequal lists", () => {
    expect(() => fitLogisticRegression([], [], 1)).toThrow(RangeError);
    expect(() => fitLogisticRegression([dense([1])], [], 1)).toThrow(RangeError);
  });
});

describe("grouped folds", () => {
  it("keep every group in one fold and the folds about equally large", () => {
    const groups = Array.from({ length: 300 }, (_, index) => `premise ${index % 70}`);
    const folds = assignFolds(groups, 5, seededRandom(1))!;
    const foldsOf = new Map<string, Set<number>>();
    for (const [index, group] of groups.entries())
      foldsOf.set(group, (foldsOf.get(group) ?? new Set()).add(folds[index]!));
    for (const members of foldsOf.values()) expect(members.size).toBe(1);
    for (let fold = 0; fold < 5; fold += 1) {
      expect(Math.abs(folds.filter((one) => one === fold).length - 60)).toBeLessThanOrEqual(4);
    }
  });

  it("are fewer when groups are few, and none for one group", () => {
    expect(new Set(assignFolds(["a", "b", "a"], 5, seededRandom(1)))).toEqual(new Set([0, 1]));
    expect(assignFolds(["a", "a"], 5, seededRandom(1))).toBeNull();
    expect(() => assignFolds(["a", "b"], 1, seededRandom(1))).toThrow(RangeError);
  });
});

describe("the artefact report", () => {
  it("guesses released labels from the hypothesis alone far better than chance", () => {
    const result = reportArtefacts(releasedRows.slice(0, 200), 5, seededRandom(1));
    if (!result.ok) throw new Error(result.reason);
    const { report } = result;
    expect(report).toMatchObject({ rows: 200, folds: 5, majority: 0.5 });
    expect(report.baselines.map(({ name }) => name)).toEqual(["hypothesis_only", "premise_blind", "lexical"]);
    for (const { accuracy, slices, guesses } of report.baselines) {
      expect(accuracy.low).toBeGreaterThan(0.6);
      expect(accuracy.n).toBe(200);
      expect(slices.setup.map(({ value, accuracy: { n } }) => [value, n])).toEqual([
        ["explicit", 50],
        ["forehead", 50],
        ["forehead_mirror", 50],
        ["internal", 50],
      ]);
      expect(slices.deberta.map(({ value }) => value)).toEqual(["right", "wrong"]);
      expect(slices.difficulty.map(({ value }) => value)).toEqual(["easy", "hard", "middle"]);
      expect(slices.verb.map(({ value }) => value)).toEqual(["that", "whether"]);
      expect(guesses).toHaveLength(200);
      const right = guesses.filter(({ difficulty }) => difficulty < 1).length;
      expect(accuracy.estimate).toBeCloseTo(right / 200, 12);
    }
  });

  it("is at chance where the labels are", () => {
    const rows = generatedRows();
    const random = seededRandom("coin");
    const tossed = rows.map(
      (row): MindgamesRow => ({ ...row, label: random.next() < 0.5 ? "entailment" : "not_entailment" }),
    );
    const result = reportArtefacts(tossed, 5, seededRandom(1));
    if (!result.ok) throw new Error(result.reason);
    for (const { accuracy } of result.report.baselines) expect(Math.abs(accuracy.estimate! - 0.5)).toBeLessThan(0.08);
  });

  it("is the same for the same rows and chance", () => {
    const report = () => reportArtefacts(releasedRows.slice(0, 60), 4, seededRandom(9));
    expect(report()).toEqual(report());
  });

  it("needs more than one premise", () => {
    expect(reportArtefacts([releasedRows[0]!, releasedRows[0]!], 5, seededRandom(1))).toEqual({
      ok: false,
      reason: "tooFewPremises",
    });
  });

  it("never learns from the fold it guesses about", () => {
    const documents = [["only here"], ["a"], ["b"], ["only there"]];
    const probabilities = crossValidate(documents, [true, true, false, false], [0, 1, 1, 0]);
    expect(probabilities[0]).toBe(probabilities[3]);
  });
});

describe("baselines", () => {
  const row = releasedRows.find(({ hypothesis }) => hypothesis === "David can now know that David picked a red card.")!;

  it("replace names by their order of mention", () => {
    const tokens = baselines.map((baseline) => baseline.tokens(row).join("|"));
    for (const text of tokens) for (const name of row.names) expect(text).not.toContain(name.toLowerCase());
    expect(tokens[0]).toContain("that person1");
    expect(tokens[2]).toContain("that person2");
  });

  it("see no premise but for the last", () => {
    const other = { ...row, premise: "Anything else." };
    expect(baselines.map(({ tokens }) => tokens(other).join() === tokens(row).join())).toEqual([true, true, false]);
  });
});

describe("the training set of a generated set", () => {
  it("is three times as large, shares no problem with it, and says nothing about problems in pairs", () => {
    const settings = { ...presets.balanced, rowsPerSetup: 60 };
    const rows = rowsOf(settings, "5");
    const training = generateTrainingSet(rows, { settings, seed: "5" });
    expect(training.rows).toHaveLength(3 * rows.length);
    expect(training.seed).not.toBe("5");
    const keyOf = ({ smcdel_problem, names, setup }: MindgamesRow) => {
      const read = readFormalProblem(smcdel_problem, names, setup);
      return read.ok ? problemKey(read.problem) : "";
    };
    const known = new Set(rows.map(keyOf));
    expect(training.rows.filter((row) => known.has(keyOf(row)))).toEqual([]);
    const fold = foldArtefacts({ generation: { settings, seed: "5", shortCells: [] } });
    fold.add(rows);
    const report = fold.finish()!;
    expect(report).toMatchObject({ folds: 0, training: { rows: 720, seed: training.seed } });
    const hypothesisOnly = report.baselines.find(({ name }) => name === "hypothesis_only")!.accuracy;
    expect(hypothesisOnly).toMatchObject({ n: 240, estimate: 0.5, low: expect.any(Number), high: expect.any(Number) });
  });

  it("tells what the hypothesis alone gives away in problems that are not in pairs", () => {
    const settings = { ...presets.paper, rowsPerSetup: 100 };
    const fold = foldArtefacts({ generation: { settings, seed: "6", shortCells: [] } });
    fold.add(rowsOf(settings, "6"));
    expect(fold.finish()!.baselines[0]!.accuracy.low).toBeGreaterThan(0.6);
  });
});

function generatedRows(): MindgamesRow[] {
  return rowsOf({ ...presets.released, rowsPerSetup: 150 }, 11);
}

function rowsOf(settings: GeneratorSettings, seed: string | number): MindgamesRow[] {
  const generator = generateProblems(settings, seededRandom(seed));
  for (;;) {
    const step = generator.next();
    if (step.done && step.value.ok) return step.value.splits[0]!.rows;
  }
}
