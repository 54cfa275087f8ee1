import type { Agent, Formula } from "../logic/formula.ts";

/**
 * The definitions of the logic, implemented one by one without optimisation: states are sets of atoms, an announcement
 * creates a new structure, common knowledge is a graph search. It shares only the formulas with the evaluator that it
 * verifies.
 */
export class NaiveStructure {
  private readonly atoms: readonly number[];
  private readonly isLawful: (state: State) => boolean;
  private readonly observed: ReadonlyMap<Agent, readonly number[]>;
  private known: State[] | null = null;

  constructor(
    atoms: readonly number[],
    isLawful: (state: State) => boolean,
    observed: ReadonlyMap<Agent, readonly number[]>,
  ) {
    this.atoms = atoms;
    this.isLawful = isLawful;
    this.observed = observed;
  }

  get states(): State[] {
    this.known ??= subsetsOf(this.atoms).filter((state) => this.isLawful(state));
    return this.known;
  }

  holds(state: State, formula: Formula): boolean {
    const here = (part: Formula) => this.holds(state, part);
    const everywhere = (states: State[], part: Formula) => states.every((other) => this.holds(other, part));
    const nowhere = (states: State[], part: Formula) => states.every((other) => !this.holds(other, part));
    switch (formula.kind) {
      case "top":
        return true;
      case "bottom":
        return false;
      case "atom":
        return state.has(formula.atom);
      case "not":
        return !here(formula.of);
      case "and":
        return formula.of.every(here);
      case "or":
        return formula.of.some(here);
      case "xor":
        return formula.of.filter(here).length % 2 === 1;
      case "oneOf":
        return formula.of.filter(here).length === 1;
      case "implies":
        return !here(formula.left) || here(formula.right);
      case "iff":
        return here(formula.left) === here(formula.right);
      case "forall":
      case "exists": {
        const untouched = [...state].filter((atom) => !formula.atoms.includes(atom));
        const values = subsetsOf([...new Set(formula.atoms)]).map((chosen) => new Set([...untouched, ...chosen]));
        const isTrue = (valuation: State) => this.holds(valuation, formula.of);
        return formula.kind === "forall" ? values.every(isTrue) : values.some(isTrue);
      }
      case "knows":
      case "distributedKnowledge": {
        const agents = formula.kind === "knows" ? [formula.agent] : formula.agents;
        const alike = this.states.filter((other) => agents.every((agent) => this.looksSame(agent, state, other)));
        return everywhere(alike, formula.of) || (formula.mode === "whether" && nowhere(alike, formula.of));
      }
      case "commonKnowledge": {
        const reached = this.reachable(state, formula.agents);
        return everywhere(reached, formula.of) || (formula.mode === "whether" && nowhere(reached, formula.of));
      }
      case "announce":
        return this.announcementHolds(state, formula);
    }
  }

  private announcementHolds(state: State, formula: Formula & { kind: "announce" }): boolean {
    const isTrue = this.holds(state, formula.announced);
    if (formula.mode === "that" && !isTrue) return formula.strength === "box";
    const said: Formula = isTrue ? formula.announced : { kind: "not", of: formula.announced };
    const { group } = formula;
    if (group === null) {
      const isLawful = (other: State) => this.isLawful(other) && this.holds(other, said);
      return new NaiveStructure(this.atoms, isLawful, this.observed).holds(state, formula.after);
    }
    const fresh = Math.max(...this.atoms) + 1;
    const without = (other: State) => new Set([...other].filter((atom) => atom !== fresh));
    const isLawful = (other: State) =>
      this.isLawful(without(other)) && other.has(fresh) === this.holds(without(other), said);
    const observed = new Map(
      [...this.observed].map(([agent, atoms]) => [agent, group.includes(agent) ? [...atoms, fresh] : atoms]),
    );
    return new NaiveStructure([...this.atoms, fresh], isLawful, observed).holds(
      new Set([...state, fresh]),
      formula.after,
    );
  }

  private looksSame(agent: Agent, left: State, right: State): boolean {
    return this.observed.get(agent)!.every((atom) => left.has(atom) === right.has(atom));
  }

  private reachable(start: State, agents: readonly Agent[]): State[] {
    const reached = [start];
    for (const from of reached) {
      for (const other of this.states) {
        const isNew = !reached.some((seen) => sameState(seen, other));
        if (isNew && agents.some((agent) => this.looksSame(agent, from, other))) reached.push(other);
      }
    }
    return reached;
  }
}

export type State = ReadonlySet<number>;

export function subsetsOf(atoms: readonly number[]): State[] {
  return atoms.reduce<State[]>(
    (subsets, atom) => subsets.flatMap((set) => [set, new Set([...set, atom])]),
    [new Set()],
  );
}

function sameState(left: State, right: State): boolean {
  return left.size === right.size && [...left].every((atom) => right.has(atom));
}
