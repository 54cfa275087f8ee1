import { scaleLinear } from "@visx/scale";
import { coordinate } from "@/lib/domain/format/figures.ts";

/** The margins of the scale, in per cent of the drawing's width, so that marks at 0 and 100% are not cut off. */
export const inset = { left: 3, right: 97 };

const across = scaleLinear<number>({ domain: [0, 1], range: [inset.left, inset.right], clamp: true });

/**
 * The horizontal position of a share, as an SVG length in per cent: the drawing fills the available width, and its
 * marks and text keep their size.
 */
export function acrossOf(share: number): string {
  return `${coordinate(across(share), 3)}%`;
}

/** The shares that an axis labels. */
export const shareTicks = [0, 0.25, 0.5, 0.75, 1];
