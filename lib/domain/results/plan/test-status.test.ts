import { describe, expect, it } from "vitest";
import { cellViewTitles } from "../views/cell-views.ts";
import { viewTitles } from "../views/study-views.ts";
import { analysisPlanSchema } from "./analysis-plan.ts";
import { decideTestStatus } from "./test-status.ts";

const plan = analysisPlanSchema.parse({
  family: {
    method: "holm",
    alpha: 0.05,
    tests: [
      { kind: "levels", of: "order" },
      { kind: "groups-of-people", of: "" },
    ],
  },
});
const frozen = { plan, frozenAt: new Date(0) };
const whole = { isInterim: false, isNarrowed: false };

describe("the stamp of a view", () => {
  it("is confirmatory only for what a frozen plan names, unfiltered", () => {
    expect(decideTestStatus("attributes", frozen, whole)).toBe("confirmatory");
    expect(decideTestStatus("levels", frozen, { ...whole, of: "order" })).toBe("confirmatory");
    expect(decideTestStatus("levels", frozen, { ...whole, of: "genre" })).toBe("exploratory");
    expect(decideTestStatus("attributes", frozen, { isInterim: false, isNarrowed: true })).toBe("exploratory");
    expect(decideTestStatus("attributes", { ...frozen, frozenAt: null }, whole)).toBe("exploratory");
    expect(decideTestStatus("attributes", null, whole)).toBe("exploratory");
    const other = { ...plan, outcome: { measure: "share-of-answer" as const, answer: "true" } };
    expect(decideTestStatus("attributes", { ...frozen, plan: other }, whole)).toBe("exploratory");
  });

  it("is exploratory for tests that no plan can name, and descriptive without a test", () => {
    expect(decideTestStatus("rasch", frozen, whole)).toBe("exploratory");
    expect(decideTestStatus("accuracy", frozen, whole)).toBe("descriptive");
    const stamps = [...cellViewTitles, ...viewTitles].map(({ id }) => decideTestStatus(id, null, whole));
    expect(new Set(stamps)).toEqual(new Set(["exploratory", "descriptive"]));
  });
});
