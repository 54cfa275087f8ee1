import type { ConditionLevels } from "@/lib/domain/items/kinds/item-kind.ts";
import { conditionKey, crossFactors } from "@/lib/domain/items/stimulus.ts";
import type { LayoutSlot } from "@/lib/domain/survey/composition/measure-layout.ts";
import { generateOrExplain } from "@/lib/domain/survey/composition/nearest-exact.ts";
import { layoutDesignOf } from "@/lib/domain/survey/composition/study-layout.ts";
import type { Design } from "@/lib/domain/survey/design.ts";
import { conditionOfItem, studyConditions } from "@/lib/domain/survey/kinds/design-variants.ts";
import { type PlannedSlot, planStratumSlots } from "@/lib/domain/survey/slots/plan-slots.ts";
import { fieldError } from "../read-draft.ts";
import { type StudyItem, toLayoutItem } from "../study-items.ts";

/** The slots of a study, stratum by stratum, in the order in which they are assigned. */
export interface GeneratedStudy {
  strata: PlannedSlot[][];
  /** Whether only a sample of the items is used. */
  isDrawn: boolean;
}

/**
 * Generates a study's slots, as printed by `parallax design layout`. Throws an error with one sentence if the design
 * contradicts itself.
 *
 * Studies with several items per session that were created before session rules existed keep their original layout:
 * permuted blocks, with conditions mixed within a session.
 */
export function generateStudy(design: Design, items: readonly StudyItem[]): GeneratedStudy {
  const file = layoutDesignOf(design, items.length);
  if (!file || (!design.composition && design.itemsPerSession > 1)) return generateInBlocks(design, items);
  const result = generateOrExplain(file, items.map(toLayoutItem));
  if (!result.ok) throw fieldError("composition", result.message);
  return { strata: groupSlots(design, items, result.slots), isDrawn: result.items.length < items.length };
}

/**
 * Slots with the indices of a study's items and conditions. A design file may omit a factor with a single level, and
 * may use another name for a single group.
 */
export function groupSlots(
  design: Pick<Design, "strata" | "factors" | "variants">,
  items: readonly StudyItem[],
  slots: readonly LayoutSlot[],
): PlannedSlot[][] {
  const itemIndexById = new Map(items.map(({ externalId }, index) => [externalId, index]));
  const conditionIndexOf = indexConditions(design, items);
  const fixedLevels = Object.fromEntries(
    design.factors.flatMap(({ name, levels }) => (levels.length === 1 ? [[name, levels[0] ?? ""]] : [])),
  );
  const strata = new Map(design.strata.map(({ key }) => [key, [] as PlannedSlot[]]));
  const [onlyStratum, ...others] = [...strata.values()];
  for (const { stratum, placements } of slots) {
    (others.length === 0 ? onlyStratum : strata.get(stratum))?.push(
      placements.map(({ item: name, condition }) => {
        const item = itemIndexById.get(name) ?? -1;
        return { item, condition: conditionIndexOf(item, { ...fixedLevels, ...condition }) };
      }),
    );
  }
  return [...strata.values()];
}

/**
 * Returns a function for the index of an item's condition among the study's conditions, determined by the levels of the
 * factors that the item has.
 */
function indexConditions(design: Pick<Design, "factors" | "variants">, items: readonly StudyItem[]) {
  const indexByKey = new Map(studyConditions(design).map((levels, index) => [conditionKey(levels), index]));
  return (item: number, levels: ConditionLevels): number => {
    const askedItem = items[item]?.item;
    return indexByKey.get(conditionKey(askedItem ? conditionOfItem(design, askedItem, levels) : levels)) ?? -1;
  };
}

/** Replaces the conditions of slots, which are combinations of all factors, by the conditions that their items have. */
export function replaceConditions(
  design: Pick<Design, "factors" | "variants">,
  items: readonly StudyItem[],
  slots: readonly PlannedSlot[],
): PlannedSlot[] {
  const allCombinations = crossFactors(design.factors);
  const conditionIndexOf = indexConditions(design, items);
  return slots.map((slot) =>
    slot.map(({ item, condition }) => ({ item, condition: conditionIndexOf(item, allCombinations[condition] ?? {}) })),
  );
}

function generateInBlocks(design: Design, items: readonly StudyItem[]): GeneratedStudy {
  const { perStratumItem, itemsPerSession } = design;
  const conditions = crossFactors(design.factors).length;
  const counts = { strata: design.strata.length, items: items.length, conditions, perStratumItem, itemsPerSession };
  const strata = design.strata.map((_, index) =>
    replaceConditions(design, items, planStratumSlots(counts, index, design.seed)),
  );
  return { strata, isDrawn: false };
}
