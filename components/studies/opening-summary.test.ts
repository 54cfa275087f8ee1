import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { minPeopleForMajority } from "@/lib/domain/results/model/majority.ts";
import { defaultAnalysisPlan } from "@/lib/domain/results/plan/analysis-plan.ts";
import { OpeningSummary } from "./opening-summary.tsx";

const summaryOf = (isSaved: boolean) =>
  renderToStaticMarkup(
    createElement(OpeningSummary, {
      missing: [],
      frozenSettings: [],
      commitment: { plan: defaultAnalysisPlan(), isSaved },
    }),
  );

it("a study without a saved plan is opened with the comparator of its results pages and no confirmatory test", () => {
  const unsaved = summaryOf(false);
  expect(unsaved).toContain(
    `the majority where cells have at least ${minPeopleForMajority} answers, otherwise the mean person`,
  );
  expect(unsaved).toContain("none, because no analysis plan is saved");
  expect(unsaved).not.toContain("Holm");
  expect(summaryOf(true)).toContain("(Holm, 0.05)");
});
