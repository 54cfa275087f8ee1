import * as z from "zod";
import { roundTo } from "../../format/figures.ts";

const share = z.coerce.number().min(0).max(0.99);

/** The assumptions of the planner: duration, costs with currency, and correlation of answers. */
export const planningSchema = z.object({
  minutes: z.coerce.number().gt(0).max(600),
  pay: z.coerce.number().min(0).max(10_000),
  currency: z
    .string()
    .trim()
    .regex(/^[A-Z]{3}$/, "must be three capital letters, such as EUR"),
  fee: share,
  dropOut: share,
  accuracy: share,
  story: share,
  person: share,
});
export type Planning = z.infer<typeof planningSchema>;

/** The assumptions of the planner that a pilot measured. */
export interface PilotMeasurements {
  pilot: { id: string; name: string };
  people: number;
  answers: number;
  /** Number of ended sessions, the denominator of the drop-out share. */
  sessions: number;
  /** The measured assumptions; those that the pilot could not measure are absent. */
  values: Partial<Pick<Planning, "minutes" | "dropOut" | "accuracy" | "story" | "person">>;
}

/** Replaces assumptions by those that a pilot measured, limited to valid values and rounded for a form. */
export function withMeasurements(planning: Planning, { values }: PilotMeasurements): Planning {
  const roundedEntries = Object.entries(values).map(([name, value]) => [
    name,
    name === "minutes" ? Math.max(0.1, roundTo(value, 1)) : Math.min(0.99, roundTo(value, 3)),
  ]);
  return planningSchema.parse({ ...planning, ...Object.fromEntries(roundedEntries) });
}

/** The defaults. */
export const usualCurrency = "EUR";
export const usualPay = 12;

const defaults = {
  pay: usualPay,
  currency: usualCurrency,
  fee: 0.25,
  dropOut: 0.15,
  accuracy: 0.8,
  story: 0.01,
  person: 0.05,
};

/**
 * The planner's assumptions: from the page's URL, otherwise the assumptions stored with the study, otherwise the
 * defaults. Invalid numbers count as missing.
 *
 * @param stored the study's stored values; null if there are none
 * @param minutes duration of a session as estimated from the protocol
 */
export function parsePlannerQuery(
  query: Readonly<Record<string, string | string[] | undefined>>,
  stored: unknown,
  minutes: number,
): Planning {
  const fallback = planningSchema.safeParse(stored).data ?? { ...defaults, minutes };
  const read = <Name extends keyof Planning>(name: Name) =>
    planningSchema.shape[name].safeParse(query[name]).data ?? fallback[name];
  return {
    minutes: read("minutes") as number,
    pay: read("pay") as number,
    currency: read("currency") as string,
    fee: read("fee") as number,
    dropOut: read("dropOut") as number,
    accuracy: read("accuracy") as number,
    story: read("story") as number,
    person: read("person") as number,
  };
}
