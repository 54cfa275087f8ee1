import * as z from "zod";
import { powerMcnemarExact, sampleSizeMcnemar } from "../planning/power-mcnemar.ts";
import { powerTwoProportions, sampleSizeTwoProportions } from "../planning/power-two-proportions.ts";
import { sampleSizeWilson } from "../planning/sample-size-wilson.ts";
import { type Call, call } from "./call.ts";

const number = z.number();
const twoProportions = {
  p1: number,
  p2: number,
  alpha: number.optional(),
  sides: number.optional(),
  strict: z.boolean().optional(),
};
const discordance = { p10: number, p01: number, alpha: number.optional() };

export const planningCalls: Record<string, Call> = {
  power_two_prop: call(
    "p1, p2, n per group, alpha (0.05), sides (2), strict (false) -> power",
    { ...twoProportions, n: number },
    ({ n, ...plan }) => powerTwoProportions(plan, n),
  ),
  sample_size_two_prop: call(
    "p1, p2, power, alpha (0.05), sides (2), strict (false) -> nPerGroupReal, nPerGroup",
    { ...twoProportions, power: number },
    ({ power, ...plan }) => sampleSizeTwoProportions(plan, power),
  ),
  sample_size_mcnemar: call(
    "p10, p01, alpha (0.05), power -> nPairsReal, nPairs",
    { ...discordance, power: number },
    ({ power, ...plan }) => sampleSizeMcnemar(plan, power),
  ),
  power_mcnemar_exact: call("p10, p01, n, alpha (0.05) -> power", { ...discordance, n: number }, ({ n, ...plan }) =>
    powerMcnemarExact(plan, n),
  ),
  sample_size_wilson: call(
    "p, halfWidth, conf (0.95) -> nReal, n, achievedHalfWidth",
    { p: number, halfWidth: number, conf: number.optional() },
    ({ p, halfWidth, conf }) => sampleSizeWilson(p, halfWidth, conf),
  ),
};
