import { type Minimum, minimise } from "../basics/minimise.ts";

/** A standard deviation below this counts as 0. */
const singularBelow = 1e-4;

/** Maximum increase of the deviance when a small standard deviation is set to 0 that still counts as equal. */
const sameDeviance = 1e-8;

/**
 * The minimum with each standard deviation set to exactly 0 if this is no worse. The deviance is an even function of
 * them, so a search converges slowly towards 0 and stops before it.
 *
 * @param kinds the number of standard deviations, the first arguments of the deviance
 */
export function withoutNeedlessSpread(
  free: Minimum,
  kinds: number,
  deviance: (at: readonly number[]) => number,
): number[] {
  let { at, value } = free;
  for (let spread = 0; spread < kinds; spread += 1) {
    if (Math.abs(at[spread]!) > 0.1) continue;
    const open = at.map((_, index) => index).filter((index) => index !== spread && at[index] !== 0);
    const placed = (values: readonly number[]) => {
      const full = at.map((coordinate, index) => (index === spread || coordinate === 0 ? 0 : coordinate));
      open.forEach((index, position) => {
        full[index] = values[position]!;
      });
      return full;
    };
    const fixed = minimise(
      open.map((index) => at[index]!),
      (values) => deviance(placed(values)),
    );
    if (Math.abs(at[spread]!) < singularBelow || fixed.value <= value + sameDeviance) {
      at = placed(fixed.at);
      value = fixed.value;
    }
  }
  return at;
}
