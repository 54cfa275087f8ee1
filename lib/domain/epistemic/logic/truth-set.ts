import {
  addComplement,
  addPosition,
  complement,
  contains,
  fillPosition,
  intersect,
  keepDifferences,
  keepForBothValues,
  restrictHighest,
  setWordCount,
  unite,
  type ValuationSet,
} from "./cube.ts";
import type { Agent, Formula } from "./formula.ts";
import { LimitProblem, MAXIMUM_ATOMS, MAXIMUM_SET_BYTES, type Situation } from "./situation.ts";

/**
 * Computes the valuations in which a formula is true, as a new set that the caller may modify.
 *
 * As in SMCDEL, valuations that break the law are evaluated too: knowledge considers only possible states that an agent
 * cannot distinguish from the valuation, and quantifiers change an atom without checking the law.
 *
 * Throws `LimitProblem` if group announcements need too many fresh atoms or the sets need too much memory. Throws
 * `RangeError` for an unknown atom or agent.
 */
export function computeTruthSet(situation: Situation, formula: Formula): ValuationSet {
  return new Evaluation().of(situation, formula);
}

/** The evaluation of one formula. Its pool reuses sets. */
class Evaluation {
  private readonly idle = new Map<number, ValuationSet[]>();
  private bytes = 0;

  of(situation: Situation, formula: Formula): ValuationSet {
    switch (formula.kind) {
      case "top":
      case "bottom":
        return this.take(situation.positions).fill(formula.kind === "top" ? 0xffffffff : 0);
      case "atom": {
        const set = this.take(situation.positions);
        fillPosition(set, positionOf(situation, formula.atom));
        return set;
      }
      case "not":
        return this.negation(this.of(situation, formula.of));
      case "and":
        return this.fold(situation, formula.of, 0xffffffff, intersect);
      case "or":
        return this.fold(situation, formula.of, 0, unite);
      case "xor":
        return this.fold(situation, formula.of, 0, keepDifferences);
      case "oneOf":
        return this.exactlyOne(situation, formula.of);
      case "implies":
        return this.combined(this.of(situation, formula.right), this.of(situation, formula.left), addComplement);
      case "iff":
        return this.negation(
          this.combined(this.of(situation, formula.left), this.of(situation, formula.right), keepDifferences),
        );
      case "forall":
      case "exists":
        return this.quantified(situation, formula);
      case "knows":
        return this.knowing(situation, seenBy(situation, formula.agent), formula.mode, formula.of);
      case "distributedKnowledge": {
        const seen = formula.agents.reduce((bits, agent) => bits | seenBy(situation, agent), 0);
        return this.knowing(situation, seen, formula.mode, formula.of);
      }
      case "commonKnowledge":
        return this.knowingTogether(situation, formula.agents, formula.mode, formula.of);
      case "announce":
        return this.announcement(situation, formula);
    }
  }

  private fold(
    situation: Situation,
    members: readonly Formula[],
    empty: number,
    join: (set: ValuationSet, other: ValuationSet) => void,
  ): ValuationSet {
    const [first, ...others] = members;
    if (first === undefined) return this.take(situation.positions).fill(empty);
    const set = this.of(situation, first);
    for (const other of others) this.combined(set, this.of(situation, other), join);
    return set;
  }

  /** Valuations in which exactly one member is true: those in `atLeastOne` that are not in `moreThanOne`. */
  private exactlyOne(situation: Situation, members: readonly Formula[]): ValuationSet {
    const atLeastOne = this.take(situation.positions).fill(0);
    const moreThanOne = this.take(situation.positions).fill(0);
    for (const member of members) {
      const set = this.of(situation, member);
      for (let index = 0; index < set.length; index += 1) {
        moreThanOne[index]! |= atLeastOne[index]! & set[index]!;
        atLeastOne[index]! |= set[index]!;
      }
      this.give(set);
    }
    return this.combined(atLeastOne, this.negation(moreThanOne), intersect);
  }

  private quantified(
    situation: Situation,
    { kind, atoms, of }: { kind: "forall" | "exists"; atoms: readonly number[]; of: Formula },
  ): ValuationSet {
    const set = this.of(situation, of);
    if (kind === "exists") complement(set);
    for (const atom of atoms) keepForBothValues(set, positionOf(situation, atom));
    if (kind === "exists") complement(set);
    return set;
  }

  private knowing(situation: Situation, seen: number, mode: "that" | "whether", of: Formula): ValuationSet {
    const set = this.of(situation, of);
    if (mode === "that") return this.known(situation, seen, set);
    const opposite = this.negation(this.copy(set, situation.positions));
    return this.combined(this.known(situation, seen, set), this.known(situation, seen, opposite), unite);
  }

  /** Replaces a set by the valuations whose indistinguishable possible states are all in the set. */
  private known(situation: Situation, seen: number, set: ValuationSet): ValuationSet {
    addComplement(set, situation.possible);
    for (let position = 0; position < situation.positions; position += 1) {
      if (((seen >>> position) & 1) === 0) keepForBothValues(set, position);
    }
    return set;
  }

  private knowingTogether(
    situation: Situation,
    agents: readonly Agent[],
    mode: "that" | "whether",
    of: Formula,
  ): ValuationSet {
    const set = this.of(situation, of);
    const opposite = mode === "whether" ? this.negation(this.copy(set, situation.positions)) : null;
    this.closed(situation, agents, set);
    return opposite === null ? set : this.combined(set, this.closed(situation, agents, opposite), unite);
  }

  /**
   * The greatest subset of `set` in which every agent knows that the state is in the subset. It is a fixed point,
   * computed by removing valuations.
   */
  private closed(situation: Situation, agents: readonly Agent[], set: ValuationSet): ValuationSet {
    for (let unchanged = 0; unchanged < agents.length; ) {
      for (const agent of agents) {
        const known = this.known(situation, seenBy(situation, agent), this.copy(set, situation.positions));
        unchanged = contains(known, set) ? unchanged + 1 : 0;
        this.combined(set, known, intersect);
        if (unchanged >= agents.length) break;
      }
    }
    return set;
  }

  private announcement(situation: Situation, formula: Formula & { kind: "announce" }): ValuationSet {
    const { strength, mode, group, announced } = formula;
    const announcedSet = this.of(situation, announced);
    const evaluateAfter = (truly: boolean): ValuationSet =>
      group === null
        ? this.afterPublic(situation, announcedSet, truly, formula.after)
        : this.afterGroup(situation, announcedSet, group, truly, formula.after);
    const setIfTrue = evaluateAfter(true);
    if (mode === "whether") {
      const setIfFalse = evaluateAfter(false);
      for (let index = 0; index < setIfTrue.length; index += 1) {
        setIfTrue[index] = (announcedSet[index]! & setIfTrue[index]!) | (~announcedSet[index]! & setIfFalse[index]!);
      }
      this.give(setIfFalse);
    } else if (strength === "box") {
      addComplement(setIfTrue, announcedSet);
    } else {
      intersect(setIfTrue, announcedSet);
    }
    this.give(announcedSet);
    return setIfTrue;
  }

  private afterPublic(situation: Situation, announcedSet: ValuationSet, truly: boolean, after: Formula): ValuationSet {
    const possible = this.copy(announcedSet, situation.positions);
    if (!truly) complement(possible);
    intersect(possible, situation.possible);
    const set = this.of({ ...situation, possible }, after);
    this.give(possible);
    return set;
  }

  /**
   * Adds a fresh atom that only the group sees and that is true exactly where the announced formula is true. Then
   * applies the announcement.
   */
  private afterGroup(
    situation: Situation,
    said: ValuationSet,
    group: readonly Agent[],
    truly: boolean,
    after: Formula,
  ): ValuationSet {
    const freshPosition = situation.positions;
    if (freshPosition >= MAXIMUM_ATOMS) {
      throw new LimitProblem(
        `An announcement to a group needs a fresh atom, but the checker supports at most ${MAXIMUM_ATOMS} atoms.`,
      );
    }
    const possible = this.take(freshPosition + 1);
    fillPosition(possible, freshPosition);
    const wide = this.take(freshPosition + 1);
    addPosition(said, wide);
    keepDifferences(possible, wide);
    complement(possible);
    addPosition(situation.possible, wide);
    this.combined(possible, wide, intersect);
    const seenAfter = new Map(situation.seenBy);
    for (const agent of group) seenAfter.set(agent, seenBy(situation, agent) | (1 << freshPosition));
    const wideSet = this.of({ ...situation, positions: freshPosition + 1, possible, seenBy: seenAfter }, after);
    this.give(possible);
    const set = this.take(freshPosition);
    restrictHighest(wideSet, freshPosition, truly, set);
    this.give(wideSet);
    return set;
  }

  private combined(
    set: ValuationSet,
    other: ValuationSet,
    join: (set: ValuationSet, other: ValuationSet) => void,
  ): ValuationSet {
    join(set, other);
    this.give(other);
    return set;
  }

  private negation(set: ValuationSet): ValuationSet {
    complement(set);
    return set;
  }

  private copy(set: ValuationSet, positions: number): ValuationSet {
    const result = this.take(positions);
    result.set(set);
    return result;
  }

  /** Returns a set with undefined content: from the pool, or a new set if memory allows. */
  private take(positions: number): ValuationSet {
    const words = setWordCount(positions);
    const idle = this.idle.get(words)?.pop();
    if (idle !== undefined) return idle;
    this.bytes += 4 * words;
    if (this.bytes > MAXIMUM_SET_BYTES) {
      throw new LimitProblem(
        `A formula needs more than ${MAXIMUM_SET_BYTES / 2 ** 20} MB of state sets at once, the limit of this checker.`,
      );
    }
    return new Uint32Array(words);
  }

  private give(set: ValuationSet): void {
    const idle = this.idle.get(set.length);
    if (idle === undefined) this.idle.set(set.length, [set]);
    else idle.push(set);
  }
}

function positionOf(situation: Situation, atom: number): number {
  const position = situation.positionOf.get(atom);
  if (position === undefined) throw new RangeError(`atom ${atom} is not an atom here`);
  return position;
}

function seenBy(situation: Situation, agent: Agent): number {
  const seen = situation.seenBy.get(agent);
  if (seen === undefined) throw new RangeError(`agent ${agent} has no observations here`);
  return seen;
}
