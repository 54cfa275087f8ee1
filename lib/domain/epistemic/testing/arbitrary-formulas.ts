import fc from "fast-check";
import type { Agent, Formula, Mode } from "../logic/formula.ts";

export const someAtoms = [1, 2, 3] as const;
export const someAgents: readonly Agent[] = ["ann", "bea", "cem"];

const atom = fc.constantFrom(...someAtoms);
const agent = fc.constantFrom(...someAgents);
const group = fc.uniqueArray(agent, { minLength: 1, maxLength: 3 });
const mode = fc.constantFrom<Mode>("that", "whether");

/** Formulas with facts only, over `someAtoms`. */
export const booleanFormula: fc.Arbitrary<Formula> = fc.letrec<{ formula: Formula }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    atom.map((one): Formula => ({ kind: "atom", atom: one })),
    fc.constantFrom<Formula>({ kind: "top" }, { kind: "bottom" }),
    ...booleanCases(tie("formula")),
  ),
})).formula;

/** Any formula over `someAtoms` and `someAgents`, nested up to the given depth. */
export function anyFormula(maxDepth: number): fc.Arbitrary<Formula> {
  return fc.letrec<{ formula: Formula }>((tie) => {
    const part = tie("formula");
    return {
      formula: fc.oneof(
        { maxDepth, depthSize: "small", withCrossShrink: true },
        atom.map((one): Formula => ({ kind: "atom", atom: one })),
        ...booleanCases(part),
        fc.record<Formula & { kind: "knows" }>({ kind: fc.constant("knows"), agent, mode, of: part }),
        fc.record<Formula & { kind: "knows" }>({ kind: fc.constant("knows"), agent, mode, of: part }),
        fc.record({
          kind: fc.constantFrom("commonKnowledge" as const, "distributedKnowledge" as const),
          agents: group,
          mode,
          of: part,
        }),
        fc.record({
          kind: fc.constant("announce" as const),
          strength: fc.constantFrom("box" as const, "diamond" as const),
          mode,
          group: fc.option(group, { freq: 2 }),
          announced: part,
          after: part,
        }),
      ),
    };
  }).formula;
}

function booleanCases(part: fc.Arbitrary<Formula>): fc.Arbitrary<Formula>[] {
  return [
    part.map((of): Formula => ({ kind: "not", of })),
    fc.record({
      kind: fc.constantFrom("and" as const, "or" as const, "xor" as const, "oneOf" as const),
      of: fc.array(part, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constantFrom("implies" as const, "iff" as const), left: part, right: part }),
    fc.record({
      kind: fc.constantFrom("forall" as const, "exists" as const),
      atoms: fc.uniqueArray(atom, { minLength: 1, maxLength: 2 }),
      of: part,
    }),
  ];
}

/** A law over `someAtoms` and, for each of `someAgents`, any set of atoms, including the empty one. */
export const anyStructure = fc.record({
  law: booleanFormula,
  observations: fc.tuple(
    ...someAgents.map((name) =>
      fc.subarray([...someAtoms]).map((atoms): { agent: Agent; atoms: number[] } => ({ agent: name, atoms })),
    ),
  ),
});
