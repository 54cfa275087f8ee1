import { describe, expect, it } from "vitest";
import { mindgamesHumanEvaluation } from "../../survey/presets/mindgames-human-evaluation.ts";
import { studyPresets } from "../../survey/presets/registry.ts";
import { defaultResultsQuery } from "../model/results-query.ts";
import { sampleItem } from "../model/sample-item.ts";
import { noUnmatched, type StudyResults } from "../model/study-results.ts";
import { prepareResultsPage } from "../preparation/prepare-results-page.ts";
import { storedPlan } from "./plan-record.ts";
import { presetPlan } from "./preset-plans.ts";

/**
 * Eight items of eight stories, with the given numbers of right and wrong people, and a model that is right on even
 * ones.
 */
function made(right: number, wrong: number): StudyResults {
  const ids = Array.from({ length: 8 }, (_, index) => `i${index}`);
  return {
    conditions: [{ id: "c", levels: {}, label: "plain" }],
    items: ids.map((id, index) => sampleItem({ id, storyId: `s${index}` })),
    counts: ids.flatMap((itemId) => [
      { itemId, conditionId: "c", answerKey: "true", count: right },
      { itemId, conditionId: "c", answerKey: "false", count: wrong },
    ]),
    series: [{ id: "m", modelId: "m", model: "Reader", source: "", rest: "", isDemo: false }],
    answers: ids.map((itemId, index) => {
      const answerKey = String(index % 2 === 0);
      const given = [{ answerKey, count: 1 }];
      return { seriesId: "m", itemId, conditionId: "c", answerKey, repeats: 1, given, unparsed: 0, parity: "verified" };
    }),
    unmatched: noUnmatched,
  };
}

function pageOf(results: StudyResults, preset: string | undefined, query = {}) {
  const plan = presetPlan(preset);
  const stored = plan && storedPlan({ document: plan, registration: "" }, null);
  return prepareResultsPage(results, { ...defaultResultsQuery, ...query }, stored);
}

describe("what a preset says of its analysis", () => {
  it("names the comparator that leads, whatever the number of answers; without a word of it that number decides", () => {
    const leads = (preset: string | undefined, right: number, wrong: number, query = {}) =>
      pageOf(made(right, wrong), preset, query).comparisons.leads;
    expect(leads("street-2024", 4, 2)).toBe("majority");
    expect(leads("many-items", 12, 4)).toBe("person");
    expect(leads("from-scratch", 4, 2)).toBe("person");
    expect(leads("from-scratch", 12, 4)).toBe("majority");
    // With two raters a majority never leads, and a URL has priority over the plan.
    expect(leads("street-2024", 1, 1)).toBe("person");
    expect(leads("street-2024", 12, 4, { leads: "person" })).toBe("person");
  });

  it("keeps the published rule of ties in the design of Street et al.: true only where more than half say so", () => {
    const tied = made(6, 6);
    expect(pageOf(tied, "street-2024").totals.majority.value).toBe(0);
    expect(pageOf(tied, "many-items").totals.majority.value).toBe(0.5);
    expect(pageOf(tied, "street-2024", { ties: "half" })).toMatchObject({
      totals: { majority: { value: 0.5 } },
      isExploratory: true,
    });
  });

  it("is said of presets that there are", () => {
    const ids = [...studyPresets.map(({ id }) => id), mindgamesHumanEvaluation.id];
    const speaking = ids.filter((id) => presetPlan(id) !== null);
    expect(speaking).toEqual(ids.filter((id) => id !== "from-scratch"));
    expect(presetPlan(undefined)).toBeNull();
  });
});
