import { capitalize } from "../../format/capitalize.ts";
import { groupBy } from "../../group-by.ts";
import type { Label, Problem, Statement } from "../mindgames/problem.ts";
import { hypothesisText, statementText } from "../mindgames/verbalize.ts";
import { createExplainer, type StatementReason } from "./explain-statement.ts";
import { createWorlds, type SurvivingWorlds, type World } from "./worlds.ts";

/** Maximum number of persons. With more persons there are more worlds (2^n) than a picture can show. */
export const maxExplainedPersons = 6;

/** The surviving worlds, grouped by what one person can distinguish. */
export interface PersonPartition {
  person: number;
  name: string;
  groups: number[][];
}

/** The worlds that are possible after a number of announcements. Step 0 is before the first announcement. */
export interface ExplanationStep {
  /** The announcement as a sentence; null at step 0. */
  announcement: string | null;
  surviving: number[];
  /** The worlds that this announcement eliminates, each with the reason why it is false there. */
  removed: { world: number; why: StatementReason }[];
  partitions: PersonPartition[];
}

/** The explanation of a problem as plain data for a page. Worlds are identified by their index in `worlds`. */
export interface Explanation {
  setup: Problem["setup"];
  names: string[];
  /** Every combination of the facts. `lastStep` is the last step at which the world is possible. */
  worlds: (World & { lastStep: number })[];
  steps: ExplanationStep[];
  hypothesis: string;
  label: Label;
  /** Whether no world survives, so that every hypothesis is entailed. */
  contradictory: boolean;
  /** Whether and why the hypothesis is true, for each world that survives all announcements. */
  verdicts: { world: number; holds: boolean; why: StatementReason }[];
  /** The answer as one sentence. */
  summary: string;
}

export type ExplanationResult = { ok: true; explanation: Explanation } | { ok: false; reason: "tooManyWorlds" };

/**
 * Explains a problem world by world: which worlds each announcement eliminates and why, which surviving worlds each
 * person cannot distinguish, and why the hypothesis is true or false in each of them.
 */
export function explainProblem(problem: Problem): ExplanationResult {
  const { names, announcements } = problem;
  if (names.length > maxExplainedPersons) return { ok: false, reason: "tooManyWorlds" };
  const worlds = createWorlds(problem);
  let survivingWorlds: SurvivingWorlds = { problem, worlds, numbers: worlds.map(({ number }) => number) };
  const steps: ExplanationStep[] = [{ ...listPartitions(survivingWorlds), announcement: null, removed: [] }];
  const lastStep = worlds.map(() => 0);
  for (const [index, statement] of announcements.entries()) {
    const { kept, removed } = splitWorlds(survivingWorlds, statement);
    survivingWorlds = { ...survivingWorlds, numbers: kept };
    for (const world of kept) lastStep[world] = index + 1;
    steps.push({ ...listPartitions(survivingWorlds), announcement: formatSentence(statement, problem), removed });
  }
  const explain = createExplainer(survivingWorlds);
  const verdicts = survivingWorlds.numbers.map((world) => {
    const why = explain(world, problem.hypothesis);
    return { world, holds: why.holds, why };
  });
  const label: Label = verdicts.every(({ holds }) => holds) ? "entailment" : "not_entailment";
  return {
    ok: true,
    explanation: {
      setup: problem.setup,
      names: [...names],
      worlds: worlds.map((world) => ({ ...world, lastStep: lastStep[world.number]! })),
      steps,
      hypothesis: hypothesisText(problem),
      label,
      contradictory: verdicts.length === 0,
      verdicts,
      summary: summaryOf(verdicts, worlds),
    },
  };
}

function splitWorlds(
  surviving: SurvivingWorlds,
  statement: Statement,
): { kept: number[]; removed: ExplanationStep["removed"] } {
  const explain = createExplainer(surviving);
  const reasons = surviving.numbers.map((world) => ({ world, why: explain(world, statement) }));
  return {
    kept: reasons.filter(({ why }) => why.holds).map(({ world }) => world),
    removed: reasons.filter(({ why }) => !why.holds),
  };
}

function listPartitions(surviving: SurvivingWorlds): Pick<ExplanationStep, "surviving" | "partitions"> {
  const { problem, worlds, numbers } = surviving;
  const partitions = problem.names.map((name, person): PersonPartition => {
    const groups = groupBy(numbers, (number) =>
      worlds[number]!.facts.map((fact, other) => (problem.sees[person]?.[other] ? String(fact) : "")).join(),
    );
    return { person, name, groups: [...groups.values()] };
  });
  return { surviving: numbers, partitions };
}

function formatSentence(statement: Statement, problem: Problem): string {
  const text = statementText(statement, problem);
  return `${capitalize(text)}.`;
}

function summaryOf(verdicts: Explanation["verdicts"], worlds: readonly World[]): string {
  const left = "left by the announcements";
  const worldCount = verdicts.length;
  if (worldCount === 0) return "The announcements leave no possible world, so anything follows from them.";
  const everywhere = worldCount === 1 ? "the one world" : worldCount === 2 ? "both worlds" : `all ${worldCount} worlds`;
  const counterexamples = verdicts.filter(({ holds }) => !holds);
  const [first] = counterexamples;
  if (first === undefined) return `The hypothesis follows: it is true in ${everywhere} ${left}.`;
  const where =
    counterexamples.length === worldCount ? everywhere : `${counterexamples.length} of the ${worldCount} worlds`;
  const example = worldCount === 1 ? "" : `, for example where ${worlds[first.world]!.description}`;
  return `The hypothesis does not follow: it is false in ${where} ${left}${example}.`;
}
