import { pandasBeliefs, pandasErrors, pandasFoot, pandasPeople } from "./starter-scripts/pandas-parts.ts";
import { rBeliefs, rErrors, rMixedModel, rPeople } from "./starter-scripts/r-parts.ts";

/** The measures of a bundle's answers other than accuracy. */
export interface BundleSubjects {
  /** Errors in stories: also their localisation (Yang et al. 2026, Table 2). */
  errors: boolean;
  /** Expressions of belief: context following (Du et al., equation 1). */
  beliefs: boolean;
}

/**
 * Reads a bundle with pandas: flags as booleans, demographics joined, counted answers. Recomputes the mean person
 * over cells with CR2 over stories or source groups, the table of errors in stories, and context-following rates.
 */
export function bundlePandasScript({ errors, beliefs }: BundleSubjects): string {
  return [pandasPeople, ...(errors ? [pandasErrors] : []), ...(beliefs ? [pandasBeliefs] : []), pandasFoot].join("\n");
}

/** The same in R, and a mixed model of single answers with crossed random intercepts. */
export function bundleRScript({ errors, beliefs }: BundleSubjects): string {
  return [rPeople, ...(errors ? [rErrors] : []), ...(beliefs ? [rBeliefs] : []), rMixedModel].join("\n");
}
