import { groupSequentialBoundaries } from "../../statistics/sequential/group-sequential-boundaries.ts";
import type { AnalysisPlan, PlannedTestKind } from "../plan/analysis-plan.ts";
import type { ResultStatus } from "../plan/result-status.ts";
import type { ViewTable } from "../views/view.ts";

type DeclaredInterimAnalysis = AnalysisPlan["stopping"]["looks"][number];

/** A declared interim analysis that was carried out; its result never changes. */
export interface InterimAnalysis {
  /** Its position among the declared interim analyses, from 1. */
  number: number;
  /** Number of looks that the plan declared when this one was carried out. */
  declared: number;
  /** The declared share of the planned answers, and the actual one. */
  share: number;
  fraction: number;
  counted: number;
  planned: number;
  takenAt: Date;
  /** Null if the account no longer exists. */
  takenBy: string | null;
  /** SHA-256 of the data that it was computed from. */
  dataHash: string;
  result: InterimAnalysisResult;
}

/** The tests of the plan at a look, with a sentence for each comparison of people with a model. */
export interface InterimAnalysisResult {
  table: ViewTable;
  sentences: string[];
}

/** A position in a group sequential design. */
export interface SequentialStage {
  /**
   * Shares of the planned answers at the analyses that were carried out and at this analysis; 1 at the final analysis.
   */
  fractions: readonly number[];
  isFinal: boolean;
  /** The maximum level that the plan allows for all tests of this look together; null without such a limit. */
  limit: number | null;
}

/** The nominal levels of single tests: p must not exceed them. */
export interface TestLevels {
  twoSided: number;
  oneSided: number;
}

/**
 * The interim analysis (“look”) that is due at a share of the planned answers: the latest declared look that is
 * reached. Earlier looks that were not carried out are skipped and spend no level. If no look is due, the result is the
 * next declared share, or null if none remains.
 *
 * @param carriedOut the looks that were carried out, oldest first
 */
export function findDueInterimAnalysis(
  declared: readonly DeclaredInterimAnalysis[],
  carriedOut: readonly Pick<InterimAnalysis, "fraction">[],
  fraction: number,
): { due: { number: number; look: DeclaredInterimAnalysis } } | { due: null; next: number | null } {
  const last = carriedOut.at(-1)?.fraction ?? 0;
  const remaining = sortInterimAnalyses(declared)
    .map((look, index) => ({ number: index + 1, look }))
    .filter(({ look }) => look.share > last);
  const dueAnalysis = fraction < 1 ? remaining.findLast(({ look }) => look.share <= fraction) : undefined;
  return dueAnalysis
    ? { due: dueAnalysis }
    : { due: null, next: fraction < 1 ? (remaining[0]?.look.share ?? null) : null };
}

/** The declared looks by their shares. */
export function sortInterimAnalyses(declared: readonly DeclaredInterimAnalysis[]): DeclaredInterimAnalysis[] {
  return declared.toSorted((left, right) => left.share - right.share);
}

/** The stage of tests with a status: null for interim data, otherwise the final stage. */
export function stageOfTests({ status, looks }: { status: ResultStatus; looks: readonly InterimAnalysis[] }) {
  return status.kind === "interim" ? null : finalStage(looks);
}

/** The final analysis; null if no interim analysis was carried out: the plan's correction then uses the whole level. */
export function finalStage(carriedOut: readonly Pick<InterimAnalysis, "fraction">[]): SequentialStage | null {
  if (carriedOut.length === 0) return null;
  return { fractions: [...carriedOut.map(({ fraction }) => fraction), 1], isFinal: true, limit: null };
}

/**
 * The nominal levels of each of `tests` tests (Bonferroni) at the last of the fractions, by the O'Brien-Fleming
 * spending function (Lan and DeMets 1983). The level of a one-sided test is half of the two-sided level for twice its
 * alpha.
 */
export function testLevels({ fractions, limit }: SequentialStage, alpha: number, tests: number): TestLevels {
  const levelPerTest = alpha / Math.max(1, tests);
  const maxLevel = limit === null ? 1 : limit / Math.max(1, tests);
  const nominalLevelAt = (level: number) => nominalLevel(fractions, level);
  return {
    twoSided: Math.min(maxLevel, nominalLevelAt(levelPerTest)),
    oneSided: Math.min(maxLevel, nominalLevelAt(2 * levelPerTest) / 2),
  };
}

/** A cache, because simulated studies share levels, and each level needs several numerical integrations. */
const nominalLevels = new Map<string, number>();
const maxLevels = 1_000;

function nominalLevel(fractions: readonly number[], level: number): number {
  const key = [...fractions, level].join("/");
  const cachedLevel = nominalLevels.get(key);
  if (cachedLevel !== undefined) return cachedLevel;
  const computedLevel = groupSequentialBoundaries(fractions, level).looks.at(-1)!.pNominal;
  if (nominalLevels.size >= maxLevels) nominalLevels.clear();
  nominalLevels.set(key, computedLevel);
  return computedLevel;
}

/** The level of a kind of test: equivalence consists of two one-sided tests, non-inferiority of one. */
export function levelOfKind({ twoSided, oneSided }: TestLevels, kind: PlannedTestKind): number {
  return kind === "equivalence" || kind === "non-inferiority" ? oneSided : twoSided;
}
