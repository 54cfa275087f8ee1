import { type Random, shuffle } from "../../random.ts";
import { plainName } from "../plain-name.ts";
import { type BeliefTuple, excludesTruth } from "../tuple.ts";

/** A fact that a study cannot use, and why. */
export interface ExcludedFact {
  fact: string;
  reason: "alsoTrue" | "servesAsCondition" | "sameSubject" | "givesAwayAnother" | "unevenNumber";
}

export interface ArrangedFacts {
  /** Target facts in cyclic order. In any `window` consecutive facts, no fact reveals the answer to another one. */
  targets: BeliefTuple[];
  fillers: BeliefTuple[];
  leftOut: ExcludedFact[];
}

/**
 * Chooses and orders the facts of a study so that no participant sees a fact twice, or learns the answer to one fact
 * from another fact.
 *
 * Excluded are facts whose false object contains the truth, because following them would not be an error, and facts
 * that are used as conditions (the hundred best known in the paper's tuples), because conditional expressions state
 * them. One fact is kept for each subject. If the extra information of one fact is the claim of another, the two facts
 * are at least one session apart. The number of facts is made coprime to `arms`, so that the rotation is exact.
 *
 * @param window target facts of one participant
 * @param fillerWindow fillers of one participant; the facts are divided in this proportion
 * @param arms categories times query orders
 */
export function arrangeFacts(
  tuples: readonly BeliefTuple[],
  { window, fillerWindow, arms }: { window: number; fillerWindow: number; arms: number },
  random: Random,
): ArrangedFacts {
  const excluded: ExcludedFact[] = [];
  const bySubject = new Map<string, BeliefTuple>();
  const byId = [...tuples].sort((left, right) => (left.id < right.id ? -1 : 1));
  const conditions = [...new Set(tuples.map((tuple) => tuple.condition))];
  for (const tuple of shuffle(byId, random)) {
    if (!excludesTruth(tuple)) excluded.push({ fact: tuple.id, reason: "alsoTrue" });
    else if (conditions.some((condition) => condition.includes(tuple.subjectRelation))) {
      excluded.push({ fact: tuple.id, reason: "servesAsCondition" });
    } else if (bySubject.has(plainName(tuple.subject))) {
      excluded.push({ fact: tuple.id, reason: "sameSubject" });
    } else bySubject.set(plainName(tuple.subject), tuple);
  }
  const facts = [...bySubject.values()];
  const fillerCount = Math.ceil((facts.length * fillerWindow) / (window + fillerWindow));
  const targets = orderFacts(facts.slice(fillerCount), window, arms, excluded);
  const usableFillers = facts.slice(0, fillerCount).filter((filler) => {
    const hasNoConflict = !targets.some((target) => revealEachOther(filler, target));
    if (!hasNoConflict) excluded.push({ fact: filler.id, reason: "givesAwayAnother" });
    return hasNoConflict;
  });
  return {
    targets,
    fillers: fillerWindow === 0 ? [] : orderFacts(usableFillers, fillerWindow, arms, excluded),
    leftOut: excluded,
  };
}

/** Whether the extra information of one fact states the claim of the other. */
export function revealEachOther(left: BeliefTuple, right: BeliefTuple): boolean {
  return left.extraInformation.includes(right.subjectRelation) || right.extraInformation.includes(left.subjectRelation);
}

/**
 * Orders facts greedily: always appends the first pending fact that does not conflict with the last `window - 1` facts.
 */
function orderFacts(
  facts: readonly BeliefTuple[],
  window: number,
  arms: number,
  excluded: ExcludedFact[],
): BeliefTuple[] {
  const pending = [...facts];
  const order: BeliefTuple[] = [];
  while (pending.length > 0) {
    const recentFacts = window > 1 ? order.slice(-(window - 1)) : [];
    const next = pending.findIndex((fact) => !recentFacts.some((other) => revealEachOther(other, fact)));
    if (next < 0) break;
    order.push(...pending.splice(next, 1));
  }
  excluded.push(...pending.map(({ id }) => ({ fact: id, reason: "givesAwayAnother" as const })));
  for (;;) {
    const last = order.at(-1);
    if (!last) return order;
    const hasCommonDivisor = greatestCommonDivisor(order.length, arms) !== 1;
    if (!hasCommonDivisor && !hasConflictAcrossEnd(order, window)) return order;
    order.pop();
    excluded.push({ fact: last.id, reason: hasCommonDivisor ? "unevenNumber" : "givesAwayAnother" });
  }
}

/** Whether two facts reveal each other that are close only because the cyclic order wraps around. */
function hasConflictAcrossEnd(order: readonly BeliefTuple[], window: number): boolean {
  const maxDistance = Math.min(window - 1, order.length - 1);
  for (let back = 1; back <= maxDistance; back += 1) {
    const lateFact = order[order.length - back] as BeliefTuple;
    const earlyFacts = order.slice(0, maxDistance - back + 1);
    if (earlyFacts.some((early) => early !== lateFact && revealEachOther(early, lateFact))) return true;
  }
  return false;
}

/** Greatest common divisor. */
export function greatestCommonDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestCommonDivisor(right, left % right);
}
