import { MOST_PERSONS_EXPLAINED } from "../explain/explain-problem.ts";
import { completeNames } from "./complete-names.ts";
import { fixedObservations, type Problem, type Setup, setups } from "./problem.ts";
import { readProblem } from "./read-english.ts";
import { type ReadResult, readFormalProblem } from "./read-formula.ts";
import { hypothesisText, premiseText } from "./verbalize.ts";

/** What persons are called whom a formal text only letters. */
export const defaultNames = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn"];

/** A problem from English that someone pasted: line breaks and double spaces do not matter, names may be left out. */
export function readPastedEnglish(premise: string, hypothesis: string, names: readonly string[] = []): ReadResult {
  const [told, asked] = [premise, hypothesis].map((text) => text.replace(/\s+/g, " ").trim()) as [string, string];
  return readProblem(told, asked, completeNames(told, asked, names));
}

/**
 * A problem from a formal text that someone pasted. Without names the persons are called by `defaultNames`; without a
 * setup it is the one whose observations these are, cards where no other fits.
 */
export function readPastedFormula(text: string, names: readonly string[] = [], setup: Setup | null = null): ReadResult {
  const counts =
    names.length > 0
      ? [names.length]
      : Array.from({ length: MOST_PERSONS_EXPLAINED - 1 }, (_, index) => MOST_PERSONS_EXPLAINED - index);
  const results = counts.map((persons) =>
    readFormalProblem(text, names.length > 0 ? names : defaultNames.slice(0, persons), setup ?? "explicit"),
  );
  // Where none fits, the reason for the fewest persons names what is really wrong, and not an atom that is missing.
  const result = results.find(({ ok }) => ok) ?? results.at(-1)!;
  if (!result.ok) return result;
  const { problem } = result;
  return { ok: true, problem: { ...problem, setup: setup ?? setupOf(problem) } };
}

function setupOf({ sees, names }: Pick<Problem, "sees" | "names">): Setup {
  const fits = (setup: Setup) =>
    fixedObservations(setup, names.length)?.every((row, seer) =>
      row.every((value, seen) => value === (sees[seer]?.[seen] ?? false)),
    );
  return setups.find(fits) ?? "explicit";
}

/** What an address must carry to show a problem again: `readPastedEnglish` of it is the problem. */
export function problemQuery(problem: Problem): { premise: string; hypothesis: string; names: string } {
  return { premise: premiseText(problem), hypothesis: hypothesisText(problem), names: problem.names.join(",") };
}

/** Names as someone types them, between commas. */
export function parseNames(text: string): string[] {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}
