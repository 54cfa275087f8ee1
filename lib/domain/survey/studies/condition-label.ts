import type { ConditionLevels, ItemKind } from "../../items/kinds/item-kind.ts";

/** A condition in the words of its kind: "no-story · true or false". Levels that the kind does not know stand as they are. */
export function conditionLabel(kind: Pick<ItemKind, "factors">, levels: ConditionLevels): string {
  const known = kind.factors.flatMap((factor) => {
    const level = levels[factor.name];
    if (level === undefined) return [];
    return [factor.levels.find((candidate) => candidate.value === level)?.label ?? level];
  });
  const others = Object.entries(levels)
    .filter(([name]) => !kind.factors.some((factor) => factor.name === name))
    .map(([name, level]) => `${name} ${level}`);
  return [...known, ...others].join(" · ") || "one condition";
}
