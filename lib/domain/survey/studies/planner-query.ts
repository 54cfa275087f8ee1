import { z } from "zod";

const share = (fallback: number) => z.coerce.number().min(0).max(0.99).catch(fallback);

/** The planner's assumptions as they stand in a page's address; what is missing or no number has its usual value. */
export function parsePlannerQuery(query: Readonly<Record<string, string | string[] | undefined>>, minutes: number) {
  return z
    .object({
      minutes: z.coerce.number().gt(0).max(600).catch(minutes),
      pay: z.coerce.number().min(0).max(10_000).catch(12),
      currency: z
        .string()
        .trim()
        .regex(/^[A-Z]{3}$/)
        .catch("EUR"),
      fee: share(0.25),
      dropOut: share(0.15),
      accuracy: share(0.8),
      story: share(0.01),
      person: share(0.05),
    })
    .parse({ ...query });
}

export type PlannerQuery = ReturnType<typeof parsePlannerQuery>;
