import { pandasBeliefs, pandasEnd, pandasErrors, pandasPeople } from "./starter-scripts/pandas-parts.ts";
import { rBeliefs, rErrors, rMixedModel, rPeople } from "./starter-scripts/r-parts.ts";

/** The measures, in addition to accuracy, for which a bundle has answers. */
export interface BundleSubjects {
  /**
   * Whether there are answers about errors in stories, whose localisation is then also computed (Yang et al. 2026,
   * Table 2).
   */
  errors: boolean;
  /** Whether there are answers about expressions of belief, for context-following rates (Du et al., equation 1). */
  beliefs: boolean;
}

/**
 * A script that reads a bundle with pandas (flags as booleans, demographics joined, counted answers) and recomputes the
 * mean person over cells with CR2 over stories or source groups, the table of errors in stories, and context-following
 * rates.
 */
export function bundlePandasScript({ errors, beliefs }: BundleSubjects): string {
  return [pandasPeople, ...(errors ? [pandasErrors] : []), ...(beliefs ? [pandasBeliefs] : []), pandasEnd].join("\n");
}

/** The same script in R, with an additional mixed model of single answers with crossed random intercepts. */
export function bundleRScript({ errors, beliefs }: BundleSubjects): string {
  return [rPeople, ...(errors ? [rErrors] : []), ...(beliefs ? [rBeliefs] : []), rMixedModel].join("\n");
}
