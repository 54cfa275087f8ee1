import { describe, expect, it } from "vitest";
import type { ScoredErrorAnswer } from "../model/error-evaluation.ts";
import { type AnalysisPlan, analysisPlanSchema } from "../plan/analysis-plan.ts";
import { storedPlan } from "../plan/plan-record.ts";
import { matchErrorTests } from "../plan/planned-error-tests.ts";
import { exploratory } from "../plan/result-status.ts";
import { errorView } from "../views/models/error-views.ts";
import { analyseLocalisation, type LocalisationInput } from "./analyse-localisation.ts";

/** Eight stories, every other one with an error, whose words the subject marks as well as possible. */
function answersOf(sessionId: string | null, skill: number, step = 1): ScoredErrorAnswer[] {
  return Array.from({ length: 8 }, (_, index) => ({
    sessionId,
    itemId: `i${index}`,
    cluster: { kind: "story", id: `s${index}` },
    genre: "",
    ablation: "plain",
    hasError: index % 4 !== 0,
    isRight: true,
    localisation: index % 4 === 0 ? 1 : skill - ((index * step) % 8) / 50,
    words: null,
  }));
}
const view = errorView(
  [
    { label: "People", side: "person", answers: [...answersOf("p1", 0.9), ...answersOf("p2", 0.8)], unparsed: 0 },
    { label: "Reader · plain", side: "model", answers: answersOf(null, 0.3, 3), unparsed: 0 },
    { label: "Readers", side: "model", answers: answersOf(null, 0.4, 5), unparsed: 0 },
  ],
  () => "plain story",
  { ties: "half", unparsed: "wrong" },
);
const planOf = (changes: object): AnalysisPlan =>
  analysisPlanSchema.parse({ outcome: { measure: "localisation" }, ...changes });
const filesUnder = (plan: AnalysisPlan, changes: Partial<LocalisationInput> = {}) =>
  new Map(
    analyseLocalisation({
      study: { name: "A study", slug: "a", benchmark: "B" },
      stage: "main",
      errors: { view, dataHash: "0123456789abcdef" },
      plan,
      status: { kind: "exploratory" },
      data: { shown: "current", locks: [], hasEnded: false, filled: 3, planned: 3, reversals: 0 },
      record: null,
      series: [],
      former: null,
      collection: null,
      ...changes,
    }).map(({ name, content }) => [name, content]),
  );

describe("an analysis whose outcome is marked words", () => {
  it("compares people with every model on stories with an error, corrected as the plan says", () => {
    const tests = [{ kind: "model-against-people" }, { kind: "model-against-model" }, { kind: "levels", of: "order" }];
    const files = filesUnder(planOf({ family: { method: "bonferroni", alpha: 0.05, tests } }));
    expect(files.get("comparisons-people-against-models.csv")!.trim().split("\r\n")).toHaveLength(3);
    expect(files.get("comparisons-people-against-models.csv")).not.toContain("all stories");
    const { confirmatory } = JSON.parse(files.get("summary.json")!);
    expect(confirmatory.map(({ kind }: { kind: string }) => kind)).toEqual([
      "model-against-people",
      "model-against-people",
      "model-against-model",
      "levels",
    ]);
    // A test that cannot be computed stays in the family.
    expect(confirmatory[0].adjusted).toBeCloseTo(Math.min(1, 4 * confirmatory[0].p), 12);
    expect(confirmatory[3]).toMatchObject({
      p: null,
      reason: expect.stringContaining("does not apply to marked words"),
    });
    expect(files.get("sentences.md")).toContain("(data 0123456789ab)");
    expect(files.get("methods.md")).toContain("(localisation)");
  });

  it("leaves out models that the plan does not name", () => {
    const files = filesUnder(planOf({ models: ["Reader"] }));
    expect(files.get("comparisons-people-against-models.csv")).toContain("Reader · plain");
    expect(files.get("comparisons-people-against-models.csv")).not.toContain("Readers");
  });

  it("keeps a planned model without answers in the family, and later runs of a planned model out of it", () => {
    const tests = [{ kind: "model-against-people" }];
    const plan = planOf({ models: ["Reader", "Absent"], family: { method: "bonferroni", alpha: 0.05, tests } });
    const confirmatoryOf = (changes: Partial<LocalisationInput> = {}) =>
      JSON.parse(filesUnder(plan, changes).get("summary.json")!).confirmatory;
    const [reader, absent] = confirmatoryOf();
    expect(reader.adjusted).toBeCloseTo(Math.min(1, 2 * reader.p), 12);
    expect(absent).toMatchObject({ p: null, isAbsent: true, says: expect.stringContaining("Absent") });
    const late = { id: "1", modelId: "m", model: "Reader", source: "plain", rest: "", isDemo: false, isLate: true };
    expect(confirmatoryOf({ series: [late] }).map(({ isAbsent = false }) => isAbsent)).toEqual([true, true]);
  });

  it("has its status in every file, with the tests of before beside an amended plan", () => {
    const tests = [{ kind: "model-against-people" }];
    const plan = planOf({ family: { method: "holm", alpha: 0.05, tests } });
    const changes = [{ path: "family.alpha", before: "0.01", after: "0.05" }];
    const former = { plan: planOf({ family: { method: "holm", alpha: 0.01, tests } }), results: { series: [] } };
    const files = filesUnder(plan, { status: { kind: "amended", changes }, former });
    expect(JSON.parse(files.get("summary.json")!).status).toMatchObject({ kind: "amended" });
    for (const name of [
      "confirmatory.csv",
      "confirmatory.md",
      "confirmatory.tex",
      "comparisons-people-against-models.csv",
    ])
      expect(files.get(name)!.replaceAll(/\s+/g, " "), name).toContain("planned, amended after data");
    expect(files.get("sentences.md")).toContain("Planned, amended after data: ");
    expect(files.get("methods.md")).toContain("family.alpha was 0.01, now 0.05");
    expect(files.get("confirmatory-before.md")).toContain("Before the amendment.");
    const keys = filesUnder(plan, {
      status: { kind: "amended", changes: [{ ...changes[0]!, path: "items.0.key" }] },
      former,
    });
    expect(keys.get("confirmatory-before.md")).toBeUndefined();
    expect(keys.get("methods.md")).toContain("not computed for marked words");
  });

  it("marks every test that the plan does not name", () => {
    const family = { method: "holm", alpha: 0.05, tests: [{ kind: "model-against-people" }] };
    for (const [status, label] of [
      [{ kind: "confirmatory" }, "confirmatory"],
      [{ kind: "amended", changes: [] }, "planned, amended after data"],
    ] as const) {
      const files = filesUnder(planOf({ models: ["Reader"], family }), { status });
      const sentences = files.get("sentences.md")!.trim().split("\n");
      expect(sentences).toHaveLength(3);
      const start = label === "confirmatory" ? "- People" : "- Planned, amended after data: People";
      for (const one of sentences)
        expect(one.startsWith(one.includes("People minus Reader · plain") ? start : "- Exploratory: "), one).toBe(true);
      // The plan names no comparison of models.
      const all = filesUnder(planOf({ family }), { status });
      const statusesOf = (name: string) =>
        all
          .get(`${name}.jsonl`)!
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line).status);
      expect(statusesOf("comparisons-models")).toEqual(["exploratory"]);
      expect(statusesOf("comparisons-people-against-models")).toEqual([label, label]);
    }
  });

  it("gives a secondary test one status, and no result while a primary test is not significant", () => {
    const tests = [{ kind: "model-against-people" }, { kind: "model-against-model", role: "secondary" }];
    const filesAt = (alpha: number) =>
      filesUnder(planOf({ family: { method: "holm", alpha, tests } }), { status: { kind: "confirmatory" } });
    const rowsOf = (files: ReadonlyMap<string, string>, name: string) =>
      files
        .get(name)!
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
    for (const alpha of [0.05, 1e-12]) {
      const files = filesAt(alpha);
      expect(rowsOf(files, "comparisons-models.jsonl").map(({ status }) => status)).toEqual(["planned, secondary"]);
      expect(rowsOf(files, "confirmatory.jsonl").map(({ status }) => status)).toEqual([
        "confirmatory",
        "confirmatory",
        "planned, secondary",
      ]);
      const sentence = files
        .get("sentences.md")!
        .split("\n")
        .find((one) => one.includes("Reader · plain minus Readers"));
      expect(sentence).toMatch(/^- Planned, secondary: /);
      expect(sentence!.includes("; not tested (primary outcome not significant).")).toBe(alpha < 0.05);
    }
  });

  it("gives the same p to a test in sentence, comparison and family of the plan", () => {
    const tests = [{ kind: "model-against-people" }, { kind: "model-against-model" }];
    const plan = planOf({ family: { method: "bonferroni", alpha: 0.05, tests } });
    const files = filesUnder(plan, { status: { kind: "confirmatory" } });
    const { comparisons, confirmatory } = JSON.parse(files.get("summary.json")!);
    const cells = comparisons.flatMap(({ rows }: { rows: { kind: string }[][] }) =>
      rows.flat().filter(({ kind }) => kind === "test"),
    );
    expect(cells.map(({ adjusted }: { adjusted: number }) => adjusted)).toEqual(
      confirmatory.map(({ adjusted }: { adjusted: number }) => adjusted),
    );
    expect(files.get("comparisons-models.md")).toContain("corrected with all 3 tests of the plan by Bonferroni");
    const planned = files
      .get("sentences.md")!
      .split("\n")
      .filter((one) => !/^(- Exploratory: .*)?$/.test(one));
    expect(planned).toHaveLength(3);
    for (const one of planned) expect(one).toContain("after Bonferroni over the 3 tests of the plan");
  });

  it("compares no model where none had answers when the plan was frozen", () => {
    const tests = [{ kind: "model-against-people" }];
    const plan = { ...planOf({ family: { method: "holm", alpha: 0.05, tests } }), modelsFixed: true as const };
    expect(JSON.parse(filesUnder(plan).get("summary.json")!).confirmatory).toEqual([]);
  });

  it("stands on the page of errors found as in the files, and everything else there is counted as exploratory", () => {
    const tests = [{ kind: "model-against-people" }];
    const plan = planOf({ family: { method: "holm", alpha: 0.05, tests } });
    const stored = (of: AnalysisPlan) => storedPlan({ document: of, registration: "" }, null);
    const shown = matchErrorTests(view, stored(plan), false, exploratory, []);
    const { confirmatory } = JSON.parse(filesUnder(plan).get("summary.json")!);
    expect(JSON.parse(JSON.stringify(shown.tests))).toEqual(confirmatory);
    const all = view.tables
      .flatMap(({ rows }) => rows.flat())
      .filter((cell) => cell.kind === "test" && cell.p !== null);
    expect(shown.exploratory).toBe(all.length - shown.tests.filter(({ p }) => p !== null).length);
    expect(matchErrorTests(view, stored(analysisPlanSchema.parse({})), false, exploratory, [])).toMatchObject({
      tests: [],
      withheld: null,
      exploratory: all.length,
    });
    expect(matchErrorTests(view, null, false, exploratory, []).exploratory).toBe(all.length);
    expect(matchErrorTests(view, stored(plan), true, exploratory, []).withheld).toContain("other answers");
  });
});
