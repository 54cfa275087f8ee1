import { bareKey, fixedObservations, type Premise, personsIn, type Statement } from "./problem.ts";

/** Up to so many persons whom no announcement mentions, all their orders are compared: 720 of them. */
const MOST_COMPARED = 6;

/**
 * The same text for premises that differ in nothing but who is called what or numbered how, so that sets can be kept
 * from sharing a premise under other names.
 *
 * Persons are numbered by their first mention in the announcements. The others are interchangeable unless cards were
 * shown; then the least text over all their orders is taken. With more than six of them the order given is kept: the
 * key then tells apart some premises that are alike, and never confuses two that are not.
 */
export function premiseKey({ setup, sees, announcements }: Omit<Premise, "names">): string {
  const mentioned = [...new Set(announcements.flatMap(personsIn))];
  const others = sees.map((_, person) => person).filter((person) => !mentioned.includes(person));
  const isFixed = fixedObservations(setup, sees.length) !== null;
  const orders = isFixed || others.length > MOST_COMPARED ? [others] : permutationsOf(others);
  let least: string | null = null;
  for (const order of orders) {
    const persons = [...mentioned, ...order];
    const numberOf = new Map(persons.map((person, number) => [person, number]));
    const key = bareKey({
      setup,
      sees: persons.map((seer) => persons.map((seen) => sees[seer]?.[seen] === true)),
      announcements: announcements.map((statement) => renumbered(statement, numberOf)),
    });
    if (least === null || key < least) least = key;
  }
  return least!;
}

function renumbered(statement: Statement, numberOf: ReadonlyMap<number, number>): Statement {
  if (statement.kind === "knows") {
    return { ...statement, person: numberOf.get(statement.person)!, of: renumbered(statement.of, numberOf) };
  }
  return typeof statement.subject === "number"
    ? { ...statement, subject: numberOf.get(statement.subject)! }
    : statement;
}

function permutationsOf(members: readonly number[]): number[][] {
  if (members.length === 0) return [[]];
  return members.flatMap((first) =>
    permutationsOf(members.filter((member) => member !== first)).map((rest) => [first, ...rest]),
  );
}
