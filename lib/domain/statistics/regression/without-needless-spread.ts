import { type Minimum, minimise } from "../basics/minimise.ts";

/** A standard deviation below this counts as 0. */
const singularBelow = 1e-4;

/** Maximum increase of the deviance when a small standard deviation is set to 0 that still counts as equal. */
const sameDeviance = 1e-8;

/**
 * The minimum, in which each standard deviation is set to exactly 0 if the deviance does not increase. The deviance is
 * an even function of them, so a search converges slowly towards 0 and stops before it.
 *
 * @param kinds the number of standard deviations, the first arguments of the deviance
 */
export function zeroNegligibleSds(free: Minimum, kinds: number, deviance: (at: readonly number[]) => number): number[] {
  let { at, value } = free;
  for (let sd = 0; sd < kinds; sd += 1) {
    if (Math.abs(at[sd]!) > 0.1) continue;
    const freeIndices = at.map((_, index) => index).filter((index) => index !== sd && at[index] !== 0);
    const expand = (values: readonly number[]) => {
      const full = at.map((coordinate, index) => (index === sd || coordinate === 0 ? 0 : coordinate));
      freeIndices.forEach((index, position) => {
        full[index] = values[position]!;
      });
      return full;
    };
    const fixed = minimise(
      freeIndices.map((index) => at[index]!),
      (values) => deviance(expand(values)),
    );
    if (Math.abs(at[sd]!) < singularBelow || fixed.value <= value + sameDeviance) {
      at = expand(fixed.at);
      value = fixed.value;
    }
  }
  return at;
}
