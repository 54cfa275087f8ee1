import type { SideComparisons } from "../compare-sides.ts";
import type { CeilingLine } from "../human-ceiling.ts";
import type { MajorityCurve } from "../majority-curve.ts";
import type { Share } from "../share.ts";
import { escapedXml, figureInk } from "../views/figure-svg.ts";
import { sideColours } from "../views/view-files.ts";

/** A figure as a drawing and as a Vega-Lite specification of the same numbers. */
export interface AnalysisFigure {
  name: string;
  svg: string;
  vegaLite: object;
}

interface Mark {
  row: string;
  side: string;
  share: Share;
}

const width = 640;
const left = 200;
const rowHeight = 54;

/**
 * Each model beside the majority and the mean person, with intervals, on a scale from 0 to 100, in the colours of the
 * screen; the human ceiling is drawn across it.
 *
 * @param answer the answer whose share is drawn; null: right answers
 */
export function headlineFigure(
  { models }: SideComparisons,
  ceiling: readonly CeilingLine[],
  answer: string | null = null,
): AnalysisFigure {
  const marks = models.flatMap(({ label, sides, shared }): Mark[] =>
    shared === 0
      ? []
      : [
          { row: label, side: "majority", share: sides.majority.people },
          { row: label, side: "person", share: sides.person.people },
          { row: label, side: "model", share: sides.person.model },
        ],
  );
  const rows = [...new Set(marks.map(({ row }) => row))];
  const height = rows.length * rowHeight + 50 + ceiling.length * 16;
  const foot = rows.length * rowHeight + 50;
  const across = (share: number) => (left + share * (width - left - 20)).toFixed(1);
  const lines = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<line x1="${across(share)}" x2="${across(share)}" y1="10" y2="${foot - 36}" stroke="#d0d0d0"/>` +
      `<text x="${across(share)}" y="${foot - 20}" text-anchor="middle">${share * 100}</text>`,
  );
  const drawn = marks.map(({ row, side, share }) => {
    const y = 24 + rows.indexOf(row) * rowHeight + ["majority", "person", "model"].indexOf(side) * 14;
    const colour = figureInk[side as keyof typeof figureInk];
    const interval =
      share.low === null || share.high === null
        ? ""
        : `<line x1="${across(share.low)}" x2="${across(share.high)}" y1="${y}" y2="${y}" stroke="${colour}"/>`;
    return share.value === null
      ? ""
      : `${interval}<circle cx="${across(share.value)}" cy="${y}" r="4" fill="${colour}"/>`;
  });
  const labels = rows.map(
    (row, index) => `<text x="${left - 10}" y="${42 + index * rowHeight}" text-anchor="end">${escapedXml(row)}</text>`,
  );
  const counted = answer === null ? "right answers" : `answers “${answer}”`;
  const legend = `${escapedXml(counted)} in %: majority (dark orange), mean person (light orange), model (blue)`;
  const dashed = ceiling.length === 0 ? "" : "; dashed: the human ceiling";
  const svg = drawing(width, height, `${counted} in %: majority, mean person, model${dashed}`, [
    ...lines,
    ...ceiling.map(
      ({ value }) =>
        `<line x1="${across(value)}" x2="${across(value)}" y1="10" y2="${foot - 36}" stroke="#555555" stroke-dasharray="6 3"/>`,
    ),
    ...labels,
    ...drawn,
    `<text x="${left}" y="${foot - 4}">${legend}</text>`,
    ...ceiling.map(
      ({ label }, index) => `<text x="${left}" y="${foot + 12 + index * 16}">dashed: ${escapedXml(label)}</text>`,
    ),
  ]);
  const values = marks.map(({ row, side, share }) => ({
    model: row,
    side,
    share: share.value,
    low: share.low,
    high: share.high,
    n: share.n,
  }));
  const encoding = { y: { field: "model", type: "nominal" }, yOffset: { field: "side" }, color: sideColours };
  return {
    name: "headline",
    svg,
    vegaLite: {
      ...specification(values),
      encoding,
      layer: [
        { mark: "rule", encoding: { x: { field: "low", type: "quantitative" }, x2: { field: "high" } } },
        { mark: "point", encoding: { x: { field: "share", type: "quantitative", scale: { domain: [0, 1] } } } },
        ...ceiling.map(ceilingRule),
      ],
    },
  };
}

/** The expected accuracy of the majority of k people. */
export function majorityFigure({ points }: MajorityCurve): AnalysisFigure | null {
  const last = points.at(-1);
  if (!last || points.length < 2) return null;
  const across = (k: number) => (50 + ((k - 1) / (last.k - 1)) * (width - 80)).toFixed(1);
  const up = (share: number) => (20 + (1 - share) * 200).toFixed(1);
  const svg = drawing(width, 270, `Expected accuracy of the majority of 1 to ${last.k} people`, [
    ...[0, 0.25, 0.5, 0.75, 1].map(
      (share) =>
        `<line x1="50" x2="${width - 30}" y1="${up(share)}" y2="${up(share)}" stroke="#d0d0d0"/>` +
        `<text x="42" y="${up(share)}" text-anchor="end">${share * 100}</text>`,
    ),
    `<polyline fill="none" stroke="${figureInk.majority}" points="${points.map(({ k, accuracy }) => `${across(k)},${up(accuracy)}`).join(" ")}"/>`,
    ...points.map(({ k }) => `<text x="${across(k)}" y="238" text-anchor="middle">${k}</text>`),
    `<text x="${width / 2}" y="258" text-anchor="middle">people who vote (k); right answers in %</text>`,
  ]);
  return {
    name: "crowd",
    svg,
    vegaLite: {
      ...specification(points),
      mark: { type: "line", point: true },
      encoding: {
        x: { field: "k", type: "quantitative" },
        y: { field: "accuracy", type: "quantitative", scale: { domain: [0, 1] } },
      },
    },
  };
}

/** A level of the human ceiling in a Vega-Lite layer. */
function ceilingRule({ label, value }: CeilingLine): object {
  return {
    mark: { type: "rule", strokeDash: [6, 3], tooltip: label },
    encoding: { x: { datum: value }, y: { value: 0 }, y2: { value: "height" }, yOffset: null, color: null },
  };
}

function specification(values: readonly object[]) {
  return { $schema: "https://vega.github.io/schema/vega-lite/v5.json", data: { values } };
}

function drawing(wide: number, high: number, title: string, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" width="${wide}" height="${high}" font-family="sans-serif" font-size="12"><title>${escapedXml(title)}</title>\n${parts.filter((part) => part !== "").join("\n")}\n</svg>\n`;
}
