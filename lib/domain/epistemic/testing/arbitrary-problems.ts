import fc from "fast-check";
import {
  fixedObservations,
  type Problem,
  quantifiers,
  type Setup,
  type Statement,
  setups,
} from "../mindgames/problem.ts";

/**
 * Names that are difficult to parse: one is a prefix of another, some end in s or contain an apostrophe, a hyphen, two
 * words.
 */
const hardNames = ["John", "Johnny", "Jo", "James", "O'Neil", "Anne-Marie", "Mary Lou", "Mary", "Zoë", "Will"];

/** Any problem with two to five persons, including kinds that do not occur in the released data. */
export const anyProblem: fc.Arbitrary<Problem> = fc
  .tuple(fc.constantFrom<Setup>(...setups), fc.shuffledSubarray(hardNames, { minLength: 2, maxLength: 5 }))
  .chain(([setup, names]) => {
    const persons = names.length;
    const row = fc.array(fc.boolean(), { minLength: persons, maxLength: persons });
    const statement = anyStatement(persons);
    return fc.record({
      setup: fc.constant(setup),
      names: fc.constant(names),
      sees: fc
        .array(row, { minLength: persons, maxLength: persons })
        .map((rows): readonly (readonly boolean[])[] => fixedObservations(setup, persons) ?? rows),
      announcements: fc.array(statement, { maxLength: 4 }),
      hypothesis: statement,
    });
  });

export function anyStatement(persons: number): fc.Arbitrary<Statement> {
  const person = fc.nat(persons - 1);
  const fact: fc.Arbitrary<Statement> = fc.oneof(
    fc.record({ kind: fc.constant("fact" as const), subject: person, negated: fc.boolean() }),
    fc.record({
      kind: fc.constant("fact" as const),
      subject: fc.constantFrom(...quantifiers),
      negated: fc.constant(false),
    }),
  );
  return fc.letrec<{ statement: Statement }>((tie) => ({
    statement: fc.oneof(
      { maxDepth: 4, depthSize: "small" },
      fact,
      fc.record({
        kind: fc.constant("knows" as const),
        person,
        mode: fc.constantFrom("that" as const, "whether" as const),
        negated: fc.boolean(),
        of: tie("statement"),
      }),
    ),
  })).statement;
}
