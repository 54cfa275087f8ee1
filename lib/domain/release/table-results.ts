import type { AccuracyTally } from "./accuracy.ts";
import type { ReleaseTexts } from "./release-dataset.ts";

/** What a version of a benchmark or a collection shows on its public page. */
export interface TableResults {
  tables: { name: string; description: string; rows: number }[];
  texts: ReleaseTexts;
  /** The accuracies of models by condition, from the rows of the release; empty for a collection. */
  accuracies: ReturnType<AccuracyTally["records"]>;
}
