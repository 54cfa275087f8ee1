import { applyAnnouncement, countStates, createSituation, isValid } from "../logic/ask.ts";
import type { Formula } from "../logic/formula.ts";
import type { Situation } from "../logic/situation.ts";
import { agentName } from "./formula-text.ts";
import type { Label, Premise, Problem, Statement } from "./problem.ts";

/** The label of a problem: `entailment` if the hypothesis is true in every state that survives the premise. */
export function problemLabel(problem: Problem): Label {
  return labelAfter(situationAfter(problem), problem);
}

/** The label of a hypothesis, given the precomputed situation after the premise, which many hypotheses can share. */
export function labelAfter(situation: Situation, problem: Pick<Problem, "hypothesis" | "sees">): Label {
  return isValid(situation, formulaOf(problem.hypothesis, problem.sees.length)) ? "entailment" : "not_entailment";
}

/** Whether no state survives the announcements. Every hypothesis would then be entailed. */
export function isContradictory(premise: Premise): boolean {
  return countStates(situationAfter(premise)) === 0;
}

/** The situation of the persons before any announcement. Persons who see nothing observe no atom. */
export function createInitialSituation({ sees }: Pick<Premise, "sees">): Situation {
  const atoms = sees.map((_, person) => person + 1);
  const observations = sees.map((row, person) => ({
    agent: agentName(person),
    atoms: atoms.filter((_, other) => row[other]),
  }));
  return createSituation(atoms, { kind: "top" }, observations);
}

/** The situation after all announcements of a premise. */
export function situationAfter(premise: Premise): Situation {
  return premise.announcements.reduce(
    (situation, statement) => applyAnnouncement(situation, formulaOf(statement, premise.sees.length)),
    createInitialSituation(premise),
  );
}

/** A statement as a formula: the atoms are 1 to `persons`, and the agents are Agenta, Agentb, … */
export function formulaOf(statement: Statement, persons: number): Formula {
  if (statement.kind === "knows") {
    const { person, mode, negated, of } = statement;
    return negateIf(negated, { kind: "knows", agent: agentName(person), mode, of: formulaOf(of, persons) });
  }
  const { subject, negated } = statement;
  if (typeof subject === "number") return negateIf(negated, { kind: "atom", atom: subject + 1 });
  const all = Array.from({ length: persons }, (_, index): Formula => ({ kind: "atom", atom: index + 1 }));
  const isUniversal = subject === "everyone" || subject === "not everyone";
  return negateIf(subject === "nobody" || subject === "not everyone", { kind: isUniversal ? "and" : "or", of: all });
}

function negateIf(negated: boolean, of: Formula): Formula {
  return negated ? { kind: "not", of } : of;
}
