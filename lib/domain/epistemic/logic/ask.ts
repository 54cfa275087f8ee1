import { contains, countValuations, hasValuation, intersect, setWordCount } from "./cube.ts";
import type { Agent, Formula } from "./formula.ts";
import type { Observation } from "./parse-input.ts";
import { requireCapacity, type Situation, valuationOf } from "./situation.ts";
import { computeTruthSet } from "./truth-set.ts";

/**
 * Prepares a structure for evaluation. Atoms may be in any order and repeated. If an agent has two lines, the first
 * line counts. Throws `LimitProblem` beyond `MAXIMUM_ATOMS`, and `RangeError` if an observation names an unknown atom.
 */
export function createSituation(
  atoms: readonly number[],
  law: Formula,
  observations: readonly Observation[],
): Situation {
  const sortedAtoms = [...new Set(atoms)].sort((left, right) => left - right);
  requireCapacity(sortedAtoms.length, []);
  const positionOf = new Map(sortedAtoms.map((atom, position) => [atom, position]));
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
  const possible = new Uint32Array(setWordCount(sortedAtoms.length)).fill(0xffffffff);
  const situationWithoutLaw: Situation = { positionOf, positions: sortedAtoms.length, possible, seenBy };
  return { ...situationWithoutLaw, possible: computeTruthSet(situationWithoutLaw, law) };
}

/** The situation after a true public announcement. States in which the formula is false are no longer possible. */
export function applyAnnouncement(situation: Situation, announced: Formula): Situation {
  const possible = computeTruthSet(situation, announced);
  intersect(possible, situation.possible);
  return { ...situation, possible };
}

/** Whether a formula is true in every possible state; true if no state is possible. */
export function isValid(situation: Situation, formula: Formula): boolean {
  return contains(computeTruthSet(situation, formula), situation.possible);
}

/** Whether a formula is true in the state in which exactly these atoms are true; the state need not be possible. */
export function isTrueAt(situation: Situation, state: readonly number[], formula: Formula): boolean {
  return hasValuation(computeTruthSet(situation, formula), valuationOf(situation, state));
}

/** The number of possible states. */
export function countStates(situation: Situation): number {
  return countValuations(situation.possible, situation.positions);
}
