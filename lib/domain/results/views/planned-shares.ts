import type { Design } from "../../survey/design.ts";

/**
 * The planned share of people for each quota group, as the targets of one margin. All strata have the same share. Empty
 * if there are no groups.
 */
export function plannedShares({ strata }: Pick<Design, "strata">): Record<string, Record<string, number>> {
  const shares: Record<string, Record<string, number>> = {};
  if (strata.length < 2) return shares;
  shares.quota = Object.fromEntries(strata.map(({ label }) => [label, 1 / strata.length]));
  return shares;
}
