import { formatCount, formatNumberOf } from "../../format/figures.ts";
import type { Design } from "../design.ts";
import { plainComposition } from "./study-composition.ts";

/** Properties of every session of a study, one sentence per rule; empty if only its size is stated. */
export function describeRules(
  design: Pick<Design, "composition" | "factors" | "itemsPerSession">,
  labelOf: (factor: string) => string,
): string[] {
  const { varies, rules, reading, timeLimitSeconds } = design.composition ?? plainComposition;
  const isLong = design.itemsPerSession > 1;
  const compared = design.factors.filter(({ levels }) => isLong && levels.length > 1);
  return [
    ...compared.map(({ name }) =>
      varies[name] === "within"
        ? `${labelOf(name)}: all levels for every person, in equal parts.`
        : `${labelOf(name)}: the same for one person.`,
    ),
    ...rules.map((rule) => {
      if ("onePer" in rule) return `At most one item of each ${rule.onePer}.`;
      if ("atMost" in rule) return `At most ${formatCount(rule.atMost)} of each ${rule.of}.`;
      if ("balance" in rule) return `Equally many of each ${rule.balance}, within one.`;
      return describeOrder(rule.order);
    }),
    ...(reading ? [`${formatCount(reading)} statements after each reading of a story.`] : []),
    ...(timeLimitSeconds
      ? [`${formatNumberOf(timeLimitSeconds, "second")} for each item; people may choose twice the time or no limit.`]
      : []),
  ];
}

function describeOrder(order: "fixed" | "random" | "latin-square" | { blocksOf: string }): string {
  if (typeof order === "object") return `Items of one ${order.blocksOf} follow each other.`;
  if (order === "fixed") return "Items in the order of the file.";
  return order === "random"
    ? "Items in an order drawn for each person."
    : "Every item is equally often at every position.";
}
