import {
  fixedObservations,
  type Premise,
  type Problem,
  personsIn,
  premiseStructureKey,
  type Statement,
} from "./problem.ts";

/** Maximum number of persons without a mention in announcements for which all orders are compared (720 orders). */
const maxPermutedPersons = 6;

/**
 * Returns a canonical key that is equal for premises that differ only in the names or the numbering of persons, so that
 * sets cannot share a premise under other names.
 *
 * Persons are numbered by their first mention in the announcements. The other persons are interchangeable unless cards
 * were shown; then the smallest text over all orders of these persons is used. With more than six of these persons
 * their order is kept: the key then distinguishes some equivalent premises, but never conflates different ones.
 */
export function premiseKey({ setup, sees, announcements }: Omit<Premise, "names">): string {
  const mentioned = [...new Set(announcements.flatMap(personsIn))];
  const otherPersons = sees.map((_, person) => person).filter((person) => !mentioned.includes(person));
  const isFixed = fixedObservations(setup, sees.length) !== null;
  const orders = isFixed || otherPersons.length > maxPermutedPersons ? [otherPersons] : listPermutations(otherPersons);
  let smallestKey: string | null = null;
  for (const order of orders) {
    const persons = [...mentioned, ...order];
    const numberOf = new Map(persons.map((person, number) => [person, number]));
    const key = premiseStructureKey({
      setup,
      sees: persons.map((seer) => persons.map((seen) => sees[seer]?.[seen] === true)),
      announcements: announcements.map((statement) => renumberPersons(statement, numberOf)),
    });
    if (smallestKey === null || key < smallestKey) smallestKey = key;
  }
  return smallestKey!;
}

/** The key of a premise with a hypothesis. Problems that differ only in names or numbering have equal keys. */
export function problemKey({ hypothesis, ...premise }: Omit<Problem, "names">): string {
  return premiseKey({ ...premise, announcements: [...premise.announcements, hypothesis] });
}

function renumberPersons(statement: Statement, numberOf: ReadonlyMap<number, number>): Statement {
  if (statement.kind === "knows") {
    return { ...statement, person: numberOf.get(statement.person)!, of: renumberPersons(statement.of, numberOf) };
  }
  return typeof statement.subject === "number"
    ? { ...statement, subject: numberOf.get(statement.subject)! }
    : statement;
}

function listPermutations(members: readonly number[]): number[][] {
  if (members.length === 0) return [[]];
  return members.flatMap((first) =>
    listPermutations(members.filter((member) => member !== first)).map((rest) => [first, ...rest]),
  );
}
