import { scaleLinear } from "@visx/scale";
import { formatCoordinate } from "@/lib/domain/format/figures.ts";

/** The margins of the scale, in per cent of the drawing's width, so that marks at 0 and 100% are not cut off. */
export const inset = { left: 3, right: 97 };

const xScale = scaleLinear<number>({ domain: [0, 1], range: [inset.left, inset.right], clamp: true });

/**
 * The horizontal position of a share, as an SVG length in per cent, so that the drawing fills the available width while
 * marks and text keep their size.
 */
export function shareToX(share: number): string {
  return `${formatCoordinate(xScale(share), 3)}%`;
}

/** The shares that an axis labels. */
export const shareTicks = [0, 0.25, 0.5, 0.75, 1];
