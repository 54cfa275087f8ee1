import * as z from "zod";
import { errorConsistency } from "../agreement/error-consistency.ts";
import { errorConsistencyPanel } from "../agreement/error-consistency-panel.ts";
import { kappaGoodnessOfFit } from "../agreement/kappa-goodness-of-fit.ts";
import { majorityJackknife } from "../agreement/majority-jackknife.ts";
import { medianOf, percentilesOf } from "../basics/percentiles.ts";
import { equivalenceSignPatterns } from "../clustered/equivalence-sign-patterns.ts";
import { itemLogitScale } from "../regression/item-logit-scale.ts";
import { groupSequentialBoundaries, spendingFunctions } from "../sequential/group-sequential-boundaries.ts";
import { type Call, call, zeroOrOne } from "./call.ts";

const number = z.number();
const numbers = z.array(number.nullable());
const answers = z.array(zeroOrOne.nullable());
const labels = z.array(z.union([z.string(), number]).nullable());

/**
 * Error consistency of observers, planned interim looks, and intervals for designs with few clusters or rare answers.
 */
export const consistencyCalls: Record<string, Call> = {
  error_consistency: call(
    "a, b (right 1, wrong 0, null) -> n, nDropped, accuracyA, accuracyB, observed, expected, kappa, kappaMin, kappaMax, reason",
    { a: answers, b: answers },
    ({ a, b }) => errorConsistency(a, b),
  ),
  error_consistency_panel: call(
    "people (people x items, 1/0/null), model, minItems (1) -> nPeople, peoplePeople, nPairs, nPairsUndefined, peopleModel, nModelPairs, nModelPairsUndefined, difference, perPersonPeople, perPersonModel, reason",
    { people: z.array(answers), model: answers, minItems: number.optional() },
    ({ people, model, minItems }) => errorConsistencyPanel(people, model, minItems),
  ),
  group_sequential_boundaries: call(
    `fractions, alpha (0.05, two-sided), spending (${spendingFunctions.join(" | ")}) -> looks {fraction, spent, increment, z, pNominal}`,
    { fractions: z.array(number), alpha: number.optional(), spending: z.enum(spendingFunctions).optional() },
    ({ fractions, alpha, spending }) => groupSequentialBoundaries(fractions, alpha, spending),
  ),
  majority_jackknife: call(
    "responses (people x items, 1/0/null), k, conf (0.95) -> k, accuracy, nItems, nItemsJackknife, nPeople, se, df, low, high, reason",
    { responses: z.array(answers), k: number, conf: number.optional() },
    ({ responses, k, conf }) => majorityJackknife(responses, k, conf),
  ),
  equivalence_sign_patterns: call(
    "values (differences), clusters (at most 16), margin, alpha -> n, nDropped, nClusters, clusters {cluster, n, mean}, estimate, pLower, pUpper, pvalue, smallestP, equivalent, reason",
    { values: numbers, clusters: labels, margin: number, alpha: number },
    ({ values, clusters, margin, alpha }) => equivalenceSignPatterns(values, clusters, margin, alpha),
  ),
  item_logit_scale: call(
    "y (0, 1, null), item, isModel (0 person, 1 model), conf (0.95) -> n, nDropped, nItems, nPeopleAnswers, nModelAnswers, people, modelEffect, se, low, high, sdItem, loglik, singular, items {item, n, easiness}, reason",
    { y: answers, item: labels, isModel: z.array(zeroOrOne), conf: number.optional() },
    ({ y, item, isModel, conf }) => itemLogitScale(y, item, isModel, conf),
  ),
  kappa_gof_interval: call(
    "a, b (0, 1, null), conf (0.95) -> n, nDropped, bothOne, discordant, bothZero, share, kappa, low, high, reason",
    { a: answers, b: answers, conf: number.optional() },
    ({ a, b, conf }) => kappaGoodnessOfFit(a, b, conf),
  ),
  median_type7: call("values -> n, nDropped, median, reason", { values: numbers }, ({ values }) => medianOf(values)),
  percentile_type7: call(
    "values, probs -> n, nDropped, percentiles, reason",
    { values: numbers, probs: z.array(number) },
    ({ values, probs }) => percentilesOf(values, probs),
  ),
};
