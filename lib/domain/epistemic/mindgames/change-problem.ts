import { maxExplainedPersons } from "../explain/explain-problem.ts";
import { fixedObservations, type Problem, type Setup, type Statement } from "./problem.ts";
import { defaultNames } from "./read-pasted.ts";

/**
 * The initial problem of the playground: the muddy children puzzle with two children who are asked whether they know
 * their state.
 */
export const initialProblem: Problem = {
  setup: "forehead",
  names: ["Ann", "Bob"],
  sees: [
    [false, true],
    [true, false],
  ],
  announcements: [
    { kind: "fact", subject: "someone", negated: false },
    { kind: "knows", person: 0, mode: "whether", negated: true, of: { kind: "fact", subject: 0, negated: false } },
  ],
  hypothesis: {
    kind: "knows",
    person: 1,
    mode: "that",
    negated: false,
    of: { kind: "fact", subject: 1, negated: false },
  },
};

/** Changes the setup of a problem. With cards, each person initially sees their own card. */
export function changeSetup(problem: Problem, setup: Setup): Problem {
  const { names } = problem;
  const seesSelf = names.map((_, seer) => names.map((_name, seen) => seer === seen));
  return { ...problem, setup, sees: fixedObservations(setup, names.length) ?? seesSelf };
}

/** Adds one person with an unused name; returns the same problem if the maximum is reached. */
export function addPerson(problem: Problem): Problem {
  const { names, sees, setup } = problem;
  if (names.length >= maxExplainedPersons) return problem;
  const unusedName = defaultNames.find((name) => !names.includes(name)) ?? `Person ${names.length + 1}`;
  const extendedSees = [...sees.map((row) => [...row, false]), [...names.map(() => false), setup === "explicit"]];
  return {
    ...problem,
    names: [...names, unusedName],
    sees: fixedObservations(setup, names.length + 1) ?? extendedSees,
  };
}

/**
 * Removes the last person; statements about this person then refer to the previous person. Returns the same problem if
 * it has only two persons.
 */
export function removePerson(problem: Problem): Problem {
  const { names, sees, setup, announcements, hypothesis } = problem;
  const remaining = names.length - 1;
  if (remaining < 2) return problem;
  const remainingSees = sees.slice(0, remaining).map((row) => row.slice(0, remaining));
  return {
    ...problem,
    names: names.slice(0, remaining),
    sees: fixedObservations(setup, remaining) ?? remainingSees,
    announcements: announcements.map((statement) => keepPersons(statement, remaining)),
    hypothesis: keepPersons(hypothesis, remaining),
  };
}

function keepPersons(statement: Statement, persons: number): Statement {
  const clampPerson = (person: number) => Math.min(person, persons - 1);
  if (statement.kind === "knows") {
    return { ...statement, person: clampPerson(statement.person), of: keepPersons(statement.of, persons) };
  }
  return typeof statement.subject === "number" ? { ...statement, subject: clampPerson(statement.subject) } : statement;
}

/** Changes whether one person sees the fact about another; possible only in the cards setup. */
export function setSees(problem: Problem, seer: number, seen: number, value: boolean): Problem {
  if (problem.setup !== "explicit") return problem;
  const sees = problem.sees.map((row, person) =>
    person === seer ? row.map((before, other) => (other === seen ? value : before)) : row,
  );
  return { ...problem, sees };
}

/** Renames a person; null if the name is empty, already used, or cannot be used in a sentence. */
export function renamePerson(problem: Problem, person: number, name: string): Problem | null {
  const trimmed = name.trim();
  const isUsed = problem.names.some((other, index) => index !== person && other === trimmed);
  if (trimmed === "" || trimmed.length > 40 || isUsed || /[,.\n]/.test(trimmed)) return null;
  return { ...problem, names: problem.names.map((oldName, index) => (index === person ? trimmed : oldName)) };
}
