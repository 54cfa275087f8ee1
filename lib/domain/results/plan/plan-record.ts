import { formatDay } from "../../format/times.ts";
import type { InterimAnalysis } from "../interim/interim-analyses.ts";
import type { StudyResults } from "../model/study-results.ts";
import { type AnalysisPlan, analysisPlanHash, analysisPlanSchema } from "./analysis-plan.ts";
import { diffFrozen, type FrozenChange } from "./frozen-protocol.ts";
import { exploratory, type ResultStatus } from "./result-status.ts";

/** The analysis plan of a study as used by pages. */
export interface StoredPlan {
  plan: AnalysisPlan;
  /** SHA-256 of the plan. */
  hash: string;
  /** When the protocol was frozen with it; null while the plan can still be changed freely. */
  frozenAt: Date | null;
  /**
   * The differences from the plan that was frozen before the first answer, part by part with the former value; null if
   * no plan was frozen by then.
   */
  changesAfterData: FrozenChange[] | null;
  /** When it was fixed, and by whom (`planRecord`). */
  record: string;
  /** The status of its tests on the displayed data (`planStatus`); exploratory until the data are known. */
  status: ResultStatus;
  /** The declared interim analyses that were carried out, oldest first. */
  looks: readonly InterimAnalysis[];
  /**
   * The results under the plan, keys and data from before the amendment, if results were amended after data existed.
   */
  former?: ResultsBeforeAmendment | null;
}

/** The plan that was frozen before the first answer, and the results to which it would apply. */
export interface ResultsBeforeAmendment {
  plan: AnalysisPlan;
  results: StudyResults;
}

/** The newest state of a frozen protocol: the freeze itself is number 1, amendments follow. */
export interface NewestFreeze {
  number: number;
  /** Whether answers had been stored before this freeze. */
  hasData: boolean;
  createdAt: Date;
}

/**
 * Describes when and by whom a plan was fixed, as stated in every report: registered elsewhere, otherwise frozen by its
 * owner, and whether it was amended after answers had been collected. The text is a clause that follows "the analysis
 * plan was".
 *
 * @param freeze null if nothing is frozen
 * @param registration link or timestamp of a registration elsewhere; empty for none
 */
export function planRecord(freeze: NewestFreeze | null, registration: string): string {
  if (freeze === null) return "not frozen, so none of its tests was committed to beforehand";
  const day = formatDay(freeze.createdAt);
  const amendments = freeze.number - 1;
  const times = amendments === 1 ? "once" : `${amendments} times`;
  const last = freeze.hasData ? "after the first answers" : "before the first answer";
  const frozenText =
    amendments === 0
      ? `frozen ${registration ? "" : "by its owner "}on ${day}${freeze.hasData ? ", after the first answers" : ""}`
      : `frozen${registration ? "" : " by its owner"} and amended ${times}, last on ${day}, ${last}`;
  return registration ? `${frozenText}, and registered: ${registration}` : frozenText;
}

/**
 * A plan from the database, with the newest freeze of its study and an external registration.
 *
 * @param first the plan of the newest freeze before the first answer; null if there is none
 * @param otherChanges amendments of items, keys, design or correspondence after the first answers
 */
export function storedPlan(
  { document, registration }: { document: unknown; registration: string },
  freeze: NewestFreeze | null,
  first: unknown = freeze && !freeze.hasData ? document : null,
  otherChanges: readonly FrozenChange[] = [],
): StoredPlan {
  const plan = analysisPlanSchema.parse(document);
  const record = planRecord(freeze, registration);
  const changesAfterData =
    first === null ? null : [...diffFrozen(analysisPlanSchema.parse(first), plan), ...otherChanges];
  return {
    plan,
    hash: analysisPlanHash(plan),
    frozenAt: freeze?.createdAt ?? null,
    changesAfterData,
    record,
    status: exploratory,
    looks: [],
  };
}
