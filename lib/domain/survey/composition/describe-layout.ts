import { formatCount } from "../../format/figures.ts";
import type { LayoutDesign } from "./layout-design.ts";
import type { LayoutItem } from "./layout-item.ts";
import { type LayoutMargin, type LayoutSlot, measureLayout } from "./measure-layout.ts";

/** Number of sessions that are listed; one for each group. */
const maxShownSessions = 12;

/** A text description of a finished layout: its margins, and the first session of each group, item by item. */
export function describeLayout(
  design: LayoutDesign,
  items: readonly LayoutItem[],
  slots: readonly LayoutSlot[],
): { title: string; text: string } {
  const { itemCondition, stratumItem } = measureLayout(design, items, slots);
  const stratumMargin = {
    low: Math.min(...stratumItem.map(({ low }) => low)),
    high: Math.max(...stratumItem.map(({ high }) => high)),
  };
  const margins = [
    `${formatCount(slots.length)} sessions of ${design.itemsPerSession} with ${formatCount(items.length)} items.`,
    `Answers to each item under each condition: ${formatMargin(itemCondition)}.`,
    `Answers to each item in each group: ${formatMargin(stratumMargin)}.`,
  ];
  const first = design.strata.flatMap(({ key }) => slots.find(({ stratum }) => stratum === key) ?? []);
  const sessions = first.slice(0, maxShownSessions).map((slot) => {
    const placements = slot.placements.map(
      ({ position, item, story, condition }) =>
        `${position + 1}. ${item} (${[`story ${story}`, ...Object.values(condition)].join(", ")})`,
    );
    const checks = (slot.checks ?? []).map(({ check, after }) => `. Page ${check} after item ${after}`);
    return `First session of ${slot.stratum}: ${placements.join("; ")}${checks.join("")}`;
  });
  return { title: "The sessions of this study", text: [margins.join(" "), ...sessions].join("\n\n") };
}

function formatMargin({ low, high }: LayoutMargin): string {
  return low === high ? formatCount(low) : `${formatCount(low)} to ${formatCount(high)}`;
}
