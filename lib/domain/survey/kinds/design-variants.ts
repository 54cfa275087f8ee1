import type { Item } from "../../items/item.ts";
import type { ConditionLevels, ItemKind } from "../../items/kinds/item-kind.ts";
import { itemKinds } from "../../items/kinds/registry.ts";
import { conditionKey, crossFactors } from "../../items/stimulus.ts";
import type { Design } from "../design.ts";

/** The parts of a design that determine the conditions of its items. */
export type VariedDesign = Pick<Design, "factors" | "variants">;
type Variant = NonNullable<Design["variants"]>[number];

/**
 * The factors that can change how an item is shown: those that the kind defines for the item, otherwise the factors of
 * the kind.
 */
export function factorsOfItem(item: Item): ItemKind["factors"] {
  const kind = itemKinds[item.kind];
  return kind?.factorsOf?.(item) ?? kind?.factors ?? [];
}

/** The variant of a design to which an item belongs; null if all items of the design have all factors. */
function variantOf(design: VariedDesign, item: Item): Variant | null {
  if (!design.variants) return null;
  const itemFactors = factorsOfItem(item).map(({ name }) => name);
  const matchesItem = ({ kind, factors }: Variant) =>
    kind === item.kind &&
    factors.length === itemFactors.length &&
    factors.every(({ name }) => itemFactors.includes(name));
  return design.variants.find(matchesItem) ?? { kind: item.kind, factors: [] };
}

/** The conditions of a variant, in the order of the design. */
function conditionsOfVariant(design: VariedDesign, variant: Variant): ConditionLevels[] {
  const all = crossFactors(design.factors).map((levels) => levelsInVariant(design, variant, levels));
  return removeDuplicates(all);
}

/** The part of a combination of all factors that a variant has, with the kind's names for the levels. */
function levelsInVariant(design: VariedDesign, variant: Variant, levels: ConditionLevels): ConditionLevels {
  return Object.fromEntries(
    design.factors.flatMap(({ name, levels: all }) => {
      const variantFactor = variant.factors.find((factor) => factor.name === name);
      const level = variantFactor?.levels[all.indexOf(levels[name] ?? "")];
      return level === undefined ? [] : [[name, level]];
    }),
  );
}

function removeDuplicates(conditions: readonly ConditionLevels[]): ConditionLevels[] {
  return [...new Map(conditions.map((levels) => [conditionKey(levels), levels])).values()];
}

/**
 * The conditions of a study, without duplicates. If its items are of several kinds, a condition consists of the factors
 * of one kind; kinds with the same levels share the condition.
 */
export function studyConditions(design: VariedDesign): ConditionLevels[] {
  if (!design.variants) return crossFactors(design.factors);
  return removeDuplicates(design.variants.flatMap((variant) => conditionsOfVariant(design, variant)));
}

/** The conditions under which a study asks items of a kind. */
export function conditionsOfKind(design: VariedDesign, kind: string): ConditionLevels[] {
  const variants = design.variants?.filter((variant) => variant.kind === kind);
  return studyConditions({ factors: design.factors, variants });
}

/** The conditions under which a study asks an item. */
export function conditionsOfItem(design: VariedDesign, item: Item): ConditionLevels[] {
  const variant = variantOf(design, item);
  return variant ? conditionsOfVariant(design, variant) : crossFactors(design.factors);
}

/** The condition of an item in a session with these levels of all factors of the design. */
export function conditionOfItem(design: VariedDesign, item: Item, levels: ConditionLevels): ConditionLevels {
  const variant = variantOf(design, item);
  return variant ? levelsInVariant(design, variant, levels) : levels;
}

/** The number of conditions of an item in each variant of a design; one number if all items have all factors. */
export function conditionCounts({ factors, variants }: VariedDesign): number[] {
  const countCombinations = (own: readonly { levels: readonly string[] }[]) =>
    own.reduce((count, { levels }) => count * levels.length, 1);
  return variants ? variants.map((variant) => countCombinations(variant.factors)) : [countCombinations(factors)];
}
