import { type Minimum, minimise } from "../basics/minimise.ts";

/** Standard deviations below this value count as 0. */
const singularBelow = 1e-4;

/** Maximum increase of the deviance at which setting a small standard deviation to 0 does not change the fit. */
const sameDeviance = 1e-8;

/**
 * Sets each standard deviation of a minimum to exactly 0 if the deviance does not increase. The deviance is an even
 * function of each standard deviation, so a search converges slowly towards 0 and stops early.
 *
 * @param kinds the number of standard deviations, which are the first arguments of the deviance
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
