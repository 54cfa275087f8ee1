import * as z from "zod";
import { fleissInterval, percentAgreementInterval } from "../agreement/agreement-intervals.ts";
import { cohenKappa } from "../agreement/cohen-kappa.ts";
import { confusionTable } from "../agreement/confusion-table.ts";
import { fleissKappa } from "../agreement/fleiss-kappa.ts";
import { krippendorffAlpha } from "../agreement/krippendorff-alpha.ts";
import { orderedAlpha, orderedMetrics } from "../agreement/ordered-alpha.ts";
import { percentAgreement } from "../agreement/percent-agreement.ts";
import { raterCorrelation } from "../agreement/rater-correlation.ts";
import { spanConsensus, spanF1 } from "../agreement/span-consensus.ts";
import { type Call, call, category } from "./call.ts";

const ratings = z.array(category.nullable());
const span = z.tuple([z.number(), z.number()]);

export const agreementCalls: Record<string, Call> = {
  cohen_kappa: call("a, b -> n, po, pe, kappa, se, se0", { a: ratings, b: ratings }, ({ a, b }) => cohenKappa(a, b)),
  fleiss_kappa: call(
    "counts (items x categories) -> pBar, pe, kappa",
    { counts: z.array(z.array(z.number())) },
    ({ counts }) => fleissKappa(counts),
  ),
  krippendorff_alpha: call(
    "data (raters x units), metric (nominal | ordinal | interval) -> nPairable, nUnits, observedDisagreement, expectedDisagreement, alpha",
    { data: z.array(ratings), metric: z.enum(["nominal", ...orderedMetrics]).optional() },
    ({ data, metric = "nominal" }) =>
      metric === "nominal" ? krippendorffAlpha(data) : orderedAlpha(numbersOf(data), metric),
  ),
  percent_agreement: call(
    "data (raters x units) -> nUnits, pairPooled, unitMean",
    { data: z.array(ratings) },
    ({ data }) => percentAgreement(data),
  ),
  percent_agreement_ci: call(
    "data (raters x units), conf (0.95) -> nUnits, agreement, se, df, low, high",
    { data: z.array(ratings), conf: z.number().optional() },
    ({ data, conf }) => percentAgreementInterval(data, conf),
  ),
  fleiss_kappa_ci: call(
    "counts (items x categories), conf (0.95) -> nItems, kappa, se, df, low, high",
    { counts: z.array(z.array(z.number())), conf: z.number().optional() },
    ({ counts, conf }) => fleissInterval(counts, conf),
  ),
  rater_correlation: call(
    "data (raters x units) -> pairs, spearman, kendallW, nComplete",
    { data: z.array(z.array(z.number().nullable())) },
    ({ data }) => raterCorrelation(data),
  ),
  span_f1: call(
    "items (items x annotators x spans [start, end)) -> pairs, shared, spans, f1",
    { items: z.array(z.array(z.array(span))) },
    ({ items }) => spanF1(items),
  ),
  span_consensus: call(
    "words, annotators (annotators x spans [start, end)), atLeast (0.5) -> spans",
    { words: z.number(), annotators: z.array(z.array(span)), atLeast: z.number().optional() },
    ({ words, annotators, atLeast }) => ({ spans: spanConsensus(words, annotators, atLeast) }),
  ),
  confusion_table: call(
    "decided, given -> n, categories, counts (decided x given), accuracy, byCategory {category, precision, recall}",
    { decided: ratings, given: ratings },
    ({ decided, given }) => confusionTable(decided, given),
  ),
};

function numbersOf(data: readonly (readonly (string | number | boolean | null)[])[]): (number | null)[][] {
  return data.map((row) =>
    row.map((value) => {
      if (value !== null && typeof value !== "number")
        throw new RangeError(`data must be numbers for this metric, not ${JSON.stringify(value)}`);
      return value;
    }),
  );
}
