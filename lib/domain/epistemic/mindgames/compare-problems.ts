import { type Problem, type Statement, statementKey } from "./problem.ts";
import { statementText } from "./verbalize.ts";

/**
 * Describes the differences between the problem of a text and the problem of a formula; empty if they are equal. Both
 * problems must number the names equally.
 *
 * One known difference has its own sentence: the generator of the released data numbered only the persons who see
 * something. A person who sees nothing therefore got the observations of the next person, and so on.
 */
export function compareProblems(text: Problem, formula: Problem): string[] {
  const differences: string[] = [];
  const rows = text.names.flatMap((name, person) => {
    const rowOfText = text.sees[person] ?? [];
    const formulaRow = formula.sees[person] ?? [];
    if (rowOfText.every((value, other) => value === formulaRow[other])) return [];
    return [
      `${name} sees ${formatSeenPersons(rowOfText, text.names)} in the text, ${formatSeenPersons(formulaRow, text.names)} in the formula`,
    ];
  });
  if (rows.length > 0) {
    const shiftCause = findShiftCause(text, formula);
    const cause = shiftCause === null ? "" : ` (the formula's rows are moved up past ${shiftCause}, who sees nothing)`;
    differences.push(`${rows.join("; ")}${cause}`);
  }
  const announcementCount = Math.max(text.announcements.length, formula.announcements.length);
  for (let index = 0; index < announcementCount; index += 1) {
    const inText = text.announcements[index];
    const inFormula = formula.announcements[index];
    if (inText !== undefined && inFormula !== undefined && areSame(inText, inFormula)) continue;
    differences.push(
      `announcement ${index + 1} is ${formatStatement(inText, text)} in the text, ${formatStatement(inFormula, text)} in the formula`,
    );
  }
  if (!areSame(text.hypothesis, formula.hypothesis)) {
    differences.push(
      `the hypothesis is ${formatStatement(text.hypothesis, text)} in the text, ${formatStatement(formula.hypothesis, text)} in the formula`,
    );
  }
  return differences;
}

/** Finds the persons who see nothing, if the formula's rows are the text's rows without these persons. */
function findShiftCause(text: Problem, formula: Problem): string | null {
  const persons = text.names.length;
  const rows = text.sees.filter((row) => row.includes(true));
  const blind = text.names.filter((_, person) => !text.sees[person]?.includes(true));
  const isShifted = formula.sees.every((row, person) =>
    row.every((value, other) => value === (rows[person]?.[other] ?? false)),
  );
  return isShifted && rows.length < persons ? blind.join(" and ") : null;
}

function formatSeenPersons(row: readonly boolean[], names: readonly string[]): string {
  const seenNames = names.filter((_, person) => row[person]);
  return seenNames.length === 0 ? "nothing" : seenNames.join(", ");
}

function areSame(left: Statement, right: Statement): boolean {
  return statementKey(left) === statementKey(right);
}

function formatStatement(statement: Statement | undefined, { setup, names }: Problem): string {
  return statement === undefined ? "missing" : `"${statementText(statement, { setup, names })}"`;
}
