import type { LayoutDesign } from "../composition/layout-design.ts";
import type { LayoutSlot } from "../composition/measure-layout.ts";
import { drawPagePosition } from "./check-position.ts";

/**
 * Adds to each slot the position of every page among the items; returns the slots unchanged for a design without such
 * pages.
 */
export function assignPagePositions(design: LayoutDesign, slots: readonly LayoutSlot[]): LayoutSlot[] {
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
      after: drawPagePosition(page, { seed: design.seed, stratum, ordinal }),
    }));
    return { ...slot, checks };
  });
}
