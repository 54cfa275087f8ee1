import type { Steps } from "../../steps.ts";
import type { ResultCell } from "../model/cells.ts";
import { majorityScore, type ResultTiePolicy } from "../model/majority.ts";
import type { ModelSeries } from "../model/study-results.ts";
import { withWorstCase } from "./missing-answers.ts";
import { correctSideTests } from "./side-family.ts";
import type { Comparator, SideTest } from "./side-test.ts";
import { type ComparisonOptions, testSides } from "./test-sides.ts";

/**
 * The conclusion about each model under each tie rule; null if all rules lead to the same conclusion. Under each rule,
 * the tests of all models are corrected together, and missing answers favour the other side, as in the sentences shown
 * with them.
 */
export function* compareTieRules(
  prepared: readonly { one: ModelSeries; shared: ResultCell[] }[],
  cells: readonly ResultCell[],
  options: ComparisonOptions,
  sizes: Record<Comparator, number>,
): Steps<(string | null)[]> {
  const all = prepared.flatMap(({ shared }) => shared);
  if (!all.some(({ vote }) => vote.isTie)) return prepared.map(() => null);
  const hasFalseOption = all.every(({ item }) => item.options.some(({ value }) => value === "false"));
  const rules: ResultTiePolicy[] = ["half", hasFalseOption ? "false" : "incorrect", "exclude"];
  const advantage = options.answer == null ? "better" : `more often “${options.answer}”`;
  const verdicts: string[][] = [];
  for (const ties of rules) {
    const ruleOptions = { ...options, testTies: ties === "half" ? options.testTies : ties };
    const tests: SideTest[] = [];
    const scoreCells = (given: readonly ResultCell[]) =>
      given.map((cell) => ({ ...cell, majority: majorityScore(cell.vote, cell.item.rightAnswers, ties) }));
    for (const { one, shared } of prepared) {
      const found = testSides(scoreCells(shared), one.id, ruleOptions, sizes);
      yield;
      const { majority } = yield* withWorstCase(found, scoreCells(cells), one.id, ruleOptions, sizes);
      tests.push(majority);
    }
    const { significant } = correctSideTests("majority", tests, options, prepared.length).differences;
    verdicts.push(
      tests.map(({ difference }, index) => {
        if (!significant[index]) return "no difference shown";
        return (difference.value ?? 0) > 0 ? `people ${advantage}` : `model ${advantage}`;
      }),
    );
  }
  const tieWords = {
    half: "counted a half",
    false: "counted as “false”",
    incorrect: "counted as wrong",
    exclude: "excluded",
  };
  return prepared.map(({ shared }, index) => {
    const conclusions = verdicts.map((of) => of[index]!);
    if (new Set(conclusions).size === 1 || !shared.some(({ vote }) => vote.isTie)) return null;
    return `The conclusion depends on ties: ${rules.map((ties, rule) => `${tieWords[ties]}, ${conclusions[rule]}`).join("; ")}.`;
  });
}
