import { describe, expect, it } from "vitest";
import { type FinishedCopy, type FirstReview, prepareCollectionFigures } from "./prepare-collection-figures.ts";

function copy(itemId: string, fields: Partial<FinishedCopy> = {}): FinishedCopy {
  return {
    itemId,
    groupKey: itemId,
    kind: "error",
    genre: "kids",
    knowledgeType: "future-events",
    copy: 1,
    rater: "ann",
    verdict: "sound",
    firstVerdict: fields.verdict ?? "sound",
    activeMs: 300_000,
    change: fields.verdict === "refined" ? "text" : null,
    isOverruled: false,
    isUnblinded: false,
    errors: null,
    ...fields,
  };
}

function review(itemId: string, fields: Partial<FirstReview>): FirstReview {
  return {
    ...{ itemId, kind: "error", genre: "kids", knowledgeType: "future-events", decision: "accept" },
    ...{ isSample: false, change: null, wasReturned: false, wasChanged: false },
    ...fields,
  };
}

describe("the report", () => {
  it("count items, not copies, with n and interval, and say nothing about nothing", () => {
    const empty = prepareCollectionFigures([], []);
    expect(empty.all).toMatchObject({ items: 0, refined: { k: 0, n: 0, estimate: null, low: 0, high: 1 } });
    expect(empty.all.seconds).toEqual({ n: 0, mean: null, median: null, lowerQuartile: null, upperQuartile: null });
    expect(empty.agreement).toMatchObject({ items: 0, raw: null, kappa: null, alpha: { alpha: null } });
    const numbers = prepareCollectionFigures(
      [copy("a", { verdict: "refined" }), copy("a", { copy: 2, rater: "ben" }), copy("b"), copy("c", { kind: "knp" })],
      [],
    );
    expect(numbers.all).toMatchObject({ items: 3, refined: { k: 1, n: 3, estimate: 1 / 3 } });
    expect(numbers.byKind.map(({ label, items }) => [label, items])).toEqual([
      ["error", 2],
      ["knp", 1],
    ]);
  });

  it("tell refined items that review changed from untouched ones that review found defective", () => {
    const copies = [
      copy("a", { verdict: "refined" }),
      copy("b", { verdict: "refined" }),
      copy("c"),
      copy("d"),
      copy("e"),
    ];
    const { all } = prepareCollectionFigures(copies, [
      review("a", { decision: "change", isSample: false, wasReturned: false, wasChanged: false, change: "text" }),
      review("b", { decision: "accept", isSample: false, wasReturned: false, change: "text" }),
      review("c", { decision: "return", isSample: true, wasReturned: true, change: null }),
      review("d", { decision: "accept", isSample: true, wasReturned: false, change: null }),
      review("e", { decision: "change", isSample: false, change: "marks" }),
    ]);
    expect(all.changedInReview).toMatchObject({ k: 1, n: 2 });
    expect(all.marksChangedInReview).toMatchObject({ k: 1, n: 1 });
    expect(all.untouchedDefects).toMatchObject({ k: 1, n: 2, estimate: 0.5 });
    expect(all.untouchedDefects.low).toBeCloseTo(0.0945, 3);
  });

  it("tell changed texts from moved marks, leave out what review kept, and count returns for ever", () => {
    const copies = [
      copy("a", { verdict: "refined" }),
      copy("a", { verdict: "refined", change: "marks", copy: 2, rater: "ben" }),
      copy("b", { verdict: "refined", change: "marks" }),
      copy("c", { verdict: "irreparable" }),
      copy("d", { verdict: "irreparable", isOverruled: true }),
    ];
    const { all } = prepareCollectionFigures(copies, [
      review("a", { decision: "accept", isSample: false, wasReturned: true, change: "text" }),
      review("d", { decision: "accept", isSample: false, wasReturned: false, change: "text" }),
    ]);
    expect([all.refined.k, all.marksOnly.k, all.irreparable.k, all.items]).toEqual([1, 1, 1, 4]);
    expect(all.returned).toMatchObject({ k: 1, n: 2 });
  });

  it("leave verdicts out of agreement that were given after reading what models answered", () => {
    const two = [copy("a"), copy("a", { copy: 2, rater: "ben", verdict: "refined", isUnblinded: true })];
    expect(prepareCollectionFigures(two, []).agreement).toMatchObject({ items: 0, raw: null });
  });

  it("give seconds with quartiles", () => {
    const seconds = [1, 2, 3, 4, 10].map((value, index) => copy(`i${index}`, { activeMs: value * 1000 }));
    expect(prepareCollectionFigures(seconds, []).all.seconds).toEqual({
      n: 5,
      mean: 4,
      median: 3,
      lowerQuartile: 2,
      upperQuartile: 4,
    });
  });

  it("compare verdicts and, on the same text, marked words", () => {
    const errors = (text: string, ...spans: [number, number][]) => ({ text, spans });
    const { agreement } = prepareCollectionFigures(
      [
        copy("a", { errors: errors("t", [0, 10]) }),
        copy("a", { copy: 2, rater: "ben", errors: errors("t", [5, 15]) }),
        copy("b", { verdict: "refined", errors: errors("t", [0, 4]) }),
        copy("b", { copy: 2, rater: "cleo", verdict: "refined", errors: errors("other", [0, 4]) }),
        copy("c", { errors: errors("t", [0, 4]) }),
      ],
      [],
    );
    expect(agreement).toMatchObject({ items: 2, raw: 1, kappa: { n: 2, kappa: 1 }, alpha: { alpha: 1, nUnits: 2 } });
    // Perfect agreement has no variation.
    expect([agreement.rawLimits, agreement.alphaLimits]).toEqual([
      { low: null, high: null },
      { low: null, high: null, reason: null },
    ]);
    expect(agreement.spans).toEqual({ items: 1, pairs: 1, meanIou: 1 / 3, notComparable: 1 });
  });

  it("have intervals, for all verdicts and for each against the others", () => {
    const pair = (item: string, one: FinishedCopy["firstVerdict"], other: FinishedCopy["firstVerdict"]) => [
      copy(item, { verdict: one }),
      copy(item, { copy: 2, rater: "ben", verdict: other }),
    ];
    const { agreement } = prepareCollectionFigures(
      [...pair("a", "sound", "sound"), ...pair("b", "sound", "refined"), ...pair("c", "refined", "refined")],
      [],
    );
    // Shares 1, 0, 1: mean 2/3, standard error 1/3, t(2) = 4.302653.
    expect(agreement.rawLimits.low).toBeCloseTo(2 / 3 - 4.302653 / 3, 5);
    // Observed disagreement 2/6, expected 18/30.
    expect(agreement.byVerdict.map(({ verdict, given, alpha }) => [verdict, given, alpha?.toFixed(4)])).toEqual([
      ["sound", 3, "0.4444"],
      ["refined", 3, "0.4444"],
    ]);
    const tooFew = {
      low: null,
      high: null,
      reason: expect.stringContaining("too few items, or too rare an answer"),
    };
    for (const limits of [agreement.alphaLimits, agreement.byVerdict[0]]) expect(limits).toMatchObject(tooFew);
  });

  it("mark limits of alpha that are approximate, and name no reason where they are not", () => {
    const verdicts = (times: number) =>
      Array.from({ length: times }, (_, index) => {
        const [one, other] = [index % 2 === 0 ? "sound" : "refined", index % 8 < 2 ? "refined" : "sound"] as const;
        return [copy(`${index}`, { verdict: one }), copy(`${index}`, { copy: 2, rater: "ben", verdict: other })];
      }).flat();
    const limitsOf = (times: number) => prepareCollectionFigures(verdicts(times), []).agreement.alphaLimits;
    expect(limitsOf(32)).toMatchObject({ low: expect.any(Number), reason: expect.stringMatching(/^Approximate: 88/) });
    expect(limitsOf(80)).toMatchObject({ low: expect.any(Number), reason: null });
  });
});
