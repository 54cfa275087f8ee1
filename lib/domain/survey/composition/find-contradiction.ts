import { seededRandom, shuffle } from "../../random.ts";
import { chooseItems } from "./choose-items.ts";
import { type Composition, minAnswersPerCell } from "./composition.ts";
import { type ItemPartition, nestedFamilies } from "./partition.ts";

/**
 * Why no session of this size satisfies the rules, or null if no proof was found. The size may exceed the number of
 * items, a value may have too few items, or no set of items may satisfy all rules together.
 */
export function findSessionContradiction(
  items: number,
  itemsPerSession: number,
  partitions: readonly ItemPartition[],
): string | null {
  if (itemsPerSession > items) return `a session has ${itemsPerSession} items, but there are only ${items}`;
  for (const partition of partitions) {
    const shortIndex = partition.values.findIndex((_, at) => (partition.low[at] ?? 0) > (partition.sizes[at] ?? 0));
    if (shortIndex >= 0) {
      return `balance by ${partition.attribute} needs ${partition.low[shortIndex]} items of "${partition.values[shortIndex]}" in a session, but there are only ${partition.sizes[shortIndex]}`;
    }
    const exemptCount = partition.classOf.reduce((count, at) => count + (at < 0 ? 1 : 0), 0);
    const capacity = partition.high.reduce((sum, most) => sum + most, exemptCount);
    if (capacity < itemsPerSession) {
      return `the rules on ${partition.attribute} allow at most ${capacity} items in a session, not ${itemsPerSession}`;
    }
  }
  const [first, second] = nestedFamilies(partitions, itemsPerSession);
  const order = shuffle([...Array(items).keys()], seededRandom("refuse-session"));
  const feasibleChoice = chooseItems(itemsPerSession, order, () => false, [
    first.map((partition) => ({ partition, low: partition.low, high: partition.high })),
    second.map((partition) => ({ partition, low: partition.low, high: partition.high })),
  ]);
  if (feasibleChoice) return null;
  const names = [...first, ...second].map(({ attribute }) => attribute).join(" and ");
  return `no ${itemsPerSession} items satisfy the rules on ${names} together`;
}

/**
 * Why the margins cannot be reached with these sessions, or null if no proof was found. Every item is asked `q` to `q +
 * 1` times under each condition. The number of answers of a class of items is therefore bounded, and must fit into the
 * sessions of each stratum and each between-condition.
 */
export function findMarginContradiction(composition: Composition): string | null {
  const { strata, between, within, items, itemsPerSession } = composition;
  const sessions = strata.reduce((sum, count) => sum + count, 0);
  const perCell = minAnswersPerCell(composition);
  const sessionGroups = [
    { name: "the study", sessions, fewest: perCell * between * within, most: (perCell + 1) * between * within },
    ...[...new Set([Math.floor(sessions / between), Math.ceil(sessions / between)])].map((count) => ({
      name: "a condition between people",
      sessions: count,
      fewest: perCell * within,
      most: (perCell + 1) * within,
    })),
    ...[...new Set(strata)].map((count) => {
      const fewest = Math.floor((count * itemsPerSession) / items + 1e-9);
      return { name: "a stratum", sessions: count, fewest, most: fewest + 1 };
    }),
  ];
  for (const share of sessionGroups) {
    const answers = share.sessions * itemsPerSession;
    if (share.fewest * items > answers || share.most * items < answers) {
      return `${share.sessions} sessions of ${share.name} cannot ask all items equally often (numbers may differ by one)`;
    }
    for (const partition of composition.partitions) {
      const problem = findShareContradiction(partition, share, answers);
      if (problem) return problem;
    }
  }
  return null;
}

function findShareContradiction(
  { attribute, classOf, sizes, low, high, values }: ItemPartition,
  share: { name: string; sessions: number; fewest: number; most: number },
  answers: number,
): string | null {
  const { name, sessions, fewest } = share;
  const most = Math.min(share.most, sessions);
  const exemptCount = classOf.reduce((count, at) => count + (at < 0 ? 1 : 0), 0);
  let least = exemptCount * fewest;
  let capacity = exemptCount * most;
  for (const [at, size] of sizes.entries()) {
    const needed = Math.max(size * fewest, (low[at] ?? 0) * sessions);
    const possible = Math.min(size * most, (high[at] ?? 0) * sessions);
    if (needed > possible) {
      return `the items with ${attribute} "${values[at]}" cannot be asked as often as the others in the ${sessions} sessions of ${name} without violating the rule on ${attribute}`;
    }
    least += needed;
    capacity += possible;
  }
  if (least > answers || capacity < answers) {
    return `with the rule on ${attribute}, the ${sessions} sessions of ${name} cannot ask all items equally often (numbers may differ by one)`;
  }
  return null;
}
