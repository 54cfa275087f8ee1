import { fixedObservations, type Premise, type Problem, type Statement } from "./problem.ts";

/** The agent's name of a person in the formal text, such as `Agenta` for the first person. */
export function agentName(person: number): string {
  return `Agent${String.fromCharCode("a".charCodeAt(0) + person)}`;
}

/**
 * Formats a problem as formal text on one line, character by character as in the released data.
 *
 * SMCDEL cannot express a person who sees nothing. Such persons see an additional atom that LAW fixes to false, so that
 * they learn nothing. (The released generator omitted these persons and moved the following rows up, so that other
 * persons got wrong observations.)
 */
export function formatProblem(problem: Problem): string {
  return `${formatPremise(problem, false)} ${hypothesisText(problem)}`;
}

/**
 * Formats the column `pbcheck` of the released data: the premise with the unused atom 0 as the hypothesis. If this
 * formula is valid, the premise is contradictory.
 */
export function formatContradictionCheck(premise: Premise): string {
  return `${formatPremise(premise, true)} 0`;
}

function formatPremise({ sees, announcements }: Premise, withUnusedAtom: boolean): string {
  const atoms = sees.map((_, person) => person + 1);
  const spareAtom = sees.some((row) => !row.includes(true)) ? sees.length + 1 : null;
  const vars = [...(withUnusedAtom ? [0] : []), ...atoms, ...(spareAtom === null ? [] : [spareAtom])].join(",");
  const observations = sees.map((row, person) => {
    const seenAtoms = atoms.filter((_, other) => row[other]);
    return `${agentName(person)}:${seenAtoms.length === 0 ? spareAtom : seenAtoms.join(",")}`;
  });
  const announcementTexts = announcements.map((statement) => `[ ! ${statementText(statement, sees.length)} ]`);
  const law = spareAtom === null ? "Top" : `~(${spareAtom})`;
  return ["VARS", vars, "LAW", law, "OBS", ...observations, "VALID?", ...announcementTexts].join(" ");
}

/** The whole hypothesis is in parentheses only at order 1, as in the released data. */
function hypothesisText({ hypothesis, sees }: Problem): string {
  const text = statementText(hypothesis, sees.length);
  const hasNoParentheses = hypothesis.kind === "knows" && !hypothesis.negated && hypothesis.of.kind === "knows";
  return hasNoParentheses ? text.slice(1, -1) : text;
}

function statementText(statement: Statement, persons: number): string {
  if (statement.kind === "knows") {
    const { person, mode, negated, of } = statement;
    return `${negated ? "~" : ""}(${agentName(person)} knows ${mode} ${statementText(of, persons)})`;
  }
  const { subject, negated } = statement;
  if (typeof subject === "number") return negated ? `~(${subject + 1})` : String(subject + 1);
  const joinAtoms = (sign: string) => Array.from({ length: persons }, (_, index) => index + 1).join(sign);
  switch (subject) {
    case "someone":
      return `(${joinAtoms("|")})`;
    case "everyone":
      return `(${joinAtoms("&")})`;
    case "nobody":
      return `(~(${joinAtoms("|")}))`;
    case "not everyone":
      return `(~(${joinAtoms("&")}))`;
  }
}

/** Whether the observations of a premise are those of its setup; always true for `explicit`. */
export function observationsFitSetup({ setup, sees }: Pick<Premise, "setup" | "sees">): boolean {
  const fixed = fixedObservations(setup, sees.length);
  return fixed === null || fixed.every((row, seer) => row.every((value, seen) => value === sees[seer]?.[seen]));
}
