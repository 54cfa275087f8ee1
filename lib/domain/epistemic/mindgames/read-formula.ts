import type { Formula } from "../logic/formula.ts";
import { type CheckInput, parseSmcdel } from "../logic/parse-input.ts";
import { agentName } from "./formula-text.ts";
import { MAXIMUM_PERSONS, type Problem, type Quantifier, type Setup, type Statement } from "./problem.ts";

export type ReadResult = { ok: true; problem: Problem } | { ok: false; reason: string };

/** Thrown for a part of a formal text that the English of MindGames cannot express. */
class NoEnglishError extends Error {}

/**
 * Parses a problem from its formal text, given the persons' names and the setup. Persons missing in OBS see nothing.
 * Additional atoms are allowed if LAW fixes them to false. An error states which part has no English equivalent.
 */
export function readFormalProblem(text: string, names: readonly string[], setup: Setup): ReadResult {
  const parsed = parseSmcdel(text);
  if (!parsed.ok) {
    const position = "line" in parsed ? ` at line ${parsed.line}, column ${parsed.column}` : "";
    return { ok: false, reason: `it is no SMCDEL text (${parsed.status.replace("_", " ")}${position})` };
  }
  return problemFromInput(parsed.input, names, setup);
}

/** Converts a parsed formal text into a problem. */
export function problemFromInput(input: CheckInput, names: readonly string[], setup: Setup): ReadResult {
  try {
    const persons = names.length;
    if (persons < 2 || persons > MAXIMUM_PERSONS) {
      throw new NoEnglishError(`there are ${persons} names; 2 to ${MAXIMUM_PERSONS} are needed`);
    }
    const sees = observationsOf(input, persons);
    const query = input.queries[0];
    if (input.queries.length !== 1 || query?.job !== "VALID?") throw new NoEnglishError("it is not one VALID? query");
    const announcements: Statement[] = [];
    let rest = query.formula;
    while (rest.kind === "announce") {
      if (rest.strength !== "box" || rest.mode !== "that" || rest.group !== null) {
        throw new NoEnglishError("it has an announcement that is not of the form [ ! F ]");
      }
      announcements.push(statementOf(rest.announced, persons));
      rest = rest.after;
    }
    return { ok: true, problem: { setup, names, sees, announcements, hypothesis: statementOf(rest, persons) } };
  } catch (problem) {
    if (problem instanceof NoEnglishError) return { ok: false, reason: problem.message };
    throw problem;
  }
}

function observationsOf(input: CheckInput, persons: number): boolean[][] {
  const fixedFalse = atomsFixedFalse(input.law);
  for (let person = 0; person < persons; person += 1) {
    if (!input.atoms.includes(person + 1))
      throw new NoEnglishError(`VARS has no atom ${person + 1} for ${agentName(person)}`);
  }
  const unexpectedAtom = input.atoms.find((atom) => (atom < 1 || atom > persons) && !fixedFalse.has(atom));
  if (unexpectedAtom !== undefined) throw new NoEnglishError(`atom ${unexpectedAtom} belongs to no person`);
  const fixedFact = [...fixedFalse].find((atom) => atom >= 1 && atom <= persons);
  if (fixedFact !== undefined) throw new NoEnglishError(`LAW fixes atom ${fixedFact}`);
  const sees = Array.from({ length: persons }, () => new Array<boolean>(persons).fill(false));
  const seenPersons = new Set<number>();
  for (const { agent, atoms } of input.observations) {
    const person = personOf(agent, persons);
    if (seenPersons.has(person)) continue;
    seenPersons.add(person);
    for (const atom of atoms) if (atom >= 1 && atom <= persons) sees[person]![atom - 1] = true;
  }
  return sees;
}

function atomsFixedFalse(law: Formula): Set<number> {
  if (law.kind === "top") return new Set();
  if (law.kind === "not" && law.of.kind === "atom") return new Set([law.of.atom]);
  if (law.kind === "and") return new Set(law.of.flatMap((part) => [...atomsFixedFalse(part)]));
  throw new NoEnglishError("LAW is neither Top nor a list of false atoms");
}

function personOf(agent: string, persons: number): number {
  const person = agent.charCodeAt(5) - "a".charCodeAt(0);
  if (agent !== agentName(person) || person >= persons)
    throw new NoEnglishError(`agent ${agent} is none of the persons`);
  return person;
}

function statementOf(formula: Formula, persons: number): Statement {
  switch (formula.kind) {
    case "knows":
      return {
        kind: "knows",
        person: personOf(formula.agent, persons),
        mode: formula.mode,
        negated: false,
        of: statementOf(formula.of, persons),
      };
    case "not": {
      const innerStatement = statementOf(formula.of, persons);
      if (innerStatement.negated) throw new NoEnglishError("it has a double negation");
      if (innerStatement.kind === "knows" || typeof innerStatement.subject === "number")
        return { ...innerStatement, negated: true };
      if (innerStatement.subject === "someone") return fact("nobody");
      if (innerStatement.subject === "everyone") return fact("not everyone");
      throw new NoEnglishError("it has a double negation");
    }
    case "atom":
      if (formula.atom < 1 || formula.atom > persons)
        throw new NoEnglishError(`atom ${formula.atom} belongs to no person`);
      return fact(formula.atom - 1);
    case "or":
    case "and": {
      const atoms = new Set(formula.of.map((part) => (part.kind === "atom" ? part.atom : null)));
      const isAll = Array.from({ length: persons }, (_, index) => index + 1).every((atom) => atoms.has(atom));
      if (!isAll || atoms.size !== persons) throw new NoEnglishError("it joins facts, though not those of all persons");
      return fact(formula.kind === "or" ? "someone" : "everyone");
    }
    default:
      throw new NoEnglishError(`it uses "${formula.kind}"`);
  }
}

function fact(subject: number | Quantifier): Statement {
  return { kind: "fact", subject, negated: false };
}
