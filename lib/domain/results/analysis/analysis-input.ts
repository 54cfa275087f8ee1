import type { InterimAnalysis } from "../interim/interim-analyses.ts";
import type { LateKeys, StudyResults } from "../model/study-results.ts";
import type { AnalysisPlan } from "../plan/analysis-plan.ts";
import type { DataCollectionState } from "../plan/data-collection-state.ts";
import type { ResultsBeforeAmendment } from "../plan/plan-record.ts";
import type { ResultStatus } from "../plan/result-status.ts";
import type { View } from "../views/view.ts";
import type { CollectionFacts } from "./collection-methods.ts";

/** The input of the files of an analysis. */
export interface AnalysisInput {
  study: { name: string; slug: string; benchmark: string };
  stage: string;
  results: StudyResults;
  plan: AnalysisPlan;
  /** When the plan was fixed (`planRecord`); null if the plan is not the study's own plan. */
  record?: string | null;
  /** The status of the plan's tests (`planStatus`). */
  status: ResultStatus;
  /** The declared interim analyses that were carried out, oldest first; an omitted list is empty. */
  looks?: readonly InterimAnalysis[];
  /**
   * Which data are analysed: the data of the first lock, the data of an unfinished study, or all answers after a lock.
   */
  data: DataCollectionState;
  /** Keys that were saved after the first answer to their item; null if there are none. */
  lateKeys?: LateKeys | null;
  /** The analysis of groups of people, if it was computed; a plan can name tests of this analysis. */
  groups?: View | null;
  /** How the data were collected, for the methods text; null or omitted if unknown. */
  collection?: CollectionFacts | null;
  /** The results without the amendments made after data; null or omitted without such amendments. */
  former?: ResultsBeforeAmendment | null;
}
