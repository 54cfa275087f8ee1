import type { Reproduction } from "./published-check.ts";
import { streetDataSchema } from "./street-data.ts";
import { checkBinomialTests, checkCochranTests } from "./street-overall.ts";
import { checkPairedTests } from "./street-paired.ts";
import { checkProportionTests } from "./street-proportions.ts";
import { checkAccuracies, checkAnchoring, checkComparisons } from "./street-tables.ts";

/**
 * Recomputes every printed test value of Street et al. 2024 (arXiv:2405.18870). The tests are those of the paper, even
 * if the referee rejects them. The paired or corrected result is reported, too.
 */
export function reproduceStreet2024(published: unknown): Reproduction {
  const data = streetDataSchema.parse(published);
  return {
    title:
      "Street et al. 2024, LLMs achieve adult human performance on higher-order theory of mind tasks (arXiv:2405.18870)",
    checks: [
      ...checkBinomialTests(data),
      ...checkCochranTests(data),
      ...checkPairedTests(data),
      ...checkProportionTests(data),
      ...checkAccuracies(data),
      ...checkComparisons(data),
      ...checkAnchoring(data),
    ],
    errors: data.errors.filter((error) => !isRemark(error)),
    remarks: data.errors.filter(isRemark),
    notReproducible: data.notReproducible,
  };
}

/** In the data, "note" marks a remark about the method instead of a printed value. */
function isRemark({ confidence }: { confidence: string }): boolean {
  return confidence === "methodological note";
}
