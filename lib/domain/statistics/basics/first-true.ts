/** The first whole number in [from, to) where a condition that stays true holds, by halving; `to` when it never does. */
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
