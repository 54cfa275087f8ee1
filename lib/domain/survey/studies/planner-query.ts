import * as z from "zod";

const share = z.coerce.number().min(0).max(0.99);

/** What the planner calculates with: how long it takes, what it costs in which currency, and how alike answers are. */
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

/** Where no one has said otherwise. */
export const usualCurrency = "EUR";
export const usualPay = 12;

const usual = {
  pay: usualPay,
  currency: usualCurrency,
  fee: 0.25,
  dropOut: 0.15,
  accuracy: 0.8,
  story: 0.01,
  person: 0.05,
};

/**
 * The planner's assumptions: those of the page's address, else those that the study keeps, else the usual ones. What is
 * no number counts as missing.
 *
 * @param stored what the study keeps; null for none
 * @param minutes how long a session takes by the protocol's own estimate
 */
export function parsePlannerQuery(
  query: Readonly<Record<string, string | string[] | undefined>>,
  stored: unknown,
  minutes: number,
): Planning {
  const kept = planningSchema.safeParse(stored).data ?? { ...usual, minutes };
  const read = <Name extends keyof Planning>(name: Name) =>
    planningSchema.shape[name].safeParse(query[name]).data ?? kept[name];
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
