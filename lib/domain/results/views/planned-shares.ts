import type { Design } from "../../survey/design.ts";

/**
 * The share of people that a design plans for each quota group, as the targets of one margin: every stratum is as large as
 * the others. Empty where there are no groups to be uneven.
 */
export function plannedShares({ strata }: Pick<Design, "strata">): Record<string, Record<string, number>> {
  const shares: Record<string, Record<string, number>> = {};
  if (strata.length < 2) return shares;
  shares.quota = Object.fromEntries(strata.map(({ label }) => [label, 1 / strata.length]));
  return shares;
}
