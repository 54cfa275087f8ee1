import { describe, expect, it } from "vitest";
import { sampleItem } from "../model/sample-item.ts";
import { noUnmatched, type StudyResults } from "../model/study-results.ts";
import {
  type AnalysisPlan,
  analysisPlanHash,
  analysisPlanSchema,
  type PlannedTest,
  reviewAnalysisPlan,
} from "./analysis-plan.ts";
import { confirmatoryFamily, confirmatoryTable } from "./confirmatory-family.ts";
import { countMinTests, fewClustersWarning } from "./few-clusters.ts";
import { findPlanField, formatPlanForm, parsePlanForm, tickedTests, UnreadablePlanField } from "./plan-form.ts";
import { formatTestLine, parseTestLine } from "./test-line.ts";

/** Seven stories as in MoToMQA: orders and levels 2 to 6, true and false; thirty people per cell, two models. */
function motomqa(): StudyResults {
  const items = Array.from({ length: 7 }, (_, story) =>
    [2, 3, 4, 5, 6].flatMap((depth) =>
      ["tom", "factual"].flatMap((type) =>
        ["true", "false"].map((key) =>
          sampleItem({
            id: `s${story}-${type}${depth}${key}`,
            storyId: `s${story}`,
            attributes: { type, ...(type === "tom" ? { order: depth } : { level: depth }) },
            rightAnswers: [key],
          }),
        ),
      ),
    ),
  ).flat();
  const other = { true: "false", false: "true" } as const;
  const rightOf = (item: (typeof items)[number]) => item.rightAnswers[0] as "true" | "false";
  const depthOf = ({ attributes }: (typeof items)[number]) => Number(attributes.order ?? attributes.level);
  return {
    conditions: [{ id: "c", levels: {}, label: "plain" }],
    items,
    counts: items.flatMap((item, index) => {
      const right = item.attributes.type === "tom" ? 29 - 4 * (depthOf(item) - 2) - (index % 3) : 28 - (index % 2);
      return [
        { itemId: item.id, conditionId: "c", answerKey: rightOf(item), count: right },
        { itemId: item.id, conditionId: "c", answerKey: other[rightOf(item)], count: 30 - right },
      ];
    }),
    series: ["large", "small"].map((id) => ({ id, modelId: id, model: id, source: "", rest: "", isDemo: false })),
    answers: ["large", "small"].flatMap((seriesId) =>
      items.map((item, index) => {
        const fails = seriesId === "large" ? index % 11 === 0 : index % 2 === 0;
        const answerKey = fails ? other[rightOf(item)] : rightOf(item);
        const given = [{ answerKey, count: 1 }];
        return {
          seriesId,
          itemId: item.id,
          conditionId: "c",
          answerKey,
          repeats: 1,
          given,
          unparsed: 0,
          parity: "verified" as const,
        };
      }),
    ),
    unmatched: noUnmatched,
  };
}

const results = motomqa();
const tom = { attributes: { type: ["tom"] } };
const planOf = (tests: Partial<PlannedTest>[], changes: object = {}): AnalysisPlan =>
  analysisPlanSchema.parse({
    comparator: { kind: "mean-person" },
    family: { method: "holm", alpha: 0.05, tests },
    ...changes,
  });

describe("tests of an analysis plan on part of the items", () => {
  /** The primary outcomes of Street et al. 2024, with what the paper tests beside them. */
  const street = planOf([
    { kind: "model-against-people", items: tom },
    { kind: "model-against-people", items: { attributes: { type: ["factual"] } } },
    { kind: "tom-factual" },
    { kind: "model-against-people", items: tom, at: "order", role: "secondary" },
    { kind: "levels", of: "order", between: ["4", "6"], items: tom, role: "secondary" },
  ]);

  it("expresses the primary outcomes of a paper about orders of theory of mind", () => {
    expect(reviewAnalysisPlan(street)).toEqual([]);
    const family = confirmatoryFamily(results, street, null);
    expect(family.map(({ says }) => says)).toEqual([
      "People (mean person) and large; type = tom",
      "People (mean person) and small; type = tom",
      "People (mean person) and large; type = factual",
      "People (mean person) and small; type = factual",
      "People, mean person, theory of mind minus facts",
      "large, theory of mind minus facts",
      "small, theory of mind minus facts",
      ...[2, 3, 4, 5, 6].flatMap((order) => [
        `People (mean person) and large; type = tom; order ${order}`,
        `People (mean person) and small; type = tom; order ${order}`,
      ]),
      "People, mean person, order 6 minus 4; type = tom",
      "large, order 6 minus 4; type = tom",
      "small, order 6 minus 4; type = tom",
    ]);
    // 70 items of theory of mind, 14 of each order, 7 stories that have both orders.
    expect([0, 7, 17].map((place) => family[place]!.n)).toEqual([70, 14, 7]);
    // People lose 4 of 30 answers per order.
    expect(family[17]!.estimate!.value).toBeLessThan(-0.2);
  });

  it("tests secondary rows only if every primary test is significant, and shows estimates either way", () => {
    const family = confirmatoryFamily(results, street, null);
    expect(family.some(({ role, isSignificant }) => role === "primary" && !isSignificant)).toBe(true);
    const secondary = family.filter(({ role }) => role === "secondary");
    for (const one of secondary) {
      expect(one).toMatchObject({ isGated: true, p: null, isSignificant: false });
      expect(one.estimate!.value).not.toBeNull();
    }
    const last = confirmatoryTable(family, street).rows.at(-1)!;
    expect(last.at(-1)).toMatchObject({ kind: "text", text: "not tested (primary outcome not significant)" });

    const open = planOf(
      [
        { kind: "model-against-people", items: tom },
        { kind: "levels", of: "order", between: ["2", "6"], role: "secondary" },
      ],
      { models: ["small"] },
    );
    const tested = confirmatoryFamily(results, open, null);
    expect(tested[0]).toMatchObject({ role: "primary", isSignificant: true });
    // A single primary test needs no correction.
    expect(tested[0]!.adjusted).toBe(tested[0]!.p);
    expect(tested[1]).toMatchObject({ role: "secondary", isGated: false });
    expect(tested[1]!.p).not.toBeNull();
  });

  it("has an outcome on part of the items", () => {
    const plan = planOf([{ kind: "model-against-people" }], {
      outcome: { measure: "accuracy", answer: "", items: tom },
    });
    expect(confirmatoryFamily(results, plan, null).map(({ n }) => n)).toEqual([70, 70]);
    expect(confirmatoryTable(confirmatoryFamily(results, plan, null), plan).caption).toContain("type = tom");
  });

  it("warns where so few stories cannot carry the correction", () => {
    const stories = results.items.map(({ storyId }) => ({ kind: "story" as const, id: storyId }));
    expect(fewClustersWarning(stories, street, countMinTests(street))).toBeNull();
    expect(fewClustersWarning(stories, street, 4)).toContain(
      "With 7 stories no p over all sign patterns is below 1/64",
    );
  });
});

describe("the text of a plan", () => {
  it("keeps the hash of plans that use none of the newer fields", () => {
    const old = {
      comparator: { kind: "majority", k: 52 },
      margin: 0.05,
      family: {
        method: "holm",
        alpha: 0.05,
        tests: [{ kind: "model-against-people" }, { kind: "levels", of: "order", hypothesis: "x" }],
      },
    };
    expect(analysisPlanHash(analysisPlanSchema.parse(old))).toBe(
      "667a2fb81b57297e62d35d1e00d95d525e1c525aae69a725c0dc3c0e50c71f7a",
    );
  });

  it("has a line for every test that no box of the form shows", () => {
    const test: PlannedTest = {
      kind: "levels",
      of: "order",
      between: ["4", "6"],
      items: tom,
      role: "secondary",
      hypothesis: "Order 6 is | harder.",
    };
    expect(formatTestLine(test)).toBe(
      'levels | of order | between 4, 6 | on type = tom | secondary | hypothesis "Order 6 is | harder."',
    );
    expect(parseTestLine(formatTestLine(test))).toEqual(test);
    const plan = planOf([{ kind: "word-orders" }, test, { kind: "word-orders", hypothesis: "Another one." }]);
    const sent = {
      ...formatPlanForm(plan),
      tests: tickedTests(plan).map(({ kind }) => kind),
      clusters: plan.clusters,
      outcomeItems: "type = tom",
    };
    const read = analysisPlanSchema.parse(parsePlanForm(sent));
    expect(read.family).toEqual(plan.family);
    expect(read.outcome.items).toEqual(tom);
    expect(findPlanField("family.tests.1.between", sent)).toBe("moreTests");
  });

  it("names the field that cannot be read, and what is missing from a test", () => {
    const form = formatPlanForm(planOf([]));
    const fieldOf = (changes: object) => {
      try {
        parsePlanForm({ ...form, ...changes });
        return null;
      } catch (error) {
        return error instanceof UnreadablePlanField ? `${error.field}: ${error.message}` : error;
      }
    };
    expect(fieldOf({ moreTests: "level | of order" })).toContain('moreTests: "level" is not a kind of test');
    expect(fieldOf({ moreTests: "levels | between 4" })).toContain("moreTests: ");
    expect(fieldOf({ outcomeItems: "tom" })).toContain("outcomeItems: ");
    expect(reviewAnalysisPlan(planOf([{ kind: "word-orders", between: ["4", "6"], role: "secondary" }]))).toEqual([
      { field: "family.tests.0.between", message: "Only a test of levels compares two values." },
      { field: "family.tests.0.role", message: "A secondary test requires a primary test in the plan." },
    ]);
  });
});
