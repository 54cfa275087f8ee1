import * as z from "zod";
import { chiSquareUpperTail, normalCdf, normalQuantile, studentQuantile } from "../basics/distributions.ts";
import { type Call, call, extendedNumber } from "./call.ts";

export const distributionCalls: Record<string, Call> = {
  norm_cdf: call("x -> value: P(Z <= x)", { x: extendedNumber }, ({ x }) => ({ value: normalCdf(x) })),
  norm_ppf: call("p -> value: normal quantile", { p: z.number() }, ({ p }) => ({ value: normalQuantile(p) })),
  chi2_sf: call("x, df -> value: P(X > x)", { x: extendedNumber, df: z.number() }, ({ x, df }) => ({
    value: chiSquareUpperTail(x, df),
  })),
  t_ppf: call("p, df -> value: Student's t quantile", { p: z.number(), df: z.number() }, ({ p, df }) => ({
    value: studentQuantile(p, df),
  })),
};
