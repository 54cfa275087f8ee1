import { maxExplainedPersons } from "../explain/explain-problem.ts";
import { completeNames } from "./complete-names.ts";
import { fixedObservations, type Problem, type Setup, setups } from "./problem.ts";
import { readProblem } from "./read-english.ts";
import { type ReadResult, readFormalProblem } from "./read-formula.ts";
import { hypothesisText, premiseText } from "./verbalize.ts";

/** Default names of persons whom a formal text identifies only by letters. */
export const defaultNames = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn"];

/** Parses pasted English: line breaks and double spaces are ignored, names are optional. */
export function readPastedEnglish(premise: string, hypothesis: string, names: readonly string[] = []): ReadResult {
  const [premiseLine, hypothesisLine] = [premise, hypothesis].map((text) => text.replace(/\s+/g, " ").trim()) as [
    string,
    string,
  ];
  return readProblem(premiseLine, hypothesisLine, completeNames(premiseLine, hypothesisLine, names));
}

/**
 * Parses pasted formal text. If the names are missing, `defaultNames` are used. If the setup is missing, the setup
 * whose observations match is used, or cards if none matches.
 */
export function readPastedFormula(text: string, names: readonly string[] = [], setup: Setup | null = null): ReadResult {
  const counts =
    names.length > 0
      ? [names.length]
      : Array.from({ length: maxExplainedPersons - 1 }, (_, index) => maxExplainedPersons - index);
  const results = counts.map((persons) =>
    readFormalProblem(text, names.length > 0 ? names : defaultNames.slice(0, persons), setup ?? "explicit"),
  );
  // If no number of persons matches, the error for the smallest number states the actual problem instead of a missing
  // atom.
  const result = results.find(({ ok }) => ok) ?? results.at(-1)!;
  if (!result.ok) return result;
  const { problem } = result;
  return { ok: true, problem: { ...problem, setup: setup ?? setupOf(problem) } };
}

function setupOf({ sees, names }: Pick<Problem, "sees" | "names">): Setup {
  const matchesSetup = (setup: Setup) =>
    fixedObservations(setup, names.length)?.every((row, seer) =>
      row.every((value, seen) => value === (sees[seer]?.[seen] ?? false)),
    );
  return setups.find(matchesSetup) ?? "explicit";
}

/** The query parameters of a URL that shows the problem; `readPastedEnglish` parses them. */
export function toProblemQuery(problem: Problem): { premise: string; hypothesis: string; names: string } {
  return { premise: premiseText(problem), hypothesis: hypothesisText(problem), names: problem.names.join(",") };
}

/** Parses names that a user entered, separated by commas. */
export function parseNames(text: string): string[] {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}
