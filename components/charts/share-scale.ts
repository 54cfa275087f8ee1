import { scaleLinear } from "@visx/scale";
import { coordinate } from "@/lib/domain/format/figures.ts";

/** Where the marks begin and end, in per cent of the drawing's width, so that those at 0 and 100% are not cut. */
export const inset = { left: 3, right: 97 };

const across = scaleLinear<number>({ domain: [0, 1], range: [inset.left, inset.right], clamp: true });

/**
 * The place of a share from left to right, as an SVG length in per cent: the drawing fills the available width, and
 * its marks and letters keep their size.
 */
export function acrossOf(share: number): string {
  return `${coordinate(across(share), 3)}%`;
}

/** Shares that an axis names. */
export const shareTicks = [0, 0.25, 0.5, 0.75, 1];
