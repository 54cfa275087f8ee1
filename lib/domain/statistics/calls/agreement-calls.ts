import * as z from "zod";
import { cohenKappa } from "../agreement/cohen-kappa.ts";
import { fleissKappa } from "../agreement/fleiss-kappa.ts";
import { krippendorffAlpha } from "../agreement/krippendorff-alpha.ts";
import { percentAgreement } from "../agreement/percent-agreement.ts";
import { type Call, call, category } from "./call.ts";

const ratings = z.array(category.nullable());

export const agreementCalls: Record<string, Call> = {
  cohen_kappa: call("a, b -> n, po, pe, kappa, se, se0", { a: ratings, b: ratings }, ({ a, b }) => cohenKappa(a, b)),
  fleiss_kappa: call(
    "counts (items x categories) -> pBar, pe, kappa",
    { counts: z.array(z.array(z.number())) },
    ({ counts }) => fleissKappa(counts),
  ),
  krippendorff_alpha: call(
    "data (raters x units), metric (nominal) -> nPairable, nUnits, observedDisagreement, expectedDisagreement, alpha",
    { data: z.array(ratings), metric: z.enum(["nominal"]).optional() },
    ({ data, metric }) => krippendorffAlpha(data, metric),
  ),
  percent_agreement: call(
    "data (raters x units) -> nUnits, pairPooled, unitMean",
    { data: z.array(ratings) },
    ({ data }) => percentAgreement(data),
  ),
};
