import * as z from "zod";
import { seededRandom } from "../../random.ts";
import { alphaInterval, kappaInterval } from "../agreement/agreement-intervals.ts";
import { categoryVote } from "../agreement/category-vote.ts";
import { crowdAccuracy, crowdTiePolicies } from "../agreement/crowd-accuracy.ts";
import { dawidSkene } from "../agreement/dawid-skene.ts";
import { distributionAgreement } from "../agreement/distribution-agreement.ts";
import { humanVersusRest, restTiePolicies } from "../agreement/human-versus-rest.ts";
import { mace } from "../agreement/mace.ts";
import { orderedAlphaInterval, orderedMetrics } from "../agreement/ordered-alpha.ts";
import { splitHalfAgreement } from "../agreement/split-half-agreement.ts";
import { dropOutByArm } from "../sampling/drop-out-by-arm.ts";
import { rakingWeights } from "../sampling/raking-weights.ts";
import { type Call, call, category, zeroOrOne } from "./call.ts";

const number = z.number();
const ratings = z.array(category.nullable());
const shares = z.array(number.nullable());
const votes = { nTrue: number, nFalse: number };

/** Statistics of many people: majorities, agreement, weights, drop-out. */
export const crowdCalls: Record<string, Call> = {
  crowd_of_k: call(
    `cells {nTrue, nFalse, gold}, kMax, tiePolicy (${crowdTiePolicies.join(" | ")}) -> accuracy, nCells (both by k - 1)`,
    {
      cells: z.array(z.strictObject({ ...votes, gold: z.boolean() })),
      kMax: number,
      tiePolicy: z.enum(crowdTiePolicies).optional(),
    },
    ({ cells, kMax, tiePolicy }) => crowdAccuracy(cells, kMax, tiePolicy),
  ),
  split_half_reliability_exact: call(
    "cells {nTrue, nFalse}, k (null = half of each cell) -> perCell, nCells, agreement, meanSquaredDiff",
    { cells: z.array(z.strictObject(votes)), k: number.nullish() },
    ({ cells, k }) => splitHalfAgreement(cells, k ?? null),
  ),
  human_vs_rest: call(
    `responses (people x cells, 1/0/null), tiePolicy (${restTiePolicies.join(" | ")}), conf (0.95) -> perPerson, nPerPerson, meanOfPersons, nCells, pooled, se, df, low, high`,
    {
      responses: z.array(z.array(zeroOrOne.nullable())),
      tiePolicy: z.enum(restTiePolicies).optional(),
      conf: number.optional(),
    },
    ({ responses, tiePolicy, conf }) => humanVersusRest(responses, tiePolicy, conf),
  ),
  distribution_agreement: call(
    "human, model, gold, eps (1e-6) -> n, pearson, spearman, meanAbsDiff, jsd, nGold, brier, ece, logLoss",
    { human: shares, model: shares, gold: z.array(zeroOrOne.nullable()), eps: number.optional() },
    ({ human, model, gold, eps }) => distributionAgreement(human, model, gold, eps),
  ),
  raking_weights: call(
    "margins {categories, targets}, y, maxIter (1000), tol (1e-12) -> weights, deff, nEff, share, seFixed, se",
    {
      margins: z.array(
        z.strictObject({
          categories: z.array(z.union([z.string(), number])),
          targets: z.record(z.string(), number),
        }),
      ),
      y: z.array(number),
      maxIter: number.optional(),
      tol: number.optional(),
    },
    ({ margins, y, maxIter = 1000, tol = 1e-12 }) => rakingWeights(margins, y, maxIter, tol),
  ),
  kappa_ci: call(
    "a, b, conf (0.95) -> n, kappa, se, low, high",
    { a: ratings, b: ratings, conf: number.optional() },
    (input) => kappaInterval(input.a, input.b, input.conf),
  ),
  krippendorff_alpha_ci: call(
    "data (raters x units), conf (0.95) -> nUnits, alpha, se, df, low, high",
    { data: z.array(ratings), conf: number.optional() },
    ({ data, conf }) => alphaInterval(data, conf),
  ),
  krippendorff_alpha_ordered_ci: call(
    "data (raters x units, numbers), metric (ordinal | interval), conf (0.95) -> nUnits, alpha, se, df, low, high",
    { data: z.array(z.array(number.nullable())), metric: z.enum(orderedMetrics), conf: number.optional() },
    ({ data, metric, conf }) => orderedAlphaInterval(data, metric, conf),
  ),
  category_vote: call(
    "answers, weights (1 each) -> n, label (null = tie), tied, shares {value, share}",
    { answers: ratings, weights: z.array(number).optional() },
    ({ answers, weights }) => categoryVote(answers, weights),
  ),
  mace: call(
    "labels (items x workers, 0..K-1 or null), nClasses, seed (1), starts (10), iterations (100) -> posterior, labels, competence, loglik",
    {
      labels: z.array(z.array(number.nullable())),
      nClasses: number,
      seed: number.optional(),
      starts: number.optional(),
      iterations: number.optional(),
    },
    ({ labels, nClasses, seed = 1, starts = 10, iterations = 100 }) =>
      mace(labels, nClasses, { random: seededRandom(seed), starts, iterations }),
  ),
  dawid_skene_em: call(
    "labels (items x columns, 0..K-1 or null), nClasses, tol (1e-10), maxIter (5000), workers (one a column) -> posterior, labels, priors, confusion, loglik, iterations, converged",
    {
      labels: z.array(z.array(number.nullable())),
      nClasses: number,
      tol: number.optional(),
      maxIter: number.optional(),
      workers: z.array(number).optional(),
    },
    ({ labels, nClasses, tol = 1e-10, maxIter = 5000, workers }) => dawidSkene(labels, nClasses, tol, maxIter, workers),
  ),
  drop_out_by_arm: call(
    "arms {started, completed, sum} -> arms, chi2, df, pChi2, minExpected, pFisher, method, pvalue, vsFirst",
    { arms: z.array(z.strictObject({ started: number, completed: number, sum: number })) },
    ({ arms }) => dropOutByArm(arms),
  ),
};
