import { describe, expect, it } from "vitest";
import { timedOutKey } from "../../survey/time-limit.ts";
import { defaultResultsQuery } from "../model/results-query.ts";
import { sampleItem } from "../model/sample-item.ts";
import { noUnmatched, type StudyResults } from "../model/study-results.ts";
import type { StudyResultsPage } from "../model/study-results-page.ts";
import { prepareResultsPage } from "../preparation/prepare-results-page.ts";
import { prepareVerdict } from "../verdict/prepare-verdict.ts";
import { type AnalysisPlan, analysisPlanHash, analysisPlanSchema } from "./analysis-plan.ts";
import type { StoredPlan } from "./plan-record.ts";
import { exploratory } from "./result-status.ts";

/** Six stories of four statements, two orders; twelve people per cell of whom nine are right; two models. */
const results: StudyResults = {
  conditions: [{ id: "c", levels: {}, label: "plain" }],
  items: Array.from({ length: 24 }, (_, index) =>
    sampleItem({ id: `i${index}`, storyId: `s${index % 6}`, attributes: { type: "tom", order: 2 + (index % 2) } }),
  ),
  counts: Array.from({ length: 24 }, (_, index) => [
    { itemId: `i${index}`, conditionId: "c", answerKey: "true", count: index % 5 === 0 ? 4 : 9 },
    { itemId: `i${index}`, conditionId: "c", answerKey: "false", count: index % 5 === 0 ? 8 : 3 },
  ]).flat(),
  series: ["first", "second"].map((id) => ({ id, modelId: id, model: id, source: "", rest: "", isDemo: false })),
  answers: ["first", "second"].flatMap((seriesId, model) =>
    Array.from({ length: 24 }, (_, index) => {
      const answerKey = index % (model === 0 ? 4 : 3) === 0 ? "false" : "true";
      return {
        seriesId,
        itemId: `i${index}`,
        conditionId: "c",
        answerKey,
        repeats: 1,
        given: [{ answerKey, count: 1 }],
        unparsed: 0,
        parity: "verified" as const,
      };
    }),
  ),
  unmatched: noUnmatched,
};

function stored(changes: Partial<AnalysisPlan> = {}): StoredPlan {
  const plan = { ...analysisPlanSchema.parse({}), ...changes };
  return {
    plan,
    hash: analysisPlanHash(plan),
    frozenAt: null,
    changesAfterData: null,
    record: "not frozen",
    status: exploratory,
    looks: [],
  };
}

describe("a results page of a study with a plan", () => {
  it("shows the same confirmatory comparisons whatever the address filters", () => {
    const plain = prepareResultsPage(results, defaultResultsQuery, stored());
    expect(plain).toMatchObject({ isExploratory: false, plan: { isMainConfirmatory: true } });
    const narrowed = prepareResultsPage(results, { ...defaultResultsQuery, order: "2", ties: "exclude" }, stored());
    expect(narrowed.plan.confirmatory).toEqual(plain.plan.confirmatory);
    expect(narrowed).toMatchObject({ isExploratory: true, plan: { isMainConfirmatory: false } });
    expect(narrowed.exploratoryTests).toBeGreaterThan(plain.exploratoryTests);
  });

  it("gives the models that came after the freezing in the verdict where no model of the plan has answers", () => {
    const late = { ...results, series: results.series.map((one) => ({ ...one, isLate: true as const })) };
    const plan = stored({ models: [], modelsFixed: true });
    const study = { itemsPerSession: 1 };
    const page = { plan, stage: "pilot", study, standings: { excluded: 0 } } as unknown as StudyResultsPage;
    const verdict = prepareVerdict(page, prepareResultsPage(late, defaultResultsQuery, plan), defaultResultsQuery);
    expect(verdict.lines.map(({ label, humanLevel }) => [label, humanLevel])).toEqual([
      ["first", "not tested"],
      ["second", "not tested"],
    ]);
    expect(verdict.lines.every(({ side }) => side.status.kind === "exploratory")).toBe(true);
    const facts = new Map(verdict.facts.map(({ term, value }) => [term, value]));
    expect(facts.get("Comparator")).not.toMatch(/^no model/);
    expect(facts.get("Models")).toBe("not in the plan: their first answers came after the freeze");
    const answers = results.counts.reduce((sum, { count }) => sum + count, 0);
    expect(facts.get("People")).toMatch(new RegExp(`^${answers} people: ${answers} answers in `));
  });

  it("names no number of people if late answers of theirs are left out", () => {
    const items = results.items.slice(0, 2).map(({ id }) => id);
    const counted = items.map((itemId) => ({ itemId, conditionId: "c", answerKey: "true", count: 9 }));
    const late = items.map((itemId) => ({ itemId, conditionId: "c", answerKey: timedOutKey, count: 1 }));
    const peopleOf = (counts: StudyResults["counts"], unparsed: AnalysisPlan["unparsed"]) => {
      const plan = stored({ unparsed });
      const given = { ...results, counts };
      const part = { plan, stage: "pilot", study: { itemsPerSession: 2 }, standings: { excluded: 0 }, results: given };
      const page = part as unknown as StudyResultsPage;
      const { facts } = prepareVerdict(page, prepareResultsPage(given, defaultResultsQuery, plan), defaultResultsQuery);
      return facts.find(({ term }) => term === "People")?.value.split(" in ")[0];
    };
    expect(peopleOf(counted, "omit")).toBe("9 people: 18 answers");
    expect(peopleOf([...counted, ...late], "omit")).toBe("18 answers");
    expect(peopleOf([...counted, ...late], "wrong")).toBe("10 people: 20 answers");
  });

  it("takes the margin, the family and the models of the plan", () => {
    const tests = [{ kind: "equivalence" as const, of: "", hypothesis: "" }];
    const plan = stored({
      margin: 0.4,
      models: ["second"],
      comparator: { kind: "mean-person", k: null },
      family: { method: "bonferroni", alpha: 0.1, tests },
    });
    const { comparisons } = prepareResultsPage(results, defaultResultsQuery, plan);
    expect(comparisons.familySize).toBe(1);
    // The other model is exploratory, and not in the family.
    expect(comparisons.models.map(({ label, sides }) => [label, sides.person.status.kind])).toEqual([
      ["second", "exploratory"],
      ["first", "exploratory"],
    ]);
    expect(comparisons.models[0]?.sides.person.equivalence).toMatchObject({ margin: 0.4, decision: "few stories" });
  });

  it("tests the plan's own outcome under “As planned”, and calls its tests of right answers exploratory", () => {
    const outcome = { measure: "share-of-answer", answer: "false" } as const;
    const page = prepareResultsPage(results, defaultResultsQuery, stored({ outcome, margin: 0.4 }));
    expect(page).toMatchObject({ isExploratory: true, plan: { isMainConfirmatory: false, withheld: null } });
    const [planned] = page.plan.confirmatory!.models;
    const [shown] = page.comparisons.models;
    expect(planned!.sides.person.people.value).toBeCloseTo(1 - shown!.sides.person.people.value!, 12);
    expect(planned!.sides.person.sentence).toContain("“false”");
    expect(shown!.sides.person.equivalence).toBeNull();
    expect(planned!.sides.person.equivalence).not.toBeNull();
  });

  it("withholds everything confirmatory where marked words are the outcome, because this page knows none", () => {
    const plan = stored({ outcome: { measure: "localisation", answer: "" } });
    const page = prepareResultsPage(results, defaultResultsQuery, plan);
    expect(page).toMatchObject({ isExploratory: true, family: [], plan: { confirmatory: null } });
    expect(page.plan.withheld).toContain("Errors found");
  });

  it("withholds the confirmatory comparisons under switches that count other answers", () => {
    const { plan } = prepareResultsPage(results, { ...defaultResultsQuery, surplus: true }, stored());
    expect(plan).toMatchObject({ confirmatory: null, withheld: expect.stringContaining("filters of this page") });
  });

  it("lists only the cells that are asked for, and tests the same ones all the same", () => {
    const all = prepareResultsPage(results, defaultResultsQuery);
    const missed = prepareResultsPage(results, { ...defaultResultsQuery, show: "only-people-right" });
    // People are wrong on every fifth statement, the models together on every twelfth.
    expect(missed.cells.map(({ item }) => item.name)).toEqual(["i12"]);
    expect(missed).toMatchObject({ listed: 1, pages: 1, isExploratory: false, comparisons: all.comparisons });
    const models = prepareResultsPage(results, {
      ...defaultResultsQuery,
      show: "only-models-right",
      models: ["first"],
    });
    expect(models.cells.map(({ item }) => item.name)).toEqual(["i5", "i10", "i15"]);
  });

  it("calls everything exploratory that the plan does not name", () => {
    const family = { method: "holm" as const, alpha: 0.05, tests: [] };
    const none = prepareResultsPage(results, defaultResultsQuery, stored({ family }));
    expect(none).toMatchObject({ isExploratory: true, plan: { confirmatory: null, withheld: null } });
    const named = prepareResultsPage(
      results,
      defaultResultsQuery,
      stored({ family: { ...family, tests: [{ kind: "model-against-model", of: "", hypothesis: "" }] } }),
    );
    expect(named.exploratoryTests).toBe(none.exploratoryTests - 1);
  });
});
