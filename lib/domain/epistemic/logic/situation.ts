import { hasValuation, type ValuationSet } from "./cube.ts";
import { type Agent, type Formula, subformulas } from "./formula.ts";

/**
 * Maximum number of atoms, including fresh atoms of group announcements. The checker stores one bit for each valuation
 * of the atoms: with 24 atoms a set has 2 MB, and each further atom doubles memory and time.
 */
export const MAXIMUM_ATOMS = 24;

/** Maximum total memory of the sets of one evaluation, in bytes. */
export const MAXIMUM_SET_BYTES = 2 ** 30;

/** Thrown if a query needs more atoms or memory than the checker allows. The message states the limit. */
export class LimitProblem extends Error {}

/**
 * A knowledge structure prepared for queries: the possible valuations, and the positions that each agent sees. Agents
 * who see nothing are allowed, although SMCDEL's text format cannot express them.
 */
export interface Situation {
  /** The position of each atom in a valuation's number. */
  positionOf: ReadonlyMap<number, number>;
  /** The number of positions, including fresh ones of group announcements. */
  positions: number;
  /** The valuations that satisfy the law and every announcement so far. */
  possible: ValuationSet;
  /** For each agent, the positions that the agent sees, as a bit mask. */
  seenBy: ReadonlyMap<Agent, number>;
}

/** The number of the valuation in which exactly these atoms are true. */
export function valuationOf(situation: Situation, state: readonly number[]): number {
  let valuation = 0;
  for (const atom of state) {
    const position = situation.positionOf.get(atom);
    if (position === undefined) throw new RangeError(`the state has atom ${atom}, which is not an atom here`);
    valuation |= 1 << position;
  }
  return valuation;
}

/**
 * Lists the states of a set in lexicographic order; a state is the ascending list of its true atoms. States are
 * generated lazily, so that a long list need not fit into memory.
 */
export function* statesOf(situation: Situation, set: ValuationSet): Generator<number[]> {
  const atoms = [...situation.positionOf.keys()];
  const last = atoms.length - 1;
  const trueAtoms: number[] = [];
  let valuation = 0;
  for (;;) {
    if (hasValuation(set, valuation)) yield trueAtoms.map((position) => atoms[position]!);
    let next = (trueAtoms.at(-1) ?? -1) + 1;
    // The last position has no successor: remove it, and advance the previous position.
    for (; next > last && trueAtoms.length > 0; next += 1) {
      next = trueAtoms.pop()!;
      valuation ^= 1 << next;
    }
    if (next > last) return;
    trueAtoms.push(next);
    valuation |= 1 << next;
  }
}

/** Throws `LimitProblem` if there are too many atoms, including the fresh atoms of group announcements. */
export function requireCapacity(atoms: number, formulas: readonly Formula[]): void {
  const freshCount = formulas.reduce((most, formula) => Math.max(most, countFreshAtoms(formula)), 0);
  if (atoms + freshCount <= MAXIMUM_ATOMS) return;
  const neededText =
    freshCount === 0 ? `${atoms} atoms` : `${atoms} atoms and ${freshCount} more for announcements to groups`;
  throw new LimitProblem(`This text has ${neededText}; the checker supports at most ${MAXIMUM_ATOMS} atoms.`);
}

/** Maximum number of fresh atoms that are in use at the same time while a formula is evaluated. */
function countFreshAtoms(formula: Formula): number {
  if (formula.kind === "announce" && formula.group !== null) {
    return Math.max(countFreshAtoms(formula.announced), 1 + countFreshAtoms(formula.after));
  }
  return subformulas(formula).reduce((most, part) => Math.max(most, countFreshAtoms(part)), 0);
}
