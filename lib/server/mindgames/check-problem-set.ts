import { setImmediate as otherWork } from "node:timers/promises";
import { checkMindgamesRow, type RowCheck } from "@/lib/domain/epistemic/mindgames/check-row.ts";
import { type CheckSummary, SetupSummaries } from "@/lib/domain/epistemic/mindgames/check-summary.ts";
import type { ListedProblem } from "@/lib/domain/epistemic/mindgames/list-problems.ts";
import type { Setup } from "@/lib/domain/epistemic/mindgames/problem.ts";
import type { Actor } from "../platform/access/access.ts";
import { getProblemSet, type ProblemSet, problemSetFingerprint, type StoredProblem } from "./read-problem-set.ts";

/** A set with the check of every row: label, formula and text are compared. */
export interface CheckedProblemSet extends Omit<ProblemSet, "problems"> {
  problems: (StoredProblem & ListedProblem)[];
  check: CheckSummary;
  checkBySetup: { setup: Setup; check: CheckSummary }[];
}

/** A set with the findings about each row; null for users who may not see it. */
export async function getCheckedProblemSet(actor: Actor, benchmarkId: string): Promise<CheckedProblemSet | null> {
  const set = await getProblemSet(actor, benchmarkId);
  if (!set) return null;
  const checks = await checksOf(set.problems);
  const summaries = new SetupSummaries();
  const problems = set.problems.map((problem, place) => {
    const check = checks[place]!;
    summaries.add(problem.row.setup, { storedLabel: problem.row.label, check });
    return { ...problem, doubts: check.problems };
  });
  return { ...set, problems, check: summaries.all, checkBySetup: summaries.bySetup() };
}

/** Versions and keys never change, so the checks of recent sets are cached, the newest last. */
const kept = new Map<string, RowCheck[]>();
const maxCached = 8;
/** Checking this many rows takes some five milliseconds. */
const rowsPerStep = 32;

async function checksOf(problems: readonly StoredProblem[]): Promise<RowCheck[]> {
  const key = problemSetFingerprint(problems);
  const known = kept.get(key);
  if (known) return known;
  const checks: RowCheck[] = [];
  for (const [place, { row }] of problems.entries()) {
    if (place % rowsPerStep === rowsPerStep - 1) await otherWork();
    checks.push(checkMindgamesRow(row));
  }
  kept.set(key, checks);
  const oldest = kept.keys().next().value;
  if (kept.size > maxCached && oldest !== undefined) kept.delete(oldest);
  return checks;
}
