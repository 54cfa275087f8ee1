import { hasValuation, type ValuationSet } from "./cube.ts";
import { type Agent, type Formula, subformulas } from "./formula.ts";

/**
 * Maximum number of atoms that the checker accepts, including fresh ones of group announcements: it stores one bit for
 * each valuation of the atoms, so 24 atoms mean 2 MB per set, and each further atom doubles memory and time.
 */
export const MAXIMUM_ATOMS = 24;

/** Maximum total memory of the sets of one evaluation, in bytes. */
export const MAXIMUM_SET_BYTES = 2 ** 30;

/** The query needs more atoms or memory than the checker allows; the message states which limit. */
export class LimitProblem extends Error {}

/**
 * A knowledge structure prepared for queries: which valuations are possible and which positions each agent sees. Agents
 * who see nothing are allowed here, although SMCDEL's text cannot express them.
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

/** The number of the valuation in which exactly those atoms are true. */
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
 * The states of a set in order: each is the ascending list of its true atoms, and lists are compared lexicographically.
 * They are generated lazily, so that a long list need not fit into memory.
 */
export function* statesOf(situation: Situation, set: ValuationSet): Generator<number[]> {
  const atoms = [...situation.positionOf.keys()];
  const last = atoms.length - 1;
  const trueAtoms: number[] = [];
  let valuation = 0;
  for (;;) {
    if (hasValuation(set, valuation)) yield trueAtoms.map((position) => atoms[position]!);
    let next = (trueAtoms.at(-1) ?? -1) + 1;
    // Nothing can follow the last position: remove it and advance the one before it.
    for (; next > last && trueAtoms.length > 0; next += 1) {
      next = trueAtoms.pop()!;
      valuation ^= 1 << next;
    }
    if (next > last) return;
    trueAtoms.push(next);
    valuation |= 1 << next;
  }
}

/** Throws `LimitProblem` if the number of atoms, with the fresh ones that group announcements need, is too high. */
export function requireCapacity(atoms: number, formulas: readonly Formula[]): void {
  const fresh = formulas.reduce((most, formula) => Math.max(most, freshAtoms(formula)), 0);
  if (atoms + fresh <= MAXIMUM_ATOMS) return;
  const needed = fresh === 0 ? `${atoms} atoms` : `${atoms} atoms and ${fresh} more for announcements to groups`;
  throw new LimitProblem(
    `This text has ${needed}; the checker lists valuations one by one and stops at ${MAXIMUM_ATOMS} atoms.`,
  );
}

/** Maximum number of fresh atoms in use at once while a formula is evaluated. */
function freshAtoms(formula: Formula): number {
  if (formula.kind === "announce" && formula.group !== null) {
    return Math.max(freshAtoms(formula.announced), 1 + freshAtoms(formula.after));
  }
  return subformulas(formula).reduce((most, part) => Math.max(most, freshAtoms(part)), 0);
}
