import { groupBy } from "../../group-by.ts";
import { type Random, shuffle } from "../../random.ts";
import type { ComposedSession } from "./composition.ts";

/**
 * Number of sessions that are compared for each next position: enough for a balanced start, few enough for tens of
 * thousands of sessions.
 */
const candidateCount = 48;

/**
 * The order in which the sessions of one stratum are assigned, so that a partly filled stratum is already nearly
 * balanced. Sessions of one item come in permuted blocks that contain every item once, and each item has its conditions
 * in permuted blocks. Of longer sessions, the next session is one whose items and condition occurred least so far.
 *
 * @returns the sessions' indices in their list
 */
export function orderSessions(sessions: readonly ComposedSession[], random: Random): number[] {
  const isSingle = sessions.every(({ items }) => items.length === 1);
  return isSingle ? orderInBlocks(sessions, random) : orderByOccurrence(sessions, random);
}

function orderInBlocks(sessions: readonly ComposedSession[], random: Random): number[] {
  const byItem = groupBy(shuffle([...sessions.keys()], random), (index) => sessions[index]!.items[0]!);
  const queues = [...byItem.values()].map((sessionsOfItem) => {
    const conditions = groupBy(sessionsOfItem, (index) => sessions[index]!.between);
    return permuteBlocks([...conditions.values()], random);
  });
  return permuteBlocks(queues, random);
}

/** Returns the first of every list in random order, then the second of every list, and so on. */
function permuteBlocks(lists: readonly (readonly number[])[], random: Random): number[] {
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

function orderByOccurrence(sessions: readonly ComposedSession[], random: Random): number[] {
  const remaining = shuffle([...sessions.keys()], random);
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
  while (remaining.length > 0) {
    let bestIndex = remaining.length - 1;
    let least = weight(remaining[bestIndex] as number);
    for (let step = 1; step < Math.min(candidateCount, remaining.length); step += 1) {
      const candidate = remaining.length - 1 - step;
      const candidateWeight = weight(remaining[candidate] as number);
      if (candidateWeight < least) [bestIndex, least] = [candidate, candidateWeight];
    }
    const index = remaining[bestIndex] as number;
    remaining[bestIndex] = remaining[remaining.length - 1] as number;
    remaining.pop();
    // A skipped session must not be skipped forever, so a random session is moved to the end of the list, where it is
    // considered next.
    if (remaining.length > 1) {
      const other = random.below(remaining.length);
      const last = remaining.length - 1;
      [remaining[other], remaining[last]] = [remaining[last] as number, remaining[other] as number];
    }
    order.push(index);
    const session = sessions[index] as ComposedSession;
    for (const item of session.items) seenItems.set(item, (seenItems.get(item) ?? 0) + 1);
    seenConditions.set(session.between, (seenConditions.get(session.between) ?? 0) + 1);
  }
  return order;
}
