import { formatCount, formatNumberOf } from "../../format/figures.ts";
import type { Design } from "../design.ts";
import type { SessionRule } from "./layout-design.ts";
import { plainComposition } from "./study-composition.ts";

/**
 * The properties of every session of a study, one sentence per rule; empty if the design states only the size.
 *
 * @param timeLimitSeconds the time limit of an item (`itemTimeLimit`)
 */
export function describeRules(
  design: Pick<Design, "composition" | "factors" | "itemsPerSession">,
  labelOf: (factor: string) => string,
  timeLimitSeconds: number | null = null,
): string[] {
  const { varies, rules, reading, checks = [] } = design.composition ?? plainComposition;
  const hasBlocks = rules.some((rule) => "order" in rule && typeof rule.order === "object" && "blocksOf" in rule.order);
  const isLong = design.itemsPerSession > 1;
  const variedFactors = design.factors.filter(({ levels }) => isLong && levels.length > 1);
  return [
    ...variedFactors.map(({ name }) =>
      varies[name] === "within"
        ? `${labelOf(name)}: all levels for every person, in equal parts.`
        : `${labelOf(name)}: the same for one person.`,
    ),
    ...rules.map((rule) => {
      if ("onePer" in rule) return `At most one item of each ${rule.onePer}.`;
      if ("atMost" in rule) return `At most ${formatCount(rule.atMost)} of each ${rule.of}.`;
      if ("balance" in rule) return `Balanced by ${rule.balance}: numbers differ by at most one.`;
      return describeOrder(rule.order, hasBlocks);
    }),
    ...checks.map(({ key, from, to }) =>
      from === to ? `Page “${key}” after item ${from}.` : `Page “${key}” after a drawn item from ${from} to ${to}.`,
    ),
    ...(reading ? [`${formatCount(reading)} statements after each reading of a story.`] : []),
    ...(timeLimitSeconds
      ? [`${formatNumberOf(timeLimitSeconds, "second")} for each item; people may choose twice the time or no limit.`]
      : []),
  ];
}

type Order = Extract<SessionRule, { order: unknown }>["order"];

function describeOrder(order: Order, hasBlocks: boolean): string {
  if (typeof order === "object") {
    if ("blocksOf" in order) return `Items of the same ${order.blocksOf} are adjacent.`;
    return `Within a block, items ${order.withinBlocks === "fixed" ? "in the order of the file" : "in random order"}.`;
  }
  const [all, each] = hasBlocks ? ["Blocks", "block"] : ["Items", "item"];
  if (order === "fixed") return `${all} in the order of the file.`;
  return order === "random"
    ? `${all} in an order drawn for each person.`
    : `Every ${each} is equally often at every position.`;
}
