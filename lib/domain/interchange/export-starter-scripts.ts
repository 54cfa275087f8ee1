import { pandasBeliefs, pandasErrors, pandasFoot, pandasPeople } from "./starter-scripts/pandas-parts.ts";
import { rBeliefs, rErrors, rMixedModel, rPeople } from "./starter-scripts/r-parts.ts";

/** What a bundle's answers are about, beyond right and wrong. */
export interface BundleSubjects {
  /** Errors in stories: where they lie, too (Yang et al. 2026, Table 2). */
  errors: boolean;
  /** Expressions of belief: what is followed (Du et al., equation 1). */
  beliefs: boolean;
}

/**
 * Reads a bundle as pandas: flags as truth values, demographics joined, answers that count. Recomputes the mean person over
 * cells with CR2 over stories or source groups, the table of errors in stories, and context-following rates.
 */
export function bundlePandasScript({ errors, beliefs }: BundleSubjects): string {
  return [pandasPeople, ...(errors ? [pandasErrors] : []), ...(beliefs ? [pandasBeliefs] : []), pandasFoot].join("\n");
}

/** The same in R, and a mixed model of single answers with crossed random intercepts. */
export function bundleRScript({ errors, beliefs }: BundleSubjects): string {
  return [rPeople, ...(errors ? [rErrors] : []), ...(beliefs ? [rBeliefs] : []), rMixedModel].join("\n");
}
