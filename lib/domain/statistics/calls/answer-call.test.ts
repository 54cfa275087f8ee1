import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { disagreements, type GoldenCase, isRefused } from "../fixtures/golden-case.ts";
import { answerCall, statisticsFunctions } from "./answer-call.ts";

// Read as text, because type inference for their many numbers would be slow.
const files = ["", "-inference", "-consistency", "-annotation"].map((part) => `golden-cases${part}.json`);
const golden = files.flatMap(
  (name) => JSON.parse(readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8")) as GoldenCase[],
);

describe("the statistics by name", () => {
  it.each(golden.map((entry) => [entry.id, entry] as const))("%s agrees with its source", (_id, entry) => {
    if (isRefused(entry)) expect(() => answerCall(entry.fn, entry.input)).toThrow(RangeError);
    else expect(disagreements(answerCall(entry.fn, entry.input), entry)).toEqual([]);
  });

  it("have a golden case each", () => {
    // `sites/random-effects.test.ts` compares it with its own file of values.
    const elsewhere = ["random_effects"];
    expect(new Set([...golden.map((entry) => entry.fn), ...elsewhere])).toEqual(new Set(statisticsFunctions.keys()));
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
    ["an unknown metric", "krippendorff_alpha", { data: [[1], [1]], metric: "ratio" }],
    ["texts with distances", "krippendorff_alpha", { data: [["a"], ["b"]], metric: "interval" }],
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
    ["pairs without a partner", "cr2_paired", { a: [1, 0], b: [1], clusters: null }],
    ["a confidence of 0", "cr2_paired", { a: [1], b: [1], clusters: null, conf: 0 }],
    ["a truth value for a cluster", "cr2_paired", { a: [1], b: [1], clusters: [true] }],
    ["a margin of 0", "tost_paired_clustered", { a: [1], b: [1], clusters: null, margin: 0, alpha: 0.05 }],
    ["a one-sided level of a half", "tost_paired_clustered", { a: [1], b: [1], clusters: null, margin: 1, alpha: 0.5 }],
    ["clusters of one kind only", "cgm_two_way", { values: [1], clusterA: ["a"], clusterB: [] }],
    ["a chance level of 1", "binomial_vs_chance_clustered", { y: [1], clusters: null, chance: 1 }],
    ["half a right answer", "binomial_vs_chance_clustered", { y: [0.5], clusters: null, chance: 0.5 }],
    [
      "one level compared with itself",
      "adjacent_levels",
      { subject: ["p"], story: ["s"], level: [1], correct: [1], levelLow: 1, levelHigh: 1 },
    ],
    ["a third group", "mantel_haenszel_dif", { responses: [[1, 0]], group: [2], item: 0, width: 1 }],
    ["an item beyond the last", "mantel_haenszel_dif", { responses: [[1, 0]], group: [0], item: 2, width: 1 }],
    ["strata without width", "mantel_haenszel_dif", { responses: [[1, 0]], group: [0], item: 0, width: 0 }],
    ["a missing answer in the Rasch model", "rasch_cml", { responses: [[1, null]] }],
    ["an answer without its difficulty", "ability_ml", { difficulties: [0], responses: [1, 0] }],
    [
      "equal answers in a mixed model",
      "glmm_crossed_logistic",
      { y: [1, 1], subject: [1, 2], item: [1, 2], X: [[], []] },
    ],
    ["a single subject", "glmm_crossed_logistic", { y: [1, 0], subject: [1, 1], item: [1, 2], X: [[], []] }],
    [
      "a constant predictor",
      "glmm_crossed_logistic",
      { y: [1, 0, 1, 0], subject: [1, 1, 2, 2], item: [1, 2, 1, 2], X: [[1], [1], [1], [1]] },
    ],
    ["an unknown tie of a crowd", "crowd_of_k", { cells: [], kMax: 1, tiePolicy: "incorrect" }],
    ["a crowd of nobody", "crowd_of_k", { cells: [], kMax: 0, tiePolicy: "half" }],
    ["an unknown tie of the others", "human_vs_rest", { responses: [], tiePolicy: "false" }],
    ["a share above 1", "distribution_agreement", { human: [1.1], model: [null], gold: [1] }],
    ["targets that miss 1", "raking_weights", { margins: [{ categories: ["a"], targets: { a: 0.9 } }], y: [1] }],
    ["a target of 0", "raking_weights", { margins: [{ categories: ["a", "b"], targets: { a: 1, b: 0 } }], y: [1, 0] }],
    [
      "weights that do not settle in time",
      "raking_weights",
      { margins: [{ categories: ["a", "a", "b"], targets: { a: 0.5, b: 0.5 } }], y: [1, 0, 1], maxIter: 1 },
    ],
    ["a label beyond the classes", "dawid_skene_em", { labels: [[2]], nClasses: 2 }],
    ["no label at all", "dawid_skene_em", { labels: [[null]], nClasses: 2 }],
    ["more completers than starters", "drop_out_by_arm", { arms: [{ started: 1, completed: 2, sum: 1 }] }],
    ["more points than completers", "drop_out_by_arm", { arms: [{ started: 2, completed: 1, sum: 1.5 }] }],
    ["both a number and a power", "tost_power_paired", { p10: 0.1, p01: 0.1, margin: 0.1, n: 10, power: 0.8 }],
    ["neither a number nor a power", "tost_power_paired", { p10: 0.1, p01: 0.1, margin: 0.1 }],
    ["more discordance than pairs", "tost_power_paired", { p10: 0.6, p01: 0.6, margin: 0.1, n: 10 }],
    ["observers who saw different numbers of items", "error_consistency", { a: [1, 0, 1], b: [1, 0] }],
    [
      "a person with another number of items than the model",
      "error_consistency_panel",
      { people: [[1]], model: [1, 0] },
    ],
    ["pairs that share no item", "error_consistency_panel", { people: [[1]], model: [1], minItems: 0 }],
    ["looks that do not increase", "group_sequential_boundaries", { fractions: [0.5, 0.5] }],
    ["no look", "group_sequential_boundaries", { fractions: [] }],
    ["a look at nothing", "group_sequential_boundaries", { fractions: [0, 1] }],
    ["a look beyond the end", "group_sequential_boundaries", { fractions: [0.5, 1.1] }],
    ["an unknown spending function", "group_sequential_boundaries", { fractions: [1], spending: "haybittle_peto" }],
    ["ragged rows of people", "majority_jackknife", { responses: [[1, 0], [1]], k: 1 }],
    ["the majority of no people", "majority_jackknife", { responses: [[1, 0]], k: 0 }],
    [
      "more than 16 clusters",
      "equivalence_sign_patterns",
      { values: Array(17).fill(0), clusters: [...Array(17).keys()], margin: 0.1, alpha: 0.05 },
    ],
    [
      "a margin of 0 for sign patterns",
      "equivalence_sign_patterns",
      { values: [0], clusters: ["a"], margin: 0, alpha: 0.05 },
    ],
    [
      "an answer of an unknown observer",
      "item_logit_scale",
      { y: [null, 1], item: ["a", "b"], isModel: [null, 1], conf: 0.95 },
    ],
    ["half an answer in a kappa", "kappa_gof_interval", { a: [0.5], b: [1] }],
    ["a percentile above 1", "percentile_type7", { values: [1], probs: [1.1] }],
    ["a value written as text", "median_type7", { values: ["1"] }],
    ["a negative design effect", "cluster_precision", { share: 0.5, icc: -0.5, sizes: [20, 20] }],
    ["a size without a width", "cluster_precision", { share: 0.5, icc: 0.1, clusterSize: 10 }],
  ])("refuse %s in one sentence", (_what, fn, input) => {
    expect(() => answerCall(fn, input)).toThrow(RangeError);
    expect(() => answerCall(fn, input)).toThrow(/^[^\n]+$/);
  });

  it("write infinite values as text", () => {
    expect(answerCall("norm_ppf", { p: 0 })).toEqual({ value: "-Infinity" });
    expect(answerCall("norm_cdf", { x: "-Infinity" })).toEqual({ value: 0 });
  });
});
