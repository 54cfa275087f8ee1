import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyFormula, anyStructure, booleanFormula, someAgents, someAtoms } from "../testing/arbitrary-formulas.ts";
import { NaiveStructure, subsetsOf } from "../testing/naive-evaluator.ts";
import { applyAnnouncement, createSituation, isTrueAt, isValid } from "./ask.ts";
import { hasValuation } from "./cube.ts";
import type { Formula } from "./formula.ts";
import { LimitProblem, MAXIMUM_ATOMS, valuationOf } from "./situation.ts";
import { computeTruthSet } from "./truth-set.ts";

const runs = { numRuns: 400 };

describe("the evaluator over valuation bits", () => {
  it("agrees with the naive evaluator at every valuation, lawful or not", () => {
    fc.assert(
      fc.property(anyStructure, anyFormula(4), ({ law, observations }, formula) => {
        const situation = createSituation(someAtoms, law, observations);
        const set = computeTruthSet(situation, formula);
        const naive = naiveStructure(law, observations);
        for (const state of subsetsOf(someAtoms)) {
          expect(hasValuation(set, valuationOf(situation, [...state]))).toBe(naive.holds(state, formula));
        }
      }),
      { numRuns: 1500 },
    );
  });

  it("gives the same answers when seven idle atoms stand before and between the others", () => {
    const padded = [0, 1, 4, 5, 6, 7, 2, 8, 9, 3];
    fc.assert(
      fc.property(anyStructure, anyFormula(3), ({ law, observations }, formula) => {
        // The fresh atom of a group announcement then has another number, which must not matter either.
        const seen = observations.map(({ agent, atoms }) => ({ agent, atoms: [...atoms, 0, 4, 5, 6, 7, 8, 9] }));
        const narrow = createSituation(someAtoms, law, observations);
        const wide = createSituation(padded, law, seen);
        for (const state of subsetsOf(someAtoms)) {
          expect(isTrueAt(wide, [...state, 5], formula)).toBe(isTrueAt(narrow, [...state], formula));
        }
      }),
      runs,
    );
  });

  it("refuses a structure and a group announcement beyond its number of atoms, naming it", () => {
    const atoms = Array.from({ length: MAXIMUM_ATOMS + 1 }, (_, index) => index);
    expect(() => createSituation(atoms, { kind: "top" }, [])).toThrow(LimitProblem);
    expect(() => createSituation(atoms, { kind: "top" }, [])).toThrow(/supports at most 24 atoms/);
  });

  it("refuses unknown atoms and agents", () => {
    const situation = createSituation([1], { kind: "top" }, [{ agent: "ann", atoms: [1] }]);
    expect(() => computeTruthSet(situation, { kind: "atom", atom: 2 })).toThrow(RangeError);
    expect(() => computeTruthSet(situation, knows("bea", { kind: "top" }))).toThrow(RangeError);
    expect(() => createSituation([1], { kind: "top" }, [{ agent: "ann", atoms: [2] }])).toThrow(RangeError);
  });
});

describe("the laws of S5", () => {
  const agent = fc.constantFrom(...someAgents);
  const small = anyFormula(2);

  it("what is known is true", () => holdsForAll(agent, small, (a, F) => implies(knows(a, F), F)));

  it("what is known is known to be known", () =>
    holdsForAll(agent, small, (a, F) => implies(knows(a, F), knows(a, knows(a, F)))));

  it("what is not known is known not to be known", () =>
    holdsForAll(agent, small, (a, F) => implies(not(knows(a, F)), knows(a, not(knows(a, F))))));

  it("knowledge is closed under known implications", () =>
    holdsForAll(agent, fc.tuple(small, small), (a, [F, G]) =>
      implies(and(knows(a, F), knows(a, implies(F, G))), knows(a, G)),
    ));

  it("knowing whether is knowing that it is so or knowing that it is not", () =>
    holdsForAll(agent, small, (a, F) =>
      iff({ kind: "knows", agent: a, mode: "whether", of: F }, or(knows(a, F), knows(a, not(F)))),
    ));

  it("common knowledge is truth that everyone in the group knows to be common knowledge", () =>
    holdsForAll(agent, small, (a, F) => {
      const together = common([a, "cem"], F);
      return iff(together, and(F, and(knows(a, together), knows("cem", together))));
    }));

  it("what the group knows with each step becomes common knowledge (induction)", () =>
    holdsForAll(agent, small, (a, F) => {
      const step = implies(F, and(knows(a, F), knows("cem", F)));
      return implies(and(F, common([a, "cem"], step)), common([a, "cem"], F));
    }));

  it("what one member knows is distributed knowledge, and that is true", () =>
    holdsForAll(agent, small, (a, F) => {
      const pooled: Formula = { kind: "distributedKnowledge", agents: [a, "cem"], mode: "that", of: F };
      return and(implies(knows(a, F), pooled), implies(pooled, F));
    }));
});

describe("the reduction axioms of public announcements", () => {
  const agent = fc.constantFrom(...someAgents);
  const small = anyFormula(2);
  const three = fc.tuple(small, small, small);

  it("an announcement changes no fact", () =>
    holdsForAll(fc.constantFrom(...someAtoms), small, (atom, F) => {
      const fact: Formula = { kind: "atom", atom };
      return iff(announce(F, fact), implies(F, fact));
    }));

  it("an announcement passes a negation and a conjunction", () =>
    holdsForAll(agent, three, (_, [F, G, H]) =>
      and(
        iff(announce(F, not(G)), implies(F, not(announce(F, G)))),
        iff(announce(F, and(G, H)), and(announce(F, G), announce(F, H))),
      ),
    ));

  it("knowledge after an announcement is knowledge of what would follow it", () =>
    holdsForAll(agent, three, (a, [F, G]) =>
      iff(announce(F, knows(a, G)), implies(F, knows(a, implies(F, announce(F, G))))),
    ));

  it("two announcements are one", () =>
    holdsForAll(agent, three, (_, [F, G, H]) => iff(announce(F, announce(G, H)), announce(and(F, announce(F, G)), H))));

  it("a diamond is the dual of its box", () =>
    holdsForAll(agent, three, (_, [F, G]) =>
      iff({ ...announcement(F, G), strength: "diamond" }, not(announce(F, not(G)))),
    ));

  it("announcing whether is announcing whichever is true", () =>
    holdsForAll(agent, three, (_, [F, G]) =>
      iff({ ...announcement(F, G), mode: "whether" }, and(announce(F, G), announce(not(F), G))),
    ));

  it("saying something to everybody in the structure is a public announcement", () =>
    holdsForAll(agent, three, (_, [F, G]) => iff({ ...announcement(F, G), group: someAgents }, announce(F, G))));

  it("the situation after an announcement validates what the announcement's box does", () => {
    fc.assert(
      fc.property(anyStructure, small, small, ({ law, observations }, F, G) => {
        const situation = createSituation(someAtoms, law, observations);
        expect(isValid(applyAnnouncement(situation, F), G)).toBe(isValid(situation, announce(F, G)));
      }),
      runs,
    );
  });
});

function holdsForAll<First, Second>(
  first: fc.Arbitrary<First>,
  second: fc.Arbitrary<Second>,
  law: (first: First, second: Second) => Formula,
): void {
  fc.assert(
    fc.property(anyStructure, first, second, (structure, one, two) => {
      const situation = createSituation(someAtoms, structure.law, structure.observations);
      expect(isValid(situation, law(one, two))).toBe(true);
    }),
    runs,
  );
}

function naiveStructure(law: Formula, observations: readonly { agent: string; atoms: number[] }[]): NaiveStructure {
  const observed = new Map(observations.map(({ agent, atoms }) => [agent, atoms]));
  const free = new NaiveStructure(someAtoms, () => true, observed);
  return new NaiveStructure(someAtoms, (state) => free.holds(state, law), observed);
}

const not = (of: Formula): Formula => ({ kind: "not", of });
const and = (left: Formula, right: Formula): Formula => ({ kind: "and", of: [left, right] });
const or = (left: Formula, right: Formula): Formula => ({ kind: "or", of: [left, right] });
const implies = (left: Formula, right: Formula): Formula => ({ kind: "implies", left, right });
const iff = (left: Formula, right: Formula): Formula => ({ kind: "iff", left, right });
const knows = (agent: string, of: Formula): Formula => ({ kind: "knows", agent, mode: "that", of });
const common = (agents: string[], of: Formula): Formula => ({ kind: "commonKnowledge", agents, mode: "that", of });
const announcement = (announced: Formula, after: Formula) =>
  ({ kind: "announce", strength: "box", mode: "that", group: null, announced, after }) as const;
const announce: (announced: Formula, after: Formula) => Formula = announcement;

describe("laws", () => {
  it("decide which states are possible", () => {
    fc.assert(
      fc.property(booleanFormula, (law) => {
        const situation = createSituation(someAtoms, law, []);
        const naive = new NaiveStructure(someAtoms, () => true, new Map());
        const lawful = subsetsOf(someAtoms).filter((state) => naive.holds(state, law));
        for (const state of subsetsOf(someAtoms)) {
          const isPossible = hasValuation(situation.possible, valuationOf(situation, [...state]));
          expect(isPossible).toBe(lawful.some((other) => [...other].join() === [...state].join()));
        }
      }),
    );
  });
});
