import type { Reproduction } from "./published-check.ts";
import { streetDataSchema } from "./street-data.ts";
import { binomialChecks, cochranChecks } from "./street-overall.ts";
import { pairedChecks } from "./street-paired.ts";
import { proportionChecks } from "./street-proportions.ts";
import { accuracyChecks, anchoringChecks, comparisonChecks } from "./street-tables.ts";

/**
 * Street et al. 2024 (arXiv:2405.18870) recomputed: every printed test value beside the computed one. The tests are the
 * paper's own, even if the referee rejects them; the paired or corrected result is reported too.
 */
export function reproduceStreet2024(published: unknown): Reproduction {
  const data = streetDataSchema.parse(published);
  return {
    title:
      "Street et al. 2024, LLMs achieve adult human performance on higher-order theory of mind tasks (arXiv:2405.18870)",
    checks: [
      ...binomialChecks(data),
      ...cochranChecks(data),
      ...pairedChecks(data),
      ...proportionChecks(data),
      ...accuracyChecks(data),
      ...comparisonChecks(data),
      ...anchoringChecks(data),
    ],
    errors: data.errors.filter((error) => !isRemark(error)),
    remarks: data.errors.filter(isRemark),
    notReproducible: data.notReproducible,
  };
}

/** The data use "note" for a remark about the method instead of a printed value. */
function isRemark({ confidence }: { confidence: string }): boolean {
  return confidence === "methodological note";
}
