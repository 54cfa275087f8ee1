import type { LayoutDesign } from "../composition/layout-design.ts";
import type { LayoutSlot } from "../composition/measure-layout.ts";
import { checkPosition } from "./check-position.ts";

/** The slots with the position of every page among the items; unchanged for a design without such pages. */
export function placeChecks(design: LayoutDesign, slots: readonly LayoutSlot[]): LayoutSlot[] {
  const pages = design.rules.flatMap((rule) =>
    "check" in rule ? [{ key: rule.check, from: rule.from, to: rule.to }] : [],
  );
  if (pages.length === 0) return [...slots];
  const counts = new Map<string, number>();
  return slots.map((slot) => {
    const ordinal = counts.get(slot.stratum) ?? 0;
    counts.set(slot.stratum, ordinal + 1);
    const stratum = design.strata.length === 1 ? "" : slot.stratum;
    const checks = pages.map((page) => ({
      check: page.key,
      after: checkPosition(page, { seed: design.seed, stratum, ordinal }),
    }));
    return { ...slot, checks };
  });
}
