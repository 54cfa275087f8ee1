import { describe, expect, it } from "vitest";
import cases from "../fixtures/golden-cases.json" with { type: "json" };
import { answerCall, calls } from "./answer-call.ts";

interface GoldenCase {
  id: string;
  fn: string;
  input: unknown;
  expected: unknown;
  source: string;
}

const golden = cases as GoldenCase[];

describe("the statistics by name", () => {
  it.each(golden.map((entry) => [entry.id, entry] as const))("%s agrees with its source", (_id, entry) => {
    if (isError(entry.expected)) expect(() => answerCall(entry.fn, entry.input)).toThrow(RangeError);
    else expect(disagreements(answerCall(entry.fn, entry.input), entry.expected)).toEqual([]);
  });

  it("have a golden case each", () => {
    expect(new Set(golden.map((entry) => entry.fn))).toEqual(new Set(calls.keys()));
  });

  it.each([
    ["an unknown name", "wilsen", { k: 1, n: 2 }],
    ["the name of an object's own machinery", "constructor", {}],
    ["a field that nobody asked for", "mcnemar_spss", { b: 1, c: 2, exactmax: 25 }],
    ["a missing field", "wilson", { k: 1 }],
    ["a fraction of an answer", "wilson", { k: 0.5, n: 2, conf: 0.95 }],
    ["a negative count", "two_prop_z", { k1: -1, n1: 2, k2: 0, n2: 2 }],
    ["more successes than trials", "two_prop_z", { k1: 3, n1: 2, k2: 0, n2: 2 }],
    ["a confidence of 1", "wilson", { k: 1, n: 2, conf: 1 }],
    ["a number written as text", "norm_cdf", { x: "1.5" }],
    ["null for a number", "norm_cdf", { x: null }],
    ["a probability above 1", "norm_ppf", { p: 1.1 }],
    ["no degrees of freedom", "chi2_sf", { x: 1, df: 0 }],
    ["an unknown alternative", "binom_test", { k: 1, n: 2, p: 0.5, alternative: "both" }],
    ["an unknown McNemar method", "mcnemar", { b: 1, c: 2, method: "asymptotic" }],
    ["lists of different lengths", "paired_counts", { a: [1], b: [1, 0] }],
    ["a truth value where 0 or 1 is meant", "paired_counts", { a: [true], b: [1] }],
    ["a missing cell in Cochran's Q", "cochran_q", { rows: [[1, null]] }],
    ["ragged rows", "cochran_q", { rows: [[1, 0], [1]] }],
    ["a single treatment", "cochran_q", { rows: [[1], [0]] }],
    [
      "unequal numbers of ratings",
      "fleiss_kappa",
      {
        counts: [
          [2, 1],
          [1, 1],
        ],
      },
    ],
    ["one rating an item", "fleiss_kappa", { counts: [[1, 0]] }],
    ["a metric other than nominal", "krippendorff_alpha", { data: [[1], [1]], metric: "interval" }],
    ["raters who saw different numbers of units", "percent_agreement", { data: [[1, 2], [1]] }],
    ["a p-value above 1", "p_adjust", { p: [1.2], method: "holm" }],
    ["an unknown correction", "p_adjust", { p: [0.2], method: "hochberg" }],
    ["more exceedances than rounds", "mc_pvalue", { exceed: 11, k: 10 }],
    ["a missing score", "mean_rank_perm", { scores: [[1, null]] }],
    ["no model", "mean_rank_perm", { scores: [] }],
    ["values without clusters", "cluster_se", { values: [1, 2], clusters: ["a"], conf: 0.95 }],
    ["a cluster without a name", "cluster_se", { values: [1], clusters: [null], conf: 0.95 }],
    ["a response that is neither true nor false", "majority_vote", { responses: [1, 0] }],
    ["an unknown tie policy", "majority_accuracy", { items: [], tiePolicy: "true" }],
    ["a text that is missing", "word_iou", { pred: null, gold: "x" }],
    ["a span that ends before it starts", "word_iou_spans", { predSpans: [[3, 1]], goldSpans: [] }],
    ["an overlap above 1", "kste_scores", { items: [{ hasError: true, saysError: true, iou: 1.5 }] }],
    ["a found error without its overlap", "kste_scores", { items: [{ hasError: true, saysError: true, iou: null }] }],
    ["a log-probability of plus infinity", "p_affirm", { logprobs: { True: "Infinity" } }],
    ["three sides", "power_two_prop", { p1: 0.1, p2: 0.2, n: 10, alpha: 0.05, sides: 3 }],
    ["equal proportions to tell apart", "sample_size_two_prop", { p1: 0.2, p2: 0.2, power: 0.8 }],
    ["discordances above 1", "sample_size_mcnemar", { p10: 0.8, p01: 0.4, power: 0.8 }],
    ["half a pair", "power_mcnemar_exact", { p10: 0.1, p01: 0.2, n: 10.5 }],
    ["an interval without width", "sample_size_wilson", { p: 0.5, halfWidth: 0 }],
  ])("refuse %s in one sentence", (_what, fn, input) => {
    expect(() => answerCall(fn, input)).toThrow(RangeError);
    expect(() => answerCall(fn, input)).toThrow(/^[^\n]+$/);
  });

  it("write infinite values as text", () => {
    expect(answerCall("norm_ppf", { p: 0 })).toEqual({ value: "-Infinity" });
    expect(answerCall("norm_cdf", { x: "-Infinity" })).toEqual({ value: 0 });
  });
});

function isError(expected: unknown): boolean {
  return typeof expected === "object" && expected !== null && "error" in expected;
}

/** The places where two values differ by more than the fixture's tolerance; fields beyond the wanted ones count. */
function disagreements(got: unknown, want: unknown, place = ""): string[] {
  if (typeof got === "number" && typeof want === "number")
    return isClose(got, want) ? [] : [`${place}: ${got} for ${want}`];
  if (got !== null && want !== null && typeof got === "object" && typeof want === "object") {
    const keys = new Set([...Object.keys(got), ...Object.keys(want)]);
    return [...keys].flatMap((key) =>
      disagreements((got as Record<string, unknown>)[key], (want as Record<string, unknown>)[key], `${place}.${key}`),
    );
  }
  return got === want ? [] : [`${place}: ${String(got)} for ${String(want)}`];
}

function isClose(got: number, want: number): boolean {
  const error = Math.abs(got - want);
  const size = Math.abs(want);
  if (error > 1e-12 + 1e-9 * size) return false;
  return size < 1e-290 || size > 1e-12 || error <= 1e-6 * size;
}
