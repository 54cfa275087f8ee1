/** The smallest integer in [from, to) for which a monotone condition is true, by bisection; `to` if there is none. */
export function firstTrue(from: number, to: number, holds: (value: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
