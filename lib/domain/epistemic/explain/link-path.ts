import type { Point, WorldLayout } from "./layout.ts";

/** A line between two worlds as the attribute `d` of an SVG path, and the position of its label. */
export interface LinkPath {
  d: string;
  label: Point;
}

/** Distance between parallel lines of different persons that join the same two worlds. */
const laneGap = 7;

/** Curvatures of a line that avoids other tiles, in tile heights, in the order in which they are tried. */
const bowFactors = [0, 0.7, -0.7, 1.2, -1.2, 1.8, -1.8, 2.6, -2.6];

/**
 * Draws the line of one person between two worlds: straight if no other tile is in its way, otherwise the flattest of a
 * few curves that avoid other tiles. Lines of several persons run in parallel.
 *
 * @param lane index of this person among the `lanes` persons of the link, from 0
 */
export function drawLinkPath(layout: WorldLayout, from: number, to: number, lane = 0, lanes = 1): LinkPath {
  const start = layout.places[from]!;
  const end = layout.places[to]!;
  // Server and browser must draw the same line. Square roots are rounded identically everywhere; `Math.hypot` is not.
  const length = Math.sqrt((end.x - start.x) ** 2 + (end.y - start.y) ** 2);
  const perpendicular = { x: -(end.y - start.y) / length, y: (end.x - start.x) / length };
  const shift = (lane - (lanes - 1) / 2) * laneGap;
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
  const otherTiles = layout.places.filter((_, world) => world !== from && world !== to);
  const bow = findBestBow(layout, start, end, perpendicular, otherTiles);
  const offsetPoint = (point: Point, by: number) => ({
    x: point.x + perpendicular.x * by,
    y: point.y + perpendicular.y * by,
  });
  const first = offsetPoint(start, shift);
  const last = offsetPoint(end, shift);
  const control = offsetPoint(middle, shift + bow);
  const d =
    bow === 0
      ? `M${formatPoint(first)}L${formatPoint(last)}`
      : `M${formatPoint(first)}Q${formatPoint(control)} ${formatPoint(last)}`;
  // Labels of neighbouring lanes are offset along the line, so that they do not overlap.
  const share = 0.5 + (lanes === 1 ? 0 : (lane - (lanes - 1) / 2) * Math.min(0.3, 17 / length));
  return { d, label: roundPoint(pointOn(first, control, last, share)) };
}

function findBestBow(layout: WorldLayout, start: Point, end: Point, across: Point, others: readonly Point[]): number {
  let best = { bow: 0, hits: Number.POSITIVE_INFINITY };
  for (const factor of bowFactors) {
    const bow = factor * layout.tile.height * 2;
    const control = {
      x: (start.x + end.x) / 2 + across.x * bow,
      y: (start.y + end.y) / 2 + across.y * bow,
    };
    const hits = countHits(layout, start, control, end, others);
    if (hits < best.hits) best = { bow, hits };
    if (hits === 0) break;
  }
  return best.bow;
}

/** Checks 39 points of the line, and counts how often one is near a tile of another world or outside the picture. */
function countHits(layout: WorldLayout, start: Point, control: Point, end: Point, others: readonly Point[]): number {
  const { tile, width, height } = layout;
  let hits = 0;
  for (let step = 1; step < 40; step += 1) {
    const { x, y } = pointOn(start, control, end, step / 40);
    if (x < 0 || y < 0 || x > width || y > height) hits += 1;
    for (const other of others) {
      if (Math.abs(other.x - x) < tile.width / 2 + 4 && Math.abs(other.y - y) < tile.height / 2 + 4) hits += 1;
    }
  }
  return hits;
}

/** The point at parameter `share` of a quadratic Bézier curve. */
function pointOn(start: Point, control: Point, end: Point, share: number): Point {
  const [a, b, c] = [(1 - share) ** 2, 2 * (1 - share) * share, share ** 2];
  return { x: a * start.x + b * control.x + c * end.x, y: a * start.y + b * control.y + c * end.y };
}

function roundPoint({ x, y }: Point): Point {
  return { x: Math.round(10 * x) / 10, y: Math.round(10 * y) / 10 };
}

function formatPoint(point: Point): string {
  const { x, y } = roundPoint(point);
  return `${x} ${y}`;
}
