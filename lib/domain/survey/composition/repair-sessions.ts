import { drawOne, type Random } from "../../random.ts";
import { type ComposedSession, type Composition, minAnswersPerCell } from "./composition.ts";
import type { ItemPartition } from "./partition.ts";

/** Maximum exchanges of one attempt. */
const maxExchanges = 150_000;

/** Maximum number of exchanges without improvement before an attempt is stopped. */
const patience = 40_000;

/** The exchanges that a search has left over all its attempts: a deterministic limit of its duration. */
export interface SearchBudget {
  exchanges: number;
}

/**
 * Exchanges items between sessions of one stratum, or replaces them by items that the stratum may ask once more, until
 * every rule is satisfied and every item has each between-condition as often as its margin requires. Modifies
 * `sessions`. An item's count in a stratum never leaves its margin.
 *
 * This is a random walk that rarely accepts worse states. It is used for constraints that the flow network cannot
 * represent: three or more partitions that cross each other.
 *
 * @param boldness probability of accepting a step that violates one more rule
 * @returns whether all constraints are satisfied
 */
export function repairSessions(
  composition: Composition,
  sessions: ComposedSession[],
  boldness: number,
  random: Random,
  budget: SearchBudget,
): boolean {
  const state = new RepairState(composition, sessions, boldness);
  if (state.broken() === 0) return true;
  const partners = new Map<string, number[]>();
  for (const [index, { stratum, between }] of sessions.entries()) {
    for (const key of [`${stratum}`, `${stratum} ${between}`]) {
      const known = partners.get(key);
      if (known) known.push(index);
      else partners.set(key, [index]);
    }
  }
  let [least, at] = [state.broken(), 0];
  for (let tries = 0; tries < maxExchanges && budget.exchanges > 0; tries += 1) {
    const left = state.someBroken(random);
    if (left === null) return true;
    budget.exchanges -= 1;
    if (state.broken() < least) [least, at] = [state.broken(), tries];
    else if (tries - at > patience) return false;
    const { stratum, between } = sessions[left] as ComposedSession;
    const leftAt = random.below(composition.itemsPerSession);
    if (random.next() < 0.3 && state.trySubstitute(left, leftAt, random.below(composition.items), random)) continue;
    // Most exchanges are within the pool, because these change no margin.
    const key = random.next() < (state.marginsMissed() ? 0.5 : 0.9) ? `${stratum} ${between}` : `${stratum}`;
    const right = drawOne(partners.get(key) as number[], random);
    if (left === right) continue;
    state.tryExchange(left, leftAt, right, state.counterpart(left, leftAt, right, random), random);
  }
  return state.broken() === 0;
}

class RepairState {
  private readonly classCounts: Int32Array[][];
  private readonly met: Int32Array;
  private readonly asked: Int32Array;
  private readonly perItem: number[];
  private readonly fewest: number;
  private readonly most: number;
  private readonly worst: Int32Array;
  private readonly brokenSessions: number[] = [];
  private readonly placeOf: Int32Array;
  private outside = 0;
  private total = 0;

  constructor(
    private readonly composition: Composition,
    private readonly sessions: ComposedSession[],
    private readonly boldness: number,
  ) {
    const { partitions, items, between, within } = composition;
    const perCell = minAnswersPerCell(composition);
    this.fewest = perCell * within;
    this.most = (perCell + 1) * within;
    this.met = new Int32Array(items * between);
    this.classCounts = sessions.map((session) =>
      partitions.map((partition) => {
        const counts = new Int32Array(partition.values.length);
        for (const item of session.items) {
          const classIndex = partition.classOf[item] ?? -1;
          if (classIndex >= 0) counts[classIndex] = (counts[classIndex] ?? 0) + 1;
        }
        return counts;
      }),
    );
    this.asked = new Int32Array(items * composition.strata.length);
    this.perItem = composition.strata.map((count) => Math.floor((count * composition.itemsPerSession) / items + 1e-9));
    for (const session of sessions) {
      for (const item of session.items) this.ask(item, session.stratum, 1);
      for (const item of session.items)
        this.met[item * between + session.between] = this.metBy(item, session.between) + 1;
    }
    for (const count of this.met) this.outside += this.beyond(count);
    this.worst = new Int32Array(sessions.length);
    this.placeOf = new Int32Array(sessions.length).fill(-1);
    for (const index of sessions.keys()) this.note(index, this.brokenBy(index));
  }

  /** The number of rule violations plus the number of answers outside their margin. */
  broken(): number {
    return this.total + this.outside;
  }

  /** A session that violates a rule; if only margins are violated, a session with a misplaced item; otherwise null. */
  someBroken(random: Random): number | null {
    if (this.brokenSessions.length > 0) return drawOne(this.brokenSessions, random);
    if (this.outside === 0) return null;
    for (let tries = 0; tries < 200; tries += 1) {
      const index = random.below(this.sessions.length);
      const session = this.sessions[index] as ComposedSession;
      if (session.items.some((item) => this.beyond(this.metBy(item, session.between)) > 0)) return index;
    }
    return random.below(this.sessions.length);
  }

  marginsMissed(): boolean {
    return this.outside > 0;
  }

  /**
   * A position in another session for an exchange. Usually the item at this position has the same value of an attribute
   * that a rule uses.
   */
  counterpart(left: number, leftAt: number, right: number, random: Random): number {
    const { partitions, itemsPerSession } = this.composition;
    const item = this.sessions[left]?.items[leftAt] ?? 0;
    const otherItems = this.sessions[right]?.items ?? [];
    if (partitions.length > 0 && random.next() < 0.8) {
      const { classOf } = drawOne(partitions, random);
      const sameValue: number[] = [];
      for (let at = 0; at < otherItems.length; at += 1) {
        const otherItem = otherItems[at] as number;
        if (otherItem !== item && classOf[otherItem] === classOf[item]) sameValue.push(at);
      }
      if (sameValue.length > 0) return drawOne(sameValue, random);
    }
    return random.below(itemsPerSession);
  }

  /**
   * Replaces an item by another if both stay within their margin in the stratum.
   *
   * @returns whether that was possible
   */
  trySubstitute(index: number, at: number, item: number, random: Random): boolean {
    const session = this.sessions[index] as ComposedSession;
    const old = session.items[at] as number;
    const least = this.perItem[session.stratum] ?? 0;
    const isPossible =
      !session.items.includes(item) &&
      this.askedIn(old, session.stratum) > least &&
      this.askedIn(item, session.stratum) <= least;
    if (!isPossible) return false;
    const violationsBefore = (this.worst[index] ?? 0) + this.outside;
    this.exchange(session, at, item, index);
    const violationsAfter = (this.worst[index] ?? 0) + this.outside;
    if (violationsAfter > violationsBefore && random.next() >= this.boldness ** (violationsAfter - violationsBefore))
      this.exchange(session, at, old, index);
    return true;
  }

  tryExchange(left: number, leftAt: number, right: number, rightAt: number, random: Random): void {
    const first = this.sessions[left] as ComposedSession;
    const second = this.sessions[right] as ComposedSession;
    const leavingItem = first.items[leftAt] as number;
    const enteringItem = second.items[rightAt] as number;
    if (first.items.includes(enteringItem) || second.items.includes(leavingItem)) return;
    const violationsBefore = (this.worst[left] ?? 0) + (this.worst[right] ?? 0) + this.outside;
    this.exchange(first, leftAt, enteringItem, left);
    this.exchange(second, rightAt, leavingItem, right);
    const violationsAfter = (this.worst[left] ?? 0) + (this.worst[right] ?? 0) + this.outside;
    if (violationsAfter <= violationsBefore || random.next() < this.boldness ** (violationsAfter - violationsBefore))
      return;
    this.exchange(first, leftAt, leavingItem, left);
    this.exchange(second, rightAt, enteringItem, right);
  }

  private exchange(session: ComposedSession, at: number, item: number, index: number): void {
    const old = session.items[at] as number;
    session.items[at] = item;
    const { partitions } = this.composition;
    let violations = this.worst[index] ?? 0;
    for (let rule = 0; rule < partitions.length; rule += 1) {
      const partition = partitions[rule] as ItemPartition;
      const counts = this.classCounts[index]?.[rule] as Int32Array;
      const from = partition.classOf[old] ?? -1;
      const to = partition.classOf[item] ?? -1;
      if (from === to) continue;
      if (from >= 0) violations += recount(partition, counts, from, -1);
      if (to >= 0) violations += recount(partition, counts, to, 1);
    }
    this.ask(old, session.stratum, -1);
    this.ask(item, session.stratum, 1);
    this.meet(old, session.between, -1);
    this.meet(item, session.between, 1);
    this.note(index, violations);
  }

  private ask(item: number, stratum: number, by: number): void {
    const cell = item * this.composition.strata.length + stratum;
    this.asked[cell] = (this.asked[cell] ?? 0) + by;
  }

  private askedIn(item: number, stratum: number): number {
    return this.asked[item * this.composition.strata.length + stratum] ?? 0;
  }

  private meet(item: number, between: number, by: number): void {
    const cell = item * this.composition.between + between;
    const count = this.met[cell] ?? 0;
    this.outside += this.beyond(count + by) - this.beyond(count);
    this.met[cell] = count + by;
  }

  private metBy(item: number, between: number): number {
    return this.met[item * this.composition.between + between] ?? 0;
  }

  private beyond(count: number): number {
    return Math.max(0, this.fewest - count, count - this.most);
  }

  /** By how many answers a session is above or below the bounds of a rule. */
  private brokenBy(index: number): number {
    let violations = 0;
    for (const [rule, partition] of this.composition.partitions.entries()) {
      const counts = this.classCounts[index]?.[rule] as Int32Array;
      for (const [at, count] of counts.entries()) violations += distanceFromBounds(partition, at, count);
    }
    return violations;
  }

  /** Updates the violations of a session, and the list of sessions with violations. */
  private note(index: number, broken: number): void {
    this.total += broken - (this.worst[index] ?? 0);
    this.worst[index] = broken;
    const listIndex = this.placeOf[index] ?? -1;
    if (broken > 0 && listIndex < 0) {
      this.placeOf[index] = this.brokenSessions.length;
      this.brokenSessions.push(index);
    } else if (broken === 0 && listIndex >= 0) {
      const last = this.brokenSessions.pop() as number;
      if (last !== index) {
        this.brokenSessions[listIndex] = last;
        this.placeOf[last] = listIndex;
      }
      this.placeOf[index] = -1;
    }
  }
}

/** Adds or removes an answer of a value in a session, and returns the change in violations. */
function recount(partition: ItemPartition, counts: Int32Array, at: number, by: number): number {
  const count = counts[at] ?? 0;
  counts[at] = count + by;
  return distanceFromBounds(partition, at, count + by) - distanceFromBounds(partition, at, count);
}

function distanceFromBounds({ low, high }: ItemPartition, at: number, count: number): number {
  return Math.max(0, (low[at] ?? 0) - count, count - (high[at] ?? 0));
}
