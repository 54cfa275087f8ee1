import { describe, expect, it } from "vitest";
import { groupSequentialBoundaries } from "../../statistics/sequential/group-sequential-boundaries.ts";
import { finish } from "../../steps.ts";
import { analyseStudy } from "../analysis/analyse-study.ts";
import { sampleItem } from "../model/sample-item.ts";
import { noUnmatched, type StudyResults } from "../model/study-results.ts";
import { analysisPlanSchema, reviewAnalysisPlan } from "../plan/analysis-plan.ts";
import { correctFamily, type UncorrectedTest } from "../plan/confirmatory-family.ts";
import { storedPlan } from "../plan/plan-record.ts";
import {
  finalStage,
  findDueInterimAnalysis,
  type InterimAnalysis,
  type SequentialStage,
  testLevels,
} from "./interim-analyses.ts";
import { lookResult } from "./look-result.ts";

const plan = analysisPlanSchema.parse({
  margin: 0.2,
  stopping: { rule: "look", looks: [{ share: 0.75 }, { share: 0.5 }] },
  family: {
    method: "holm",
    alpha: 0.05,
    tests: [
      { kind: "model-against-people" },
      { kind: "equivalence" },
      { kind: "model-against-chance", role: "secondary" },
    ],
  },
});

/** Ten stories of three items; nine of twelve people right, and a model with one wrong answer in `every`. */
function resultsWith(every: number): StudyResults {
  const ids = Array.from({ length: 30 }, (_, index) => `i${index}`);
  const given = (index: number) => (index % every === 0 ? "false" : "true");
  return {
    conditions: [{ id: "c", levels: {}, label: "plain" }],
    items: ids.map((id, index) => sampleItem({ id, storyId: `s${index % 10}` })),
    counts: ids.flatMap((itemId, index) => [
      { itemId, conditionId: "c", answerKey: "true", count: 9 + (index % 2) },
      { itemId, conditionId: "c", answerKey: "false", count: 3 - (index % 2) },
    ]),
    series: [{ id: "m", modelId: "m", model: "M", source: "", rest: "", isDemo: false }],
    answers: ids.map((itemId, index) => ({
      seriesId: "m",
      itemId,
      conditionId: "c",
      answerKey: given(index),
      repeats: 1,
      given: [{ answerKey: given(index), count: 1 }],
      unparsed: 0,
      parity: "verified" as const,
    })),
    unmatched: noUnmatched,
  };
}

const lookAt = (fraction: number): SequentialStage => ({ fractions: [fraction], isFinal: false, limit: null });
const taken = (counted: number, planned = 768): InterimAnalysis => ({
  number: 1,
  declared: 2,
  share: 0.5,
  fraction: counted / planned,
  counted,
  planned,
  takenAt: new Date("2026-11-20T10:00:00Z"),
  takenBy: "R",
  dataHash: "0123456789abcdef",
  result: { table: { name: "confirmatory", caption: "C", columns: ["Test"], rows: [] }, sentences: ["S"] },
});

describe("declared looks", () => {
  it("are due at the latest share that is reached; those that were passed are skipped", () => {
    const { looks } = plan.stopping;
    expect(findDueInterimAnalysis(looks, [], 0.49)).toEqual({ due: null, next: 0.5 });
    expect(findDueInterimAnalysis(looks, [], 0.502)).toEqual({ due: { number: 1, look: { share: 0.5 } } });
    expect(findDueInterimAnalysis(looks, [], 0.8)).toEqual({ due: { number: 2, look: { share: 0.75 } } });
    expect(findDueInterimAnalysis(looks, [taken(400)], 0.7)).toEqual({ due: null, next: 0.75 });
    expect(findDueInterimAnalysis(looks, [taken(600)], 0.9)).toEqual({ due: null, next: null });
    expect(findDueInterimAnalysis(looks, [], 1)).toEqual({ due: null, next: null });
  });

  it("cannot be declared twice at one share, nor for marked words", () => {
    const twice = { ...plan, stopping: { ...plan.stopping, looks: [{ share: 0.5 }, { share: 0.5 }] } };
    expect(reviewAnalysisPlan(twice)).toMatchObject([{ field: "stopping.looks" }]);
    const words = { ...plan, outcome: { measure: "localisation" as const, answer: "" } };
    expect(reviewAnalysisPlan(words)).toMatchObject([{ field: "stopping.looks" }]);
    expect(reviewAnalysisPlan(plan)).toEqual([]);
  });

  it("give each of m tests alpha/m at the actual share, twice that to one-sided tests, and spend nothing when skipped", () => {
    const level = (fractions: number[], alpha: number) =>
      groupSequentialBoundaries(fractions, alpha).looks.at(-1)!.pNominal;
    expect(testLevels(lookAt(0.502), 0.05, 4)).toEqual({
      twoSided: level([0.502], 0.05 / 4),
      oneSided: level([0.502], 0.1 / 4) / 2,
    });
    const final = testLevels(finalStage([taken(386)])!, 0.05, 1);
    expect(final.twoSided).toBeCloseTo(level([386 / 768, 1], 0.05), 12);
    expect(final.twoSided).toBeLessThan(0.05);
    // A skipped analysis spends no level. Without any analysis, the correction of the plan applies.
    expect(finalStage([])).toBeNull();
    expect(testLevels({ ...lookAt(0.9), limit: 0.004 }, 0.05, 4).twoSided).toBe(0.001);
  });

  it("hold the level of the family: four looks at a true null reject in at most 5% of studies", () => {
    // 1,000 studies of four equal steps; the sum of normal steps has the law of a t test over many clusters.
    let seed = 7;
    const uniform = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
    const fractions = [0.25, 0.5, 0.75, 1];
    const bounds = fractions.map(
      (_, index) => groupSequentialBoundaries(fractions.slice(0, index + 1), 0.05).looks.at(-1)!.z,
    );
    const rejected = (limits: readonly number[]) => {
      let count = 0;
      for (let study = 0; study < 4_000; study += 1) {
        let sum = 0;
        let isRejected = false;
        for (let step = 1; step <= 4; step += 1) {
          sum += normal();
          isRejected ||= Math.abs(sum) / Math.sqrt(step) >= limits[step - 1]!;
        }
        if (isRejected) count += 1;
      }
      return count / 4_000;
    };
    expect(rejected([1.96, 1.96, 1.96, 1.96])).toBeGreaterThan(0.11);
    expect(rejected(bounds)).toBeLessThan(0.06);
    expect(rejected(bounds)).toBeGreaterThan(0.04);
  });

  it("judge each test by its own level, and secondary tests only at the end", () => {
    const base = { says: "x", n: 10, reason: null };
    const tests: UncorrectedTest[] = [
      { ...base, kind: "model-against-people", p: 0.01 },
      { ...base, kind: "equivalence", p: 0.0001 },
      { ...base, kind: "model-against-chance", p: null, reason: "no spread" },
      { ...base, kind: "model-against-chance", p: 0.00001, role: "secondary" },
    ];
    const [people, equivalence, none, secondary] = correctFamily(tests, plan, lookAt(0.5));
    // At half of the answers 0.05/3 has a nominal level near 0.0007; Holm would call p = 0.01 significant.
    expect(correctFamily(tests, plan)[0]).toMatchObject({ isSignificant: true });
    expect(people).toMatchObject({ isSignificant: false, adjusted: null });
    expect(people!.level).toBe(testLevels(lookAt(0.5), 0.05, 3).twoSided);
    expect(equivalence!.level).toBe(testLevels(lookAt(0.5), 0.05, 3).oneSided);
    expect(none).toMatchObject({ isSignificant: false, p: null });
    expect(secondary).toMatchObject({ isGated: true, p: null, reason: "not tested at an interim analysis" });
  });

  it("conclude in table and sentence by the nominal level, and leave the rest to the final analysis in every file", () => {
    const stored = { ...storedPlan({ document: plan, registration: "" }, null), status: { kind: "interim" as const } };
    const status = { kind: "look" as const, number: 1, declared: 2 };
    const found = (every: number, fraction: number) =>
      finish(lookResult(resultsWith(every), stored, null, { stage: lookAt(fraction), status }));
    const clear = found(2, 0.9);
    expect(clear.sentences).toHaveLength(1);
    expect(clear.sentences[0]).toMatch(
      /^Interim analysis 1 of 2: The majority .* more often than M .*nominal level 0\.0/,
    );
    expect(JSON.stringify(clear.table)).toContain("significant at 0.0");
    expect(clear.sentences[0]).not.toContain("human level");
    // The same answers at a tenth of the planned ones: almost nothing may be spent.
    expect(found(2, 0.1).sentences[0]).toContain("No significant difference");
    const files = analyseStudy({
      study: { name: "S", slug: "s", benchmark: "B" },
      stage: "main",
      results: resultsWith(2),
      plan,
      status: { kind: "confirmatory" },
      looks: [{ ...taken(386), result: clear }],
      data: { shown: "locked", locks: [], hasEnded: true, filled: 768, planned: 768, reversals: 0 },
    });
    const fileOf = (name: string) => files.find((file) => file.name === name)!.content;
    expect(fileOf("interim-1.csv")).toContain("interim analysis 1 of 2");
    expect(fileOf("sentences.md")).toContain("- Interim analysis 1 of 2: ");
    const { twoSided } = testLevels(finalStage([taken(386)])!, 0.05, 2);
    const printed = String(Number(twoSided.toPrecision(2)));
    expect(fileOf("methods.md")).toContain("analysis 1 of 2 at 386 answers of 768 planned (50.3%) on");
    for (const name of ["methods.md", "confirmatory.md", "sentences.md"]) expect(fileOf(name), name).toContain(printed);
    expect(fileOf("methods.md")).not.toContain("corrected by holm");
    const { sides } = JSON.parse(fileOf("summary.json")).comparisons.models[0];
    expect(sides.majority.adjusted).toBeNull();
  });
});
