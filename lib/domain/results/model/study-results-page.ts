import type { DataCollectionState } from "../plan/data-collection-state.ts";
import type { StoredPlan } from "../plan/plan-record.ts";
import type { Correspondence } from "./correspondence.ts";
import type { LateKeys, StudyResults, SwitchCounts, UncountedPredictions } from "./study-results.ts";

/** A study's results with the other data that a results page shows. */
export interface StudyResultsPage {
  study: {
    id: string;
    projectId: string;
    slug: string;
    name: string;
    status: "draft" | "open" | "paused" | "closed";
    isDemo: boolean;
    benchmarkId: string;
    benchmark: string;
    itemsPerSession: number;
    canWrite: boolean;
  };
  results: StudyResults;
  /** The displayed stage, and all stages that have answers. */
  stage: string;
  stages: string[];
  /** Which data are shown, and the state of their collection. */
  data: DataCollectionState;
  /** The number of answers that each filter of the page includes or excludes, for this stage. */
  standings: SwitchCounts;
  /** All key versions that could score these items. */
  keyVersions: number[];
  /** Keys that were saved after the first answer to their item; null if there are none. */
  lateKeys: LateKeys | null;
  /** The saved analysis plan of the study; null if there is none. */
  plan: StoredPlan | null;
  correspondence: Correspondence;
  /** Whether the study declares it explicitly. */
  isCorrespondenceDeclared: boolean;
  /** Stimuli that differ between models and people and that no one has approved. */
  unsignedMismatches: number;
  /** Models' answers that are not yet in the results; null if no answers are outstanding. */
  uncounted: UncountedPredictions | null;
}
