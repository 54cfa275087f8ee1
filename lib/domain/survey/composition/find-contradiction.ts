import { seededRandom, shuffle } from "../../random.ts";
import { chooseItems } from "./choose-items.ts";
import { answersPerCell, type Composition } from "./composition.ts";
import { type ItemPartition, nestedFamilies } from "./partition.ts";

/**
 * A proof that no session of this size satisfies the rules, or null if none was found: more items than exist, a value
 * with too few of them, or rules that together allow no set of items.
 */
export function refuseSession(
  items: number,
  itemsPerSession: number,
  partitions: readonly ItemPartition[],
): string | null {
  if (itemsPerSession > items)
    return `a session of ${itemsPerSession} items needs at least as many, and there are ${items}`;
  for (const partition of partitions) {
    const short = partition.values.findIndex((_, at) => (partition.low[at] ?? 0) > (partition.sizes[at] ?? 0));
    if (short >= 0) {
      return `balance by ${partition.attribute} needs ${partition.low[short]} items of "${partition.values[short]}" in a session, and there are ${partition.sizes[short]}`;
    }
    const exempt = partition.classOf.reduce((count, at) => count + (at < 0 ? 1 : 0), 0);
    const room = partition.high.reduce((sum, most) => sum + most, exempt);
    if (room < itemsPerSession) {
      return `the rules on ${partition.attribute} leave room for ${room} items in a session, not for ${itemsPerSession}`;
    }
  }
  const [first, second] = nestedFamilies(partitions, itemsPerSession);
  const order = shuffle([...Array(items).keys()], seededRandom("refuse-session"));
  const chosen = chooseItems(itemsPerSession, order, () => false, [
    first.map((partition) => ({ partition, low: partition.low, high: partition.high })),
    second.map((partition) => ({ partition, low: partition.low, high: partition.high })),
  ]);
  if (chosen) return null;
  const names = [...first, ...second].map(({ attribute }) => attribute).join(" and ");
  return `no ${itemsPerSession} items keep the rules on ${names} together`;
}

/**
 * A proof that the margins cannot be reached with these sessions, or null if none was found. Every item is asked `q` to
 * `q + 1` times under each condition, so the number of answers of a class of items is bounded, and they must fit into
 * the sessions of each stratum and each between-condition.
 */
export function refuseMargins(composition: Composition): string | null {
  const { strata, between, within, items, itemsPerSession } = composition;
  const sessions = strata.reduce((sum, count) => sum + count, 0);
  const perCell = answersPerCell(composition);
  const shares = [
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
  for (const share of shares) {
    const answers = share.sessions * itemsPerSession;
    if (share.fewest * items > answers || share.most * items < answers) {
      return `${share.sessions} sessions of ${share.name} cannot ask all items equally often within one`;
    }
    for (const partition of composition.partitions) {
      const problem = refuseShare(partition, share, answers);
      if (problem) return problem;
    }
  }
  return null;
}

function refuseShare(
  { attribute, classOf, sizes, low, high, values }: ItemPartition,
  share: { name: string; sessions: number; fewest: number; most: number },
  answers: number,
): string | null {
  const { name, sessions, fewest } = share;
  const most = Math.min(share.most, sessions);
  const exempt = classOf.reduce((count, at) => count + (at < 0 ? 1 : 0), 0);
  let least = exempt * fewest;
  let room = exempt * most;
  for (const [at, size] of sizes.entries()) {
    const needed = Math.max(size * fewest, (low[at] ?? 0) * sessions);
    const possible = Math.min(size * most, (high[at] ?? 0) * sessions);
    if (needed > possible) {
      return `the items with ${attribute} "${values[at]}" cannot be asked as often as the others in the ${sessions} sessions of ${name} and keep the rule on ${attribute}`;
    }
    least += needed;
    room += possible;
  }
  if (least > answers || room < answers) {
    return `the rule on ${attribute} does not let all items be asked equally often within one in the ${sessions} sessions of ${name}`;
  }
  return null;
}
