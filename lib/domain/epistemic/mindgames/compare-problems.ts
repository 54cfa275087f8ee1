import { type Problem, type Statement, statementKey } from "./problem.ts";
import { statementText } from "./verbalize.ts";

/**
 * The differences between the problem of a text and that of a formula, as sentences; empty if they are equal. Both must
 * use the same numbering of names.
 *
 * The best known difference has its own sentence: the generator of the released data numbered only the persons who see
 * something, so that a person who sees nothing got the observations of the next one, and so on.
 */
export function compareProblems(text: Problem, formula: Problem): string[] {
  const differences: string[] = [];
  const rows = text.names.flatMap((name, person) => {
    const told = text.sees[person] ?? [];
    const stated = formula.sees[person] ?? [];
    if (told.every((value, other) => value === stated[other])) return [];
    return [`${name} sees ${listed(told, text.names)} in the text, ${listed(stated, text.names)} in the formula`];
  });
  if (rows.length > 0) {
    const shifted = shiftedFrom(text, formula);
    const cause = shifted === null ? "" : ` (the formula's rows are moved up past ${shifted}, who sees nothing)`;
    differences.push(`${rows.join("; ")}${cause}`);
  }
  const most = Math.max(text.announcements.length, formula.announcements.length);
  for (let index = 0; index < most; index += 1) {
    const told = text.announcements[index];
    const stated = formula.announcements[index];
    if (told !== undefined && stated !== undefined && areSame(told, stated)) continue;
    differences.push(
      `announcement ${index + 1} is ${said(told, text)} in the text, ${said(stated, text)} in the formula`,
    );
  }
  if (!areSame(text.hypothesis, formula.hypothesis)) {
    differences.push(
      `the hypothesis is ${said(text.hypothesis, text)} in the text, ${said(formula.hypothesis, text)} in the formula`,
    );
  }
  return differences;
}

/** The persons who see nothing, if removing their rows and moving the others up gives the formula's rows. */
function shiftedFrom(text: Problem, formula: Problem): string | null {
  const persons = text.names.length;
  const rows = text.sees.filter((row) => row.includes(true));
  const blind = text.names.filter((_, person) => !text.sees[person]?.includes(true));
  const isShifted = formula.sees.every((row, person) =>
    row.every((value, other) => value === (rows[person]?.[other] ?? false)),
  );
  return isShifted && rows.length < persons ? blind.join(" and ") : null;
}

function listed(row: readonly boolean[], names: readonly string[]): string {
  const seen = names.filter((_, person) => row[person]);
  return seen.length === 0 ? "nothing" : seen.join(", ");
}

function areSame(left: Statement, right: Statement): boolean {
  return statementKey(left) === statementKey(right);
}

function said(statement: Statement | undefined, { setup, names }: Problem): string {
  return statement === undefined ? "missing" : `"${statementText(statement, { setup, names })}"`;
}
