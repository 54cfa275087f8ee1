import { agreementCalls } from "./agreement-calls.ts";
import type { Call } from "./call.ts";
import { clusteredCalls } from "./clustered-calls.ts";
import { consistencyCalls } from "./consistency-calls.ts";
import { crowdCalls } from "./crowd-calls.ts";
import { distributionCalls } from "./distribution-calls.ts";
import { inferenceCalls } from "./inference-calls.ts";
import { itemResponseCalls } from "./item-response-calls.ts";
import { planningCalls } from "./planning-calls.ts";
import { proportionCalls } from "./proportion-calls.ts";
import { scoringCalls } from "./scoring-calls.ts";

/** All statistics that can be called by name. */
export const statisticsFunctions: ReadonlyMap<string, Call> = new Map(
  Object.entries({
    ...distributionCalls,
    ...proportionCalls,
    ...agreementCalls,
    ...inferenceCalls,
    ...scoringCalls,
    ...planningCalls,
    ...clusteredCalls,
    ...crowdCalls,
    ...itemResponseCalls,
    ...consistencyCalls,
  }),
);

/**
 * The output of the statistic `fn` for a plain input, ready for JSON: infinite numbers become "Infinity" and
 * "-Infinity". Throws RangeError for an unknown name and for invalid input.
 */
export function answerCall(fn: string, input: unknown): unknown {
  const statistic = statisticsFunctions.get(fn);
  if (!statistic)
    throw new RangeError(`fn must be one of ${[...statisticsFunctions.keys()].join(", ")}, not ${JSON.stringify(fn)}`);
  return jsonReady(statistic.answer(input));
}

function jsonReady(value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  if (Array.isArray(value)) return value.map(jsonReady);
  if (value !== null && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, jsonReady(member)]));
  return value;
}
