import { scaleLinear } from "@visx/scale";
import { formatCoordinate } from "@/lib/domain/format/figures.ts";

/**
 * The horizontal limits of the scale, in per cent of the width. The margins keep marks at 0 and 100% from being cut
 * off.
 */
export const inset = { left: 3, right: 97 };

const xScale = scaleLinear<number>({ domain: [0, 1], range: [inset.left, inset.right], clamp: true });

/**
 * Converts a share to a horizontal position as an SVG length in per cent. A drawing can then fill the available width
 * without scaling its marks and text.
 */
export function shareToX(share: number): string {
  return `${formatCoordinate(xScale(share), 3)}%`;
}

/** The shares that an axis labels. */
export const shareTicks = [0, 0.25, 0.5, 0.75, 1];
