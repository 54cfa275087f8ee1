import { hasValuation, type ValuationSet } from "./cube.ts";
import { type Agent, type Formula, partsOf } from "./formula.ts";

/**
 * The most atoms, fresh ones of group announcements included, that the checker takes: it keeps one bit for each
 * valuation of the atoms, so 24 atoms mean 2 MB a set, and each further atom doubles that and the time.
 */
export const MAXIMUM_ATOMS = 24;

/** The most memory that the sets of one evaluation may take together, in bytes. */
export const MAXIMUM_SET_BYTES = 2 ** 30;

/** The checker refuses a question that needs more atoms or memory than it has; the message says which. */
export class LimitProblem extends Error {}

/**
 * A knowledge structure made ready for questions: which valuations are possible and which positions each agent sees.
 * Agents who see nothing are allowed here, though SMCDEL's text cannot write them.
 */
export interface Situation {
  /** The position of each atom in a valuation's number. */
  positionOf: ReadonlyMap<number, number>;
  /** How many positions there are, fresh ones of group announcements included. */
  positions: number;
  /** The valuations that obey the law and every announcement so far. */
  possible: ValuationSet;
  /** For each agent, the positions that the agent sees, as bits. */
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
 * The states of a set in order: each the list of its true atoms, ascending, and the lists compared like words.
 * They are made one at a time, so that a long list need not fit into memory.
 */
export function* statesOf(situation: Situation, set: ValuationSet): Generator<number[]> {
  const atoms = [...situation.positionOf.keys()];
  const last = atoms.length - 1;
  const chosen: number[] = [];
  let valuation = 0;
  for (;;) {
    if (hasValuation(set, valuation)) yield chosen.map((position) => atoms[position]!);
    let next = (chosen.at(-1) ?? -1) + 1;
    // Nothing can follow the last position: take it back, and let the one before it move on.
    for (; next > last && chosen.length > 0; next += 1) {
      next = chosen.pop()!;
      valuation ^= 1 << next;
    }
    if (next > last) return;
    chosen.push(next);
    valuation |= 1 << next;
  }
}

/** Throws `LimitProblem` unless that many atoms can be handled, with the fresh ones that group announcements need. */
export function requireCapacity(atoms: number, formulas: readonly Formula[]): void {
  const fresh = formulas.reduce((most, formula) => Math.max(most, freshAtoms(formula)), 0);
  if (atoms + fresh <= MAXIMUM_ATOMS) return;
  const needed = fresh === 0 ? `${atoms} atoms` : `${atoms} atoms and ${fresh} more for announcements to groups`;
  throw new LimitProblem(
    `This text has ${needed}; the checker lists valuations one by one and stops at ${MAXIMUM_ATOMS} atoms.`,
  );
}

/** How many fresh atoms are in use at once, at most, while a formula is evaluated. */
function freshAtoms(formula: Formula): number {
  if (formula.kind === "announce" && formula.group !== null) {
    return Math.max(freshAtoms(formula.announced), 1 + freshAtoms(formula.after));
  }
  return partsOf(formula).reduce((most, part) => Math.max(most, freshAtoms(part)), 0);
}
