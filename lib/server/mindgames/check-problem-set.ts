import { setImmediate as otherWork } from "node:timers/promises";
import { checkMindgamesRow, type RowCheck } from "@/lib/domain/epistemic/mindgames/check-row.ts";
import { type CheckSummary, SetupSummaries } from "@/lib/domain/epistemic/mindgames/check-summary.ts";
import type { ListedProblem } from "@/lib/domain/epistemic/mindgames/list-problems.ts";
import type { Setup } from "@/lib/domain/epistemic/mindgames/problem.ts";
import type { Actor } from "../platform/access/access.ts";
import { getProblemSet, type ProblemSet, problemSetFingerprint, type StoredProblem } from "./read-problem-set.ts";

/** A set with a check of every row, which compares label, formula and text. */
export interface CheckedProblemSet extends Omit<ProblemSet, "problems"> {
  problems: (StoredProblem & ListedProblem)[];
  check: CheckSummary;
  checkBySetup: { setup: Setup; check: CheckSummary }[];
}

/** A set with the findings about each row; null for users who may not see it. */
export async function getCheckedProblemSet(actor: Actor, benchmarkId: string): Promise<CheckedProblemSet | null> {
  const set = await getProblemSet(actor, benchmarkId);
  if (!set) return null;
  const checks = await checkProblems(set.problems);
  const summaries = new SetupSummaries();
  const problems = set.problems.map((problem, index) => {
    const check = checks[index]!;
    summaries.add(problem.row.setup, { storedLabel: problem.row.label, check });
    return { ...problem, doubts: check.problems };
  });
  return { ...set, problems, check: summaries.all, checkBySetup: summaries.bySetup() };
}

/** Versions and keys never change, so the checks of recent sets are cached, with the newest set last. */
const cachedChecks = new Map<string, RowCheck[]>();
const maxCached = 8;
/** Number of rows that are checked before the loop yields, some five milliseconds of work. */
const rowsPerStep = 32;

async function checkProblems(problems: readonly StoredProblem[]): Promise<RowCheck[]> {
  const key = problemSetFingerprint(problems);
  const cached = cachedChecks.get(key);
  if (cached) return cached;
  const checks: RowCheck[] = [];
  for (const [place, { row }] of problems.entries()) {
    if (place % rowsPerStep === rowsPerStep - 1) await otherWork();
    checks.push(checkMindgamesRow(row));
  }
  cachedChecks.set(key, checks);
  const oldest = cachedChecks.keys().next().value;
  if (cachedChecks.size > maxCached && oldest !== undefined) cachedChecks.delete(oldest);
  return checks;
}
