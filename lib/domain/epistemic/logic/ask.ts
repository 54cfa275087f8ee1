import { contains, countValuations, hasValuation, intersect, setWordCount } from "./cube.ts";
import type { Agent, Formula } from "./formula.ts";
import type { Observation } from "./parse-input.ts";
import { requireCapacity, type Situation, valuationOf } from "./situation.ts";
import { truthSet } from "./truth-set.ts";

/**
 * Prepares a structure for evaluation. Atoms may come in any order and repeatedly; if an agent has two lines, the first
 * counts. Throws `LimitProblem` beyond `MAXIMUM_ATOMS`, and `RangeError` if an observation names an unknown atom.
 */
export function createSituation(
  atoms: readonly number[],
  law: Formula,
  observations: readonly Observation[],
): Situation {
  const sorted = [...new Set(atoms)].sort((left, right) => left - right);
  requireCapacity(sorted.length, []);
  const positionOf = new Map(sorted.map((atom, position) => [atom, position]));
  const seenBy = new Map<Agent, number>();
  for (const { agent, atoms: seen } of observations) {
    if (seenBy.has(agent)) continue;
    let bits = 0;
    for (const atom of seen) {
      const position = positionOf.get(atom);
      if (position === undefined)
        throw new RangeError(`agent ${agent} observes atom ${atom}, which is not an atom here`);
      bits |= 1 << position;
    }
    seenBy.set(agent, bits);
  }
  const possible = new Uint32Array(setWordCount(sorted.length)).fill(0xffffffff);
  const unrestricted: Situation = { positionOf, positions: sorted.length, possible, seenBy };
  return { ...unrestricted, possible: truthSet(unrestricted, law) };
}

/** The situation after a true public announcement: the states where the formula is false are no longer possible. */
export function afterAnnouncing(situation: Situation, announced: Formula): Situation {
  const possible = truthSet(situation, announced);
  intersect(possible, situation.possible);
  return { ...situation, possible };
}

/** Whether a formula is true at every possible state; always true if no state is possible. */
export function isValid(situation: Situation, formula: Formula): boolean {
  return contains(truthSet(situation, formula), situation.possible);
}

/** Whether a formula is true in the state in which exactly these atoms are true; the state need not be possible. */
export function isTrueAt(situation: Situation, state: readonly number[], formula: Formula): boolean {
  return hasValuation(truthSet(situation, formula), valuationOf(situation, state));
}

/** The number of possible states. */
export function countStates(situation: Situation): number {
  return countValuations(situation.possible, situation.positions);
}
