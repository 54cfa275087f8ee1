/**
 * The elementary symmetric functions gamma_0 .. gamma_n of positive numbers. gamma_r is the sum of the products of all
 * subsets of size r. The numbers are added one after another; all terms are positive, so there is no cancellation.
 * `omitted` excludes up to two numbers by index.
 */
export function elementarySymmetric(values: readonly number[], ...omitted: number[]): Float64Array {
  const gamma = new Float64Array(values.length + 1);
  gamma[0] = 1;
  let used = 0;
  values.forEach((value, index) => {
    if (omitted.includes(index)) return;
    used += 1;
    for (let size = used; size > 0; size -= 1) gamma[size] = gamma[size]! + value * gamma[size - 1]!;
  });
  return gamma;
}
