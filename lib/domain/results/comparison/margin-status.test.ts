import { describe, expect, it } from "vitest";
import { finish } from "../../steps.ts";
import { analyseStudy } from "../analysis/analyse-study.ts";
import { tableAsCsv } from "../analysis/analysis-table.ts";
import { comparisonTable } from "../analysis/comparison-tables.ts";
import { chooseColumns, noFileOptions } from "../figures/file-options.ts";
import { lookResult } from "../interim/look-result.ts";
import { buildCells } from "../model/cells.ts";
import { sampleItem } from "../model/sample-item.ts";
import { noUnmatched, type StudyResults } from "../model/study-results.ts";
import { type AnalysisPlan, analysisPlanSchema, type PlannedTestKind } from "../plan/analysis-plan.ts";
import { storedPlan } from "../plan/plan-record.ts";
import { compareSides } from "./compare-sides.ts";

const models = ["First", "Second", "Third"];

/**
 * Forty items of twenty stories. Six of ten people are right; each model is right on a share of the items, so that the
 * second is not worse than people by more than 10 points, but not within 10 points of them.
 */
const results: StudyResults = {
  conditions: [{ id: "c", levels: {}, label: "plain" }],
  items: Array.from({ length: 40 }, (_, index) => sampleItem({ id: `i${index}`, storyId: `s${index % 20}` })),
  counts: Array.from({ length: 40 }, (_, index) => [
    { itemId: `i${index}`, conditionId: "c", answerKey: "true", count: 6 },
    { itemId: `i${index}`, conditionId: "c", answerKey: "false", count: 4 },
  ]).flat(),
  series: models.map((model) => ({ id: model, modelId: model, model, source: "", rest: "", isDemo: false })),
  answers: models.flatMap((seriesId, order) =>
    Array.from({ length: 40 }, (_, index) => {
      const answerKey = String(index % 10 < [5, 8, 5][order]!);
      return {
        ...{ seriesId, itemId: `i${index}`, conditionId: "c", answerKey, repeats: 1, unparsed: 0 },
        given: [{ answerKey, count: 1 }],
        parity: "verified" as const,
      };
    }),
  ),
  unmatched: noUnmatched,
};

const planOf = (kinds: PlannedTestKind[], secondary: PlannedTestKind[] = []): AnalysisPlan =>
  analysisPlanSchema.parse({
    comparator: { kind: "mean-person" },
    margin: 0.1,
    models,
    modelsFixed: true,
    stopping: { rule: "look", looks: [{ share: 0.5 }] },
    family: {
      method: "holm",
      alpha: 0.05,
      tests: [...kinds.map((kind) => ({ kind })), ...secondary.map((kind) => ({ kind, role: "secondary" }))],
    },
  });

const filesOf = (kinds: PlannedTestKind[], secondary: PlannedTestKind[] = [], answered = results) => {
  const files = analyseStudy({
    study: { name: "S", slug: "s", benchmark: "B" },
    stage: "main",
    results: answered,
    plan: planOf(kinds, secondary),
    status: { kind: "confirmatory" },
    data: { shown: "locked", locks: [], hasEnded: true, filled: 400, planned: 400, reversals: 0 },
  });
  return (name: string) => files.find((file) => file.name === name)!.content.replaceAll("\u00a0", " ");
};

const options = { ties: "half", testTies: "false", withMismatches: false, leads: null, margin: 0.1 } as const;

const aboutSecond = (sentences: string) =>
  sentences.split("\n").find((one) => one.includes("Second") && one.includes("mean person"))!;

/** Each model is right on these items of each ten, of which people are right on six. */
const answeredBy = (right: [number, number, number]): StudyResults => ({
  ...results,
  answers: results.answers.map((answer) => {
    const index = Number(answer.itemId.slice(1));
    const answerKey = String(index % 10 < right[models.indexOf(answer.seriesId)]!);
    return { ...answer, answerKey, given: [{ answerKey, count: 1 }] };
  }),
});

const rowsOf = (content: string) =>
  content
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("a secondary test against the margin", () => {
  const secondary = "planned, secondary";
  const statusesOf = (fileOf: (name: string) => string) => {
    const sides = [...rowsOf(fileOf("comparisons.jsonl")), ...rowsOf(fileOf("comparison-tests.jsonl"))];
    const planned = sides.filter(({ comparator }) => comparator === "person");
    const family = rowsOf(fileOf("confirmatory.jsonl"));
    return new Set([
      ...planned.map(({ status_equivalence }) => status_equivalence),
      ...family.filter(({ Kind }) => /secondary/.test(Kind)).map(({ status }) => status),
    ]);
  };

  it("has one status in every file, and is not tested while a primary test is not significant", () => {
    const fileOf = filesOf(["model-against-people"], ["equivalence"]);
    expect(statusesOf(fileOf)).toEqual(new Set([secondary]));
    const primary = rowsOf(fileOf("confirmatory.jsonl")).filter(({ Kind }) => /primary/.test(Kind));
    expect(new Set(primary.map(({ status }) => status))).toEqual(new Set(["confirmatory"]));
    expect(aboutSecond(fileOf("sentences.md"))).toContain(
      "Planned, secondary: Whether Second is within 10.0 points of the mean person: not tested (primary outcome not significant).",
    );
    for (const row of rowsOf(fileOf("comparison-tests.jsonl")).filter(({ comparator }) => comparator === "person"))
      expect([row.p_equivalence, row.p_equivalence_adjusted, row.p_equivalence_sign_patterns]).toEqual([
        null,
        null,
        null,
      ]);
    expect(fileOf("confirmatory.tex")).toContain("Status of each row: confirmatory or planned, secondary.");
  });

  it("is tested in the family of the secondary tests if every primary test is significant", () => {
    const fileOf = filesOf(["model-against-people"], ["equivalence", "non-inferiority"], answeredBy([1, 1, 1]));
    expect(statusesOf(fileOf)).toEqual(new Set([secondary]));
    expect(aboutSecond(fileOf("sentences.md"))).toMatch(
      /Planned, secondary: Equivalence within 10\.0 points of the mean person is not shown \([^)]* after Holm over the 6 secondary tests of the plan\)/,
    );
  });

  it("leaves the estimate and the interval of a difference that is not tested", () => {
    const fileOf = filesOf(["equivalence"], ["model-against-people"]);
    expect(aboutSecond(fileOf("sentences.md"))).toMatch(
      /^- Planned, secondary: The mean person and Second on 40 cells that both answered: not tested \(primary outcome not significant\)\. 60\.0% against 80\.0%, people minus model −20\.0 points \(95% interval [^)]*\)\./,
    );
    expect(aboutSecond(fileOf("sentences.md"))).toContain("Confirmatory: Equivalence within 10.0 points");
    const [person] = rowsOf(fileOf("comparisons.jsonl")).filter(({ comparator }) => comparator === "person");
    expect(person).toMatchObject({ status: secondary, status_equivalence: "confirmatory", p: null, p_adjusted: null });
  });

  it("has no conclusion at a declared look", () => {
    const stored = {
      ...storedPlan({ document: planOf(["model-against-people"], ["equivalence"]), registration: "" }, null),
      status: { kind: "interim" as const },
    };
    const stage = { fractions: [0.5], isFinal: false, limit: null };
    const found = finish(
      lookResult(results, stored, null, { stage, status: { kind: "look", number: 1, declared: 1 } }),
    );
    expect(aboutSecond(found.sentences.join("\n"))).toContain(": not tested at an interim analysis.");
  });
});

describe("a test against the margin", () => {
  it("that the plan does not name is exploratory, in its own family", () => {
    const sentence = aboutSecond(filesOf(["model-against-people", "equivalence"])("sentences.md"));
    expect(sentence).toMatch(
      /Exploratory: Second is not worse than the mean person by more than 10\.0 points \(one one-sided test, p [=<] [\d.]+, p [=<] [\d.]+ after Holm over 3 models\)/,
    );
    expect(sentence).toMatch(/Equivalence within 10\.0 points of the mean person is not shown \([^)]*after Holm\)/);
    expect(sentence).not.toContain("Exploratory: Equivalence");
  });

  it("has its own status in every row of every file, whatever columns are chosen", () => {
    const fileOf = filesOf(["model-against-people"]);
    for (const row of [...rowsOf(fileOf("comparisons.jsonl")), ...rowsOf(fileOf("comparison-tests.jsonl"))]) {
      expect(row.status).toBe(row.comparator === "person" ? "confirmatory" : "exploratory");
      expect(row.status_equivalence).toBe("exploratory");
    }
    for (const row of rowsOf(fileOf("comparison-tests.jsonl"))) expect(row.status_non_inferiority).toBe("exploratory");
    expect(fileOf("comparisons.tex")).toContain("status of equivalence: exploratory.");
    const table = comparisonTable(compareSides(buildCells(results, "half"), results.series, options), null);
    const chosen = chooseColumns(table, { ...noFileOptions, columns: ["model", "p_equivalence"] });
    expect(tableAsCsv(chosen)).toContain("model,p_equivalence,status_equivalence,status");
  });

  it("that the plan names alone is confirmatory, and equivalence is not", () => {
    const sentence = aboutSecond(filesOf(["model-against-people", "non-inferiority"])("sentences.md"));
    expect(sentence).toMatch(/Exploratory: Equivalence .* after Holm over 6 equivalence tests\)/);
    expect(sentence).toMatch(/Confirmatory: Second is not worse than .* after Holm\)/);
  });

  it("that the plan names with the others needs no mark", () => {
    const sentence = aboutSecond(filesOf(["model-against-people", "equivalence", "non-inferiority"])("sentences.md"));
    expect(sentence).toContain("Second is not worse than the mean person");
    expect(sentence).not.toMatch(/Exploratory|Confirmatory/);
  });

  it("has no decision at a declared look unless the plan names it", () => {
    const lookAt = (kinds: PlannedTestKind[]) => {
      const stored = {
        ...storedPlan({ document: planOf(kinds), registration: "" }, null),
        status: { kind: "interim" as const },
      };
      const stage = { fractions: [0.5], isFinal: false, limit: null };
      const found = finish(
        lookResult(results, stored, null, { stage, status: { kind: "look", number: 1, declared: 1 } }),
      );
      return aboutSecond(found.sentences.join("\n"));
    };
    expect(lookAt(["model-against-people"])).not.toMatch(/quivalence|not worse|within 10/);
    expect(lookAt(["model-against-people", "equivalence"])).not.toContain("not worse");
    expect(lookAt(["model-against-people", "equivalence"])).toMatch(/Equivalence .* is not shown/);
    expect(lookAt(["model-against-people", "non-inferiority"])).not.toContain("quivalence");
    const head = /^Interim: .*: no conclusion about a difference before the data are locked\./;
    const onlyEquivalence = lookAt(["equivalence"]);
    expect(onlyEquivalence).toMatch(head);
    expect(onlyEquivalence).toMatch(/Interim analysis 1 of 1: Equivalence within 10\.0 points .* is not shown/);
    expect(onlyEquivalence).not.toContain("not worse");
    const onlyNonInferiority = lookAt(["non-inferiority"]);
    expect(onlyNonInferiority).toMatch(head);
    expect(onlyNonInferiority).toMatch(
      /Interim analysis 1 of 1: Whether Second is worse than the mean person by more than 10\.0 points is not decided \(/,
    );
    expect(onlyNonInferiority).not.toContain("quivalence");
  });
});
