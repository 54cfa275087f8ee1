import type { Category } from "../basics/category.ts";
import { clusteredRegression, type WaldTest, waldTest } from "./clustered-regression.ts";

/**
 * Whether coefficients of a regression are all 0, over two kinds of clusters: the Wald test with the two-way covariance and
 * those over each kind alone with CR2 and HTZ (up to 200 clusters), of which the largest p decides. The two-way test alone is
 * significant in 9% of studies without a difference if one of three groups has eight people, because its variance of
 * people is too small; this test is in about 5% (`npm run bench:coverage`). Over one kind of clusters, or none, it is
 * `waldTest`. Null if the test over all given kinds is not defined.
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
  const both = testOver(kinds)?.test ?? null;
  if (kinds.length < 2 || both === null) return both;
  // Without degrees of freedom of CR2, a kind has too many clusters for it.
  const single = kinds.flatMap((ids) => {
    const found = testOver([ids]);
    return found?.fit.dfOf && found.test ? [found.test] : [];
  });
  return single.reduce((least, test) => (test.pvalue > least.pvalue ? test : least), both);
}
