import { MOST_PERSONS_EXPLAINED } from "../explain/explain-problem.ts";
import { fixedObservations, type Problem, type Setup, type Statement } from "./problem.ts";
import { defaultNames } from "./read-pasted.ts";

/**
 * The muddy children puzzle with two children who are asked whether they know their state: the initial problem of the
 * playground.
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

/** The same problem in another setup; with cards each person initially sees their own. */
export function withSetup(problem: Problem, setup: Setup): Problem {
  const { names } = problem;
  const own = names.map((_, seer) => names.map((_name, seen) => seer === seen));
  return { ...problem, setup, sees: fixedObservations(setup, names.length) ?? own };
}

/** Adds one person with an unused name; returns the same problem if the maximum is reached. */
export function withOneMore(problem: Problem): Problem {
  const { names, sees, setup } = problem;
  if (names.length >= MOST_PERSONS_EXPLAINED) return problem;
  const free = defaultNames.find((name) => !names.includes(name)) ?? `Person ${names.length + 1}`;
  const grown = [...sees.map((row) => [...row, false]), [...names.map(() => false), setup === "explicit"]];
  return { ...problem, names: [...names, free], sees: fixedObservations(setup, names.length + 1) ?? grown };
}

/**
 * Removes the last person; statements about them refer to the previous one. Returns the same problem if only two are
 * left.
 */
export function withOneFewer(problem: Problem): Problem {
  const { names, sees, setup, announcements, hypothesis } = problem;
  const left = names.length - 1;
  if (left < 2) return problem;
  const cut = sees.slice(0, left).map((row) => row.slice(0, left));
  return {
    ...problem,
    names: names.slice(0, left),
    sees: fixedObservations(setup, left) ?? cut,
    announcements: announcements.map((statement) => keepPersons(statement, left)),
    hypothesis: keepPersons(hypothesis, left),
  };
}

function keepPersons(statement: Statement, persons: number): Statement {
  const kept = (person: number) => Math.min(person, persons - 1);
  if (statement.kind === "knows") {
    return { ...statement, person: kept(statement.person), of: keepPersons(statement.of, persons) };
  }
  return typeof statement.subject === "number" ? { ...statement, subject: kept(statement.subject) } : statement;
}

/** Changes whether one person sees the fact about another. Only possible for cards. */
export function withSeen(problem: Problem, seer: number, seen: number, value: boolean): Problem {
  if (problem.setup !== "explicit") return problem;
  const sees = problem.sees.map((row, person) =>
    person === seer ? row.map((before, other) => (other === seen ? value : before)) : row,
  );
  return { ...problem, sees };
}

/** Renames a person; null if the name is empty, already used, or cannot be used in a sentence. */
export function withName(problem: Problem, person: number, name: string): Problem | null {
  const trimmed = name.trim();
  const isTaken = problem.names.some((other, place) => place !== person && other === trimmed);
  if (trimmed === "" || trimmed.length > 40 || isTaken || /[,.\n]/.test(trimmed)) return null;
  return { ...problem, names: problem.names.map((before, place) => (place === person ? trimmed : before)) };
}
