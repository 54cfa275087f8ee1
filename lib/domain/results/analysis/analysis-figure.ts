import { escapeMarkup } from "../../format/escape.ts";
import { coordinate, formatShare } from "../../format/figures.ts";
import { wrapText } from "../../format/wrap-text.ts";
import type { SideComparisons } from "../comparison/compare-sides.ts";
import type { CeilingLine } from "../comparison/human-ceiling.ts";
import type { MajorityCurve } from "../model/majority-curve.ts";
import type { Share } from "../model/share.ts";
import { type ResultStatus, statusNote } from "../plan/result-status.ts";
import type { ResultTotals } from "../preparation/prepare-totals.ts";
import { figureInk, lineHeight, textLines } from "../views/figure-svg.ts";
import { intervalLayer, levelRule, sideColours, vegaAxis, vegaTitle } from "../views/view-files.ts";

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
/** Left edge of captions. */
const edge = 12;
/** Maximum characters per line between the edges, and next to the axis: letters of 12 units are up to 7 units wide. */
const lineLength = Math.floor((width - 2 * edge) / 7);
const labelLength = Math.floor((left - 10) / 7);

/** Values of the headline besides its comparisons. */
interface HeadlineParts {
  /** People on all their cells; null: they have no separate row. */
  totals?: Pick<ResultTotals, "majority" | "people"> | null;
  /** Null if items differ in it. */
  chance?: number | null;
  /** The answer whose share is drawn; null: right answers. */
  answer?: string | null;
  /** Of the comparisons that it shows. */
  status: ResultStatus;
}

/**
 * People, and each model compared with their majority and the mean person, with intervals, on a scale from 0 to 100, in
 * the colours of the screen; lines mark the chance level and the human ceiling.
 */
export function headlineFigure(
  { models }: SideComparisons,
  ceiling: readonly CeilingLine[],
  { totals = null, chance = null, answer = null, status }: HeadlineParts,
): AnalysisFigure {
  const marks: Mark[] = [
    ...(totals && totals.people.n > 0
      ? ([
          { row: "People", side: "majority", share: totals.majority },
          { row: "People", side: "person", share: totals.people },
        ] as const)
      : []),
    ...models.flatMap(({ label, sides, shared, alone }): Mark[] =>
      shared === 0
        ? [{ row: label, side: "model", share: alone }]
        : [
            { row: label, side: "majority", share: sides.majority.people },
            { row: label, side: "person", share: sides.person.people },
            { row: label, side: "model", share: sides.person.model },
          ],
    ),
  ];
  const levels = [
    ...(chance === null ? [] : [{ label: `chance level (${formatShare(chance)}, no interval)`, value: chance }]),
    ...ceiling,
  ];
  const rows = [...new Set(marks.map(({ row }) => row))];
  const counted = answer === null ? "right answers" : `answers “${answer}”`;
  const captions = [
    `${counted} in %: majority (dark orange), mean person (light orange), model (blue)`,
    ...levels.map(({ label }) => `dashed: ${label}`),
  ].flatMap((caption) => wrapText(caption, lineLength));
  const foot = rows.length * rowHeight + 50;
  const height = foot + (captions.length - 1) * lineHeight;
  const across = (share: number) => coordinate(left + share * (width - left - 20));
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
  const labels = rows.flatMap((row, index) => {
    const named = wrapText(row, labelLength).slice(0, 3);
    const y = 42 + index * rowHeight - ((named.length - 1) * lineHeight) / 2;
    return textLines(named, { x: left - 10, y, attributes: ' text-anchor="end"' });
  });
  const dashed = levels.length === 0 ? "" : "; dashed: the levels named below";
  const svg = drawing(width, height, `${counted} in %: majority, mean person, model${dashed}`, status, [
    ...lines,
    ...levels.map(
      ({ value }) =>
        `<line x1="${across(value)}" x2="${across(value)}" y1="10" y2="${foot - 36}" stroke="#555555" stroke-dasharray="6 3"/>`,
    ),
    ...labels,
    ...drawn,
    ...textLines(captions, { x: edge, y: foot - 4 }),
  ]);
  const values = marks.map(({ row, side, share }) => ({
    model: row,
    side,
    share: share.value,
    low: share.low,
    high: share.high,
    n: share.n,
  }));
  const encoding = {
    y: { field: "model", type: "nominal", sort: null, title: null },
    yOffset: { field: "side", type: "nominal" },
    color: sideColours,
  };
  const axis = vegaAxis(`${counted} in %, with 95% intervals`, "share");
  return {
    name: "headline",
    svg,
    vegaLite: {
      ...specification(values),
      title: vegaTitle(`${counted} in %`, levels, status),
      encoding,
      layer: [
        ...intervalLayer(values, axis),
        { mark: { type: "point", filled: true, tooltip: true }, encoding: { x: { ...axis, field: "share" } } },
        ...levels.map((line) => levelRule(line, axis, [6, 3])),
      ],
    },
  };
}

/** The expected accuracy of the majority of k people, with a line at the human ceiling. */
export function majorityFigure(
  { points }: MajorityCurve,
  ceiling: readonly CeilingLine[],
  status: ResultStatus,
): AnalysisFigure | null {
  const last = points.at(-1);
  if (!last || points.length < 2) return null;
  const across = (k: number) => coordinate(50 + ((k - 1) / (last.k - 1)) * (width - 80));
  const up = (share: number) => coordinate(20 + (1 - share) * 200);
  const title = `Expected accuracy of the majority of 1 to ${last.k} people`;
  const captions = ceiling.flatMap(({ label }) => wrapText(`dashed: ${label}`, lineLength));
  const svg = drawing(width, 270 + captions.length * lineHeight, title, status, [
    ...[0, 0.25, 0.5, 0.75, 1].map(
      (share) =>
        `<line x1="50" x2="${width - 30}" y1="${up(share)}" y2="${up(share)}" stroke="#d0d0d0"/>` +
        `<text x="42" y="${up(share)}" text-anchor="end">${share * 100}</text>`,
    ),
    ...ceiling.map(
      ({ value }) =>
        `<line x1="50" x2="${width - 30}" y1="${up(value)}" y2="${up(value)}" stroke="#555555" stroke-dasharray="6 3"/>`,
    ),
    `<polyline fill="none" stroke="${figureInk.majority}" points="${points.map(({ k, accuracy }) => `${across(k)},${up(accuracy)}`).join(" ")}"/>`,
    ...points.map(({ k }) => `<text x="${across(k)}" y="238" text-anchor="middle">${k}</text>`),
    `<text x="${width / 2}" y="258" text-anchor="middle">people who vote (k); right answers in %</text>`,
    ...textLines(captions, { x: edge, y: 278 }),
  ]);
  const axis = vegaAxis("right answers in %, exact over all draws", "share");
  return {
    name: "crowd",
    svg,
    vegaLite: {
      ...specification(points),
      title: vegaTitle(title, ceiling, status),
      encoding: {
        x: { field: "k", type: "quantitative", title: "people who vote (k)", axis: { tickMinStep: 1 } },
      },
      layer: [
        {
          mark: { type: "line", point: { color: figureInk.majority }, tooltip: true, color: figureInk.majority },
          encoding: { y: { ...axis, field: "accuracy" } },
        },
        ...ceiling.map((line) => levelRule(line, axis, [6, 3], "y")),
      ],
    },
  };
}

/** A specification with embedded data. */
export function specification(values: readonly object[]) {
  return { $schema: "https://vega.github.io/schema/vega-lite/v6.json", data: { values } };
}

/**
 * A drawing that needs no style sheet, titled for those who cannot see it.
 *
 * @param status stated below the figure; null for one that shows no result
 */
export function drawing(
  wide: number,
  height: number,
  title: string,
  status: ResultStatus | null,
  shapes: readonly string[],
): string {
  const caption = status ? wrapText(statusNote(status), Math.floor((wide - 8) / 7)) : [];
  const high = height + (caption.length === 0 ? 0 : 2 + caption.length * lineHeight);
  const parts = [...shapes, ...textLines(caption, { x: 4, y: height + 13 })];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" width="${wide}" height="${high}" font-family="sans-serif" font-size="12"><title>${escapeMarkup(title)}</title>\n${parts.filter((part) => part !== "").join("\n")}\n</svg>\n`;
}
