import type { ConditionLevels, ItemKind } from "../../items/kinds/item-kind.ts";

/**
 * The label of a condition, from the labels of its levels: "no-story · true or false". Unknown levels are unchanged.
 */
export function conditionLabel(kind: Pick<ItemKind, "factors">, levels: ConditionLevels): string {
  const knownLabels = kind.factors.flatMap((factor) => {
    const level = levels[factor.name];
    if (level === undefined) return [];
    return [factor.levels.find((candidate) => candidate.value === level)?.label ?? level];
  });
  const otherLabels = Object.entries(levels)
    .filter(([name]) => !kind.factors.some((factor) => factor.name === name))
    .map(([name, level]) => `${name} ${level}`);
  return [...knownLabels, ...otherLabels].join(" · ") || "one condition";
}
