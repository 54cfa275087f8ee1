import { describe, expect, it } from "vitest";
import { chooseTest } from "./choose-test.ts";
import type { Comparison, TestName } from "./comparison.ts";

const twoModels: Comparison = {
  aim: "difference",
  outcome: "binary",
  parties: 2,
  items: "same",
  stories: null,
  answersPerPerson: "none",
  complete: true,
};

function chosen(change: Partial<Comparison>, requested?: TestName) {
  const choice = chooseTest({ ...twoModels, ...change }, requested);
  return choice.ok ? choice.test : choice.reason;
}

describe("the referee", () => {
  it.each<[string, Partial<Comparison>, string]>([
    ["two models on the same items", {}, "mcnemar-midp"],
    ["two models on the items of many stories", { stories: 50 }, "paired-clustered-t"],
    ["two models on one story", { stories: 1 }, "mcnemar-midp"],
    ["people in blocks beside a model", { stories: 7, answersPerPerson: "several" }, "two-way-clustered-t"],
    ["scores on the same items", { outcome: "continuous" }, "paired-clustered-t"],
    ["rates on different items", { items: "different" }, "two-proportion-z"],
    ["rates on different items of shared stories", { items: "different", stories: 7 }, "unpaired-clustered-t"],
    ["scores on different items", { items: "different", outcome: "continuous" }, "unpaired-clustered-t"],
    ["one model against chance", { aim: "chance", parties: 1 }, "exact-binomial"],
    ["one model against chance over stories", { aim: "chance", parties: 1, stories: 7 }, "clustered-t"],
    ["two raters", { aim: "agreement", outcome: "nominal" }, "cohen-kappa"],
    ["five raters", { aim: "agreement", outcome: "nominal", parties: 5 }, "fleiss-kappa"],
    ["raters with gaps", { aim: "agreement", outcome: "nominal", complete: false }, "krippendorff-alpha"],
    ["models that rank types", { aim: "ranking", outcome: "continuous", parties: 16 }, "mean-rank-permutation"],
    ["one model and nobody else", { parties: 1 }, "tooFewParties"],
    ["categories without an order", { outcome: "nominal" }, "noOrder"],
    ["raters of different items", { aim: "agreement", items: "different" }, "nothingShared"],
    ["agreement of scores", { aim: "agreement", outcome: "continuous" }, "continuousAgreement"],
  ])("answers %s", (_what, change, answer) => {
    expect(chosen(change)).toBe(answer);
  });

  it.each<[string, Partial<Comparison>, TestName, string]>([
    ["an unpaired test on paired data", {}, "two-proportion-z", "unpairedTestOnPairedData"],
    ["an unpaired clustered test on paired data", { stories: 9 }, "unpaired-clustered-t", "unpairedTestOnPairedData"],
    ["a paired test without pairs", { items: "different" }, "mcnemar-exact", "pairedTestOnDifferentItems"],
    ["a test of proportions on scores", { outcome: "continuous" }, "mcnemar-midp", "needsBinary"],
    ["kappa for a difference", {}, "cohen-kappa", "otherQuestion"],
    ["a difference for agreement", { aim: "agreement" }, "mcnemar-midp", "otherQuestion"],
    ["an overall test for two", {}, "cochran-q", "otherQuestion"],
    ["clustering by people where there are none", { stories: 9 }, "two-way-clustered-t", "otherQuestion"],
  ])("refuses %s and names a better one", (_what, change, requested, reason) => {
    const choice = chooseTest({ ...twoModels, ...change }, requested);
    expect(choice).toMatchObject({ ok: false, reason });
    if (!choice.ok) {
      expect(choice.instead).toBe(chosen(change));
      expect(choice.sentence).toMatch(/^[A-Z].*\.$/);
    }
  });

  it("lets a paired test that ignores stories pass, with a warning", () => {
    const choice = chooseTest({ ...twoModels, stories: 20 }, "mcnemar-exact");
    expect(choice).toMatchObject({ ok: true, test: "mcnemar-exact" });
    if (choice.ok) expect(choice.warnings).toHaveLength(1);
    expect(chosen({}, "mcnemar-exact")).toBe("mcnemar-exact");
  });

  it("says that few clusters make a clustered error rough", () => {
    const few = chooseTest({ ...twoModels, stories: 9 });
    const enough = chooseTest({ ...twoModels, stories: 10 });
    expect(few.ok && few.warnings).toHaveLength(1);
    expect(enough.ok && enough.warnings).toHaveLength(0);
  });

  it("adds Holm over all pairs and an overall test from three sides on", () => {
    expect(chooseTest(twoModels)).toMatchObject({ correction: null, familySize: 1, overall: null });
    expect(chooseTest({ ...twoModels, parties: 3 })).toMatchObject({
      correction: "holm",
      familySize: 3,
      overall: "cochran-q",
    });
    expect(chooseTest({ ...twoModels, parties: 25 })).toMatchObject({ familySize: 300 });
  });

  it("gives every reason in one sentence", () => {
    const choice = chooseTest({ ...twoModels, stories: 7 });
    expect(choice.ok && choice.reason).toMatch(/^[A-Z][^.]*\.$/);
    expect(() => chooseTest({ ...twoModels, parties: 0 })).toThrow(RangeError);
  });
});
