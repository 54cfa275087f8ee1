import type { Category } from "../basics/category.ts";
import { clusteredRegression, type WaldTest, waldTest } from "./clustered-regression.ts";

/**
 * Tests whether coefficients of a regression are all 0, with two kinds of clusters. Runs the Wald test with the two-way
 * covariance, and for each kind with up to 200 clusters the test with CR2 and HTZ over this kind alone. Returns the
 * test with the largest p. Without a difference, the two-way test alone is significant in 9% of studies if one of three
 * groups has only eight people, because it underestimates the variance of people. This test is significant in about 5%
 * (`npm run bench:coverage`). With one kind of clusters or none it equals `waldTest`. Null if the test over all given
 * kinds is not defined.
 */
export function twoWayWaldTest(
  y: readonly number[],
  x: readonly (readonly number[])[],
  kinds: readonly (readonly Category[])[],
  columns: readonly number[],
): WaldTest | null {
  const testOver = (over: typeof kinds) => {
    const fit = clusteredRegression(y, x, over);
    return fit && { fit, test: waldTest(fit, columns) };
  };
  const twoWayTest = testOver(kinds)?.test ?? null;
  if (kinds.length < 2 || twoWayTest === null) return twoWayTest;
  // If `dfOf` is null, the kind has too many clusters for CR2.
  const singleKindTests = kinds.flatMap((ids) => {
    const oneWay = testOver([ids]);
    return oneWay?.fit.dfOf && oneWay.test ? [oneWay.test] : [];
  });
  return singleKindTests.reduce((least, test) => (test.pvalue > least.pvalue ? test : least), twoWayTest);
}
