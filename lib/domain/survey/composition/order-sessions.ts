import { groupBy } from "../../group-by.ts";
import { type Random, shuffle } from "../../random.ts";
import type { ComposedSession } from "./composition.ts";

/**
 * Number of sessions considered for each next position: enough for an even start, few enough for tens of thousands of
 * sessions.
 */
const lookedAt = 48;

/**
 * The order in which the sessions of one stratum are assigned, so that a partly full stratum is already nearly
 * balanced. Sessions of one item come in permuted blocks that contain every item once, and each item has its conditions
 * in permuted blocks; of longer sessions the next is always one whose items and condition occurred least so far.
 *
 * @returns the sessions' indices in their list
 */
export function orderSessions(sessions: readonly ComposedSession[], random: Random): number[] {
  const isSingle = sessions.every(({ items }) => items.length === 1);
  return isSingle ? inBlocks(sessions, random) : byLeastSeen(sessions, random);
}

function inBlocks(sessions: readonly ComposedSession[], random: Random): number[] {
  const byItem = groupBy(shuffle([...sessions.keys()], random), (index) => sessions[index]!.items[0]!);
  const queues = [...byItem.values()].map((own) => {
    const conditions = groupBy(own, (index) => sessions[index]!.between);
    return permutedBlocks([...conditions.values()], random);
  });
  return permutedBlocks(queues, random);
}

/** Takes the first of every list in random order, then the second of every list, and so on. */
function permutedBlocks(lists: readonly (readonly number[])[], random: Random): number[] {
  const rounds = Math.max(0, ...lists.map((list) => list.length));
  const order: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    order.push(
      ...shuffle(
        lists.flatMap((list) => list[round] ?? []),
        random,
      ),
    );
  }
  return order;
}

function byLeastSeen(sessions: readonly ComposedSession[], random: Random): number[] {
  const left = shuffle([...sessions.keys()], random);
  const seenItems = new Map<number, number>();
  const seenConditions = new Map<number, number>();
  const items = new Set(sessions.flatMap((session) => session.items)).size;
  const conditions = new Set(sessions.map((session) => session.between)).size;
  const weight = (index: number): number => {
    const session = sessions[index] as ComposedSession;
    const seen = session.items.reduce((sum, item) => sum + (seenItems.get(item) ?? 0), 0);
    const size = session.items.length;
    return (seen / size) * (items / size) + (seenConditions.get(session.between) ?? 0) * conditions;
  };
  const order: number[] = [];
  while (left.length > 0) {
    let best = left.length - 1;
    let least = weight(left[best] as number);
    for (let step = 1; step < Math.min(lookedAt, left.length); step += 1) {
      const candidate = left.length - 1 - step;
      const own = weight(left[candidate] as number);
      if (own < least) [best, least] = [candidate, own];
    }
    const index = left[best] as number;
    left[best] = left[left.length - 1] as number;
    left.pop();
    // A session that was skipped must not be skipped forever, so another one is moved to the end of the list.
    if (left.length > 1) {
      const other = random.below(left.length);
      const last = left.length - 1;
      [left[other], left[last]] = [left[last] as number, left[other] as number];
    }
    order.push(index);
    const session = sessions[index] as ComposedSession;
    for (const item of session.items) seenItems.set(item, (seenItems.get(item) ?? 0) + 1);
    seenConditions.set(session.between, (seenConditions.get(session.between) ?? 0) + 1);
  }
  return order;
}
