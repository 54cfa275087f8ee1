import { describe, expect, it } from "vitest";
import { analyseStudy } from "../analysis/analyse-study.ts";
import { sampleItem } from "../model/sample-item.ts";
import { noUnmatched, type StudyResults } from "../model/study-results.ts";
import { type AnalysisPlan, analysisPlanSchema } from "../plan/analysis-plan.ts";

/** A study in which six of ten people are right on every item, and a model on the given ones. */
function makeStudy(
  { items, stories }: { items: number; stories: number },
  isRight: (index: number) => boolean,
  isMissing: (index: number) => boolean = () => false,
): StudyResults {
  const indices = Array.from({ length: items }, (_, index) => index);
  return {
    conditions: [{ id: "c", levels: {}, label: "plain" }],
    items: indices.map((index) => sampleItem({ id: `i${index}`, storyId: `s${index % stories}` })),
    counts: indices.flatMap((index) => [
      { itemId: `i${index}`, conditionId: "c", answerKey: "true", count: 6 },
      { itemId: `i${index}`, conditionId: "c", answerKey: "false", count: 4 },
    ]),
    series: [{ id: "m", modelId: "m", model: "Reader", source: "", rest: "", isDemo: false }],
    answers: indices
      .filter((index) => !isMissing(index))
      .map((index) => {
        const answerKey = String(isRight(index));
        return {
          ...{ seriesId: "m", itemId: `i${index}`, conditionId: "c", answerKey, repeats: 1, unparsed: 0 },
          given: [{ answerKey, count: 1 }],
          parity: "verified" as const,
        };
      }),
    unmatched: noUnmatched,
  };
}

/** The sentence about the mean person, and the rows of the files that decide the same tests. */
function claimsOf(results: StudyResults, tests: readonly Partial<AnalysisPlan["family"]["tests"][number]>[]) {
  const files = analyseStudy({
    study: { name: "S", slug: "s", benchmark: "B" },
    stage: "main",
    results,
    plan: analysisPlanSchema.parse({
      comparator: { kind: "mean-person" },
      margin: 0.1,
      models: ["Reader"],
      modelsFixed: true,
      family: { method: "holm", alpha: 0.05, tests },
    }),
    status: { kind: "confirmatory" },
    data: { shown: "locked", locks: [], hasEnded: true, filled: 1000, planned: 1000, reversals: 0 },
  });
  const contentOf = (name: string) => files.find((file) => file.name === name)!.content.replaceAll("\u00a0", " ");
  const rowsOf = (name: string): Record<string, unknown>[] =>
    contentOf(`${name}.jsonl`)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  return {
    sentence: contentOf("sentences.md")
      .split("\n")
      .find((one) => one.includes("mean person"))!,
    decisions: rowsOf("confirmatory").map((row) => row.Decision),
    comparison: rowsOf("comparisons").find(({ comparator }) => comparator === "person")!,
  };
}

describe("non-inferiority", () => {
  it("is not concluded in sentences and tables if it depends on missing answers", () => {
    const order = (index: number) => (index * 37 + Math.floor(index / 20) * 11) % 100;
    const { sentence, decisions } = claimsOf(
      makeStudy(
        { items: 100, stories: 20 },
        (index) => order(index) < 60,
        (index) => order(index) >= 56 && order(index) < 60,
      ),
      [{ kind: "model-against-people" }, { kind: "non-inferiority" }],
    );
    expect(decisions[1]).toMatch(/^no conclusion: depends on 5 missing and unparsed answers$/);
    expect(sentence).toMatch(
      /Confirmatory: Whether Reader is worse than the mean person by more than 10\.0 points \(one one-sided test, p = [\d.]+, p = [\d.]+ after Holm\) depends on 5 missing and unparsed answers: no conclusion\./,
    );
    expect(sentence).not.toContain("is not worse than");
  });
});

describe("equivalence", () => {
  const planned = [{ kind: "model-against-people" }, { kind: "equivalence" }] as const;
  /** A model that is right on 55 to 65% of the twenty items of a story. */
  const studyOf = (stories: number, isMissing?: (index: number) => boolean) =>
    makeStudy(
      { items: 20 * stories, stories },
      (index) => Math.floor(index / stories) < 11 + ((index % stories) % 3),
      isMissing,
    );

  it("is decided in no sentence and no table below ten stories", () => {
    const { sentence, decisions, comparison } = claimsOf(studyOf(7), planned);
    expect(sentence).toContain("is not claimed");
    expect(decisions[1]).toBe("no conclusion: fewer than 10 stories");
    expect(comparison).toMatchObject({ equivalent: "false" });
    expect(comparison.p_equivalence).toBeLessThan(0.05);
  });

  it("is decided in no sentence and no table if more than 5% of the answers are missing", () => {
    const { sentence, decisions, comparison } = claimsOf(
      studyOf(20, (index) => index % 7 === 0),
      planned,
    );
    expect(sentence).toMatch(/Equivalence within 10\.0 points is not claimed .* because 1[45]\.\d% .* are missing/);
    expect(decisions[1]).toBe("no conclusion: more than 5% of the model’s answers are missing");
    expect(comparison).toMatchObject({ equivalent: "false" });
  });

  it("is decided alike in sentence and tables with enough stories and answers", () => {
    const { sentence, decisions, comparison } = claimsOf(studyOf(20), planned);
    expect(sentence).toMatch(
      /Reader is within 10\.0 points of the mean person \(.*simulated size 10\.1% at 20 stories/,
    );
    expect(decisions[1]).toBe("significant");
    expect(comparison).toMatchObject({ equivalent: "true" });
  });

  it("leaves non-inferiority undecided too, which has the same error rate with few stories", () => {
    const { sentence, decisions } = claimsOf(studyOf(7), [
      { kind: "model-against-people" },
      { kind: "non-inferiority" },
    ]);
    expect(sentence).toMatch(/Confirmatory: Whether Reader is worse than .* is not decided .* at least 10 stories/);
    expect(sentence).not.toContain("not worse than");
    expect(decisions[1]).toBe("no conclusion: fewer than 10 stories");
  });
});
