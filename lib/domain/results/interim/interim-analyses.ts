import { groupSequentialBoundaries } from "../../statistics/sequential/group-sequential-boundaries.ts";
import type { AnalysisPlan, PlannedTestKind } from "../plan/analysis-plan.ts";
import type { ResultStatus } from "../plan/result-status.ts";
import type { ViewTable } from "../views/view.ts";

type DeclaredInterimAnalysis = AnalysisPlan["stopping"]["looks"][number];

/** A declared interim analysis that was carried out; its result never changes. */
export interface InterimAnalysis {
  /** Its position among the declared looks, from 1. */
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
  /** Shares of the planned answers at the analyses that were carried out, and at this analysis: 1 at the final one. */
  fractions: readonly number[];
  isFinal: boolean;
  /** The maximum level that the plan allows for this look, for all tests together; null without such a limit. */
  limit: number | null;
}

/** The nominal levels of single tests: p must not exceed them. */
export interface TestLevels {
  twoSided: number;
  oneSided: number;
}

/**
 * The interim analysis (“look”) that is due at a share of the planned answers: the latest declared one that is
 * reached. Earlier ones that were not carried out are skipped and spend no level. If none is due: the next declared
 * share, null if none remains.
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
  const due = fraction < 1 ? remaining.findLast(({ look }) => look.share <= fraction) : undefined;
  return due ? { due } : { due: null, next: fraction < 1 ? (remaining[0]?.look.share ?? null) : null };
}

/** The declared looks by their shares. */
export function sortInterimAnalyses(declared: readonly DeclaredInterimAnalysis[]): DeclaredInterimAnalysis[] {
  return declared.toSorted((left, right) => left.share - right.share);
}

/** The stage of tests with a status: none on interim data, otherwise the final one. */
export function stageOfTests({ status, looks }: { status: ResultStatus; looks: readonly InterimAnalysis[] }) {
  return status.kind === "interim" ? null : finalStage(looks);
}

/**
 * The final analysis after looks; null if none was carried out, because the plan's correction then has the whole
 * level.
 */
export function finalStage(carriedOut: readonly Pick<InterimAnalysis, "fraction">[]): SequentialStage | null {
  if (carriedOut.length === 0) return null;
  return { fractions: [...carriedOut.map(({ fraction }) => fraction), 1], isFinal: true, limit: null };
}

/**
 * The nominal levels of each of `tests` tests (Bonferroni) at the last of the fractions, by the O'Brien-Fleming spending
 * function (Lan and DeMets 1983). A one-sided test has half of the two-sided level that belongs to twice its alpha.
 */
export function testLevels({ fractions, limit }: SequentialStage, alpha: number, tests: number): TestLevels {
  const each = alpha / Math.max(1, tests);
  const maxLevel = limit === null ? 1 : limit / Math.max(1, tests);
  const nominal = (level: number) => nominalLevel(fractions, level);
  return { twoSided: Math.min(maxLevel, nominal(each)), oneSided: Math.min(maxLevel, nominal(2 * each) / 2) };
}

/** A cache, because simulated studies share levels, and each level needs several numerical integrations. */
const nominalLevels = new Map<string, number>();
const maxLevels = 1_000;

function nominalLevel(fractions: readonly number[], level: number): number {
  const key = [...fractions, level].join("/");
  const known = nominalLevels.get(key);
  if (known !== undefined) return known;
  const found = groupSequentialBoundaries(fractions, level).looks.at(-1)!.pNominal;
  if (nominalLevels.size >= maxLevels) nominalLevels.clear();
  nominalLevels.set(key, found);
  return found;
}

/** The level of a kind of test: equivalence consists of two one-sided tests, non-inferiority of one. */
export function levelOfKind({ twoSided, oneSided }: TestLevels, kind: PlannedTestKind): number {
  return kind === "equivalence" || kind === "non-inferiority" ? oneSided : twoSided;
}
