import { escapeMarkup } from "../../format/escape.ts";
import type { EstimateUnit } from "../../format/estimates.ts";
import { coordinate, formatShort } from "../../format/figures.ts";
import { wrapText } from "../../format/wrap-text.ts";
import { groupBy } from "../../group-by.ts";
import { type ResultStatus, statusNote } from "../plan/result-status.ts";
import type { ViewFigure } from "./view.ts";

/** The colours of the screen in sRGB, for exported drawings: people orange (their majority dark), models blue. */
export const figureInk = { model: "#1f6aa5", majority: "#c2501f", person: "#e08a5e" } as const;
const width = 720;
const left = 240;
const right = 30;
const rowHeight = 28;
/** Where titles and captions begin. */
const edge = 12;
/** The height of a line of a title or caption. */
export const lineHeight = 16;
/** Characters of a bold line that fit between the edges of the picture: letters of 12 units are up to 7.2 units wide. */
const lineLength = Math.floor((width - 2 * edge) / 7.2);

/** A figure's scale: its limits and its tick values. */
export interface FigureScale {
  low: number;
  high: number;
  ticks: number[];
}

/** Shares range from 0 to 1; other scales cover their marks, limits and lines, rounded outwards. */
export function figureScale({ unit, marks, lines }: ViewFigure): FigureScale {
  if (unit === "share") return { low: 0, high: 1, ticks: [0, 0.25, 0.5, 0.75, 1] };
  const values = [
    ...marks.flatMap(({ value, low, high }) => [value, low, high].filter((one) => one !== null)),
    ...lines.map(({ value }) => value),
  ];
  const least = Math.min(...values, 0);
  const most = Math.max(...values, 0);
  const step = roundStep((most - least || 1) / 4);
  const low = Math.floor(least / step + 1e-9) * step;
  const count = Math.max(1, Math.ceil((most - low) / step - 1e-9));
  return { low, high: low + count * step, ticks: Array.from({ length: count + 1 }, (_, index) => low + index * step) };
}

/** The label of an axis value: per cent and points without their sign, anything else unchanged. */
export function tickLabel(value: number, unit: EstimateUnit): string {
  const shown = unit === "share" || unit === "points" ? value * 100 : value;
  return formatShort(shown);
}

/**
 * A figure as one drawing that needs no style sheet: rows of marks, or lines over an axis, with their intervals and
 * reference levels.
 */
export function figureSvg(figure: ViewFigure, status: ResultStatus | null): string {
  return figure.across === undefined ? rowsSvg(figure, status) : linesSvg(figure, figure.across, status);
}

function rowsSvg(figure: ViewFigure, status: ResultStatus | null): string {
  const { title, marks, lines, unit } = figure;
  const { low, high, ticks } = figureScale(figure);
  const rows = [...new Set(marks.map(({ row }) => row))];
  const titleLines = wrapText(title, lineLength);
  const captionLines = [
    `${unitLabel(figure)}${lines.length > 0 ? `; dashed: ${lines.map(({ label }) => label).join(", ")}` : ""}`,
    ...(status ? [statusNote(status)] : []),
  ].flatMap((caption) => wrapText(caption, lineLength));
  // Everything below the title moves down by its further lines.
  const lower = (titleLines.length - 1) * lineHeight;
  const bottom = 40 + lower + rows.length * rowHeight;
  const across = (value: number) => coordinate(left + ((value - low) / (high - low)) * (width - left - right));
  const parts = [
    ...textLines(titleLines, { x: edge, y: 16, attributes: ' font-weight="bold"' }),
    ...ticks.map(
      (tick) =>
        `<line x1="${across(tick)}" x2="${across(tick)}" y1="${28 + lower}" y2="${bottom}" stroke="#d0d0d0"/>` +
        `<text x="${across(tick)}" y="${bottom + 16}" text-anchor="middle">${tickLabel(tick, unit)}</text>`,
    ),
    ...lines.map(
      ({ label, value }) =>
        `<line x1="${across(value)}" x2="${across(value)}" y1="${28 + lower}" y2="${bottom}" stroke="#555555" stroke-dasharray="2 3"><title>${escapeMarkup(label)}</title></line>`,
    ),
    ...rows.map(
      (row, index) =>
        `<text x="${left - 12}" y="${48 + lower + index * rowHeight}" text-anchor="end">${escapeMarkup(shortened(row))}</text>`,
    ),
    ...marks.flatMap(({ row, side, value, low: from, high: to }) => {
      if (value === null) return [];
      const own = marks.filter((one) => one.row === row);
      const beside = own.findIndex((one) => one.side === side) - (own.length - 1) / 2;
      const y = 44 + lower + rows.indexOf(row) * rowHeight + beside * 7;
      const interval =
        from === null || to === null
          ? ""
          : `<line x1="${across(from)}" x2="${across(to)}" y1="${y}" y2="${y}" stroke="${figureInk[side]}" stroke-width="2"/>`;
      return [`${interval}<circle cx="${across(value)}" cy="${y}" r="4" fill="${figureInk[side]}"/>`];
    }),
    ...textLines(captionLines, { x: edge, y: bottom + 34 }),
  ];
  const tall = bottom + 28 + captionLines.length * lineHeight;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${tall}" width="${width}" height="${tall}" font-family="sans-serif" font-size="12"><title>${escapeMarkup(title)}</title>\n<rect width="100%" height="100%" fill="#ffffff"/>\n${parts.join("\n")}\n</svg>\n`;
}

const plotHeight = 280;
const plotLeft = 60;

/** Accuracy over a level, one line for each subject, with a legend: Figure 1 of Street et al. 2024. */
function linesSvg(figure: ViewFigure, axis: string, status: ResultStatus | null): string {
  const { title, marks, lines, unit } = figure;
  const { low, high, ticks } = figureScale(figure);
  const rows = [...new Set(marks.map(({ row }) => row))];
  const series = figureSeries(figure);
  const titleLines = wrapText(title, lineLength);
  const top = 16 + titleLines.length * lineHeight;
  const bottom = top + plotHeight;
  const y = (value: number) => coordinate(bottom - ((value - low) / (high - low)) * plotHeight);
  const step = (width - plotLeft - right) / rows.length;
  const x = (row: string, index: number) =>
    coordinate(
      plotLeft + (rows.indexOf(row) + 0.5) * step + (index - (series.length - 1) / 2) * seriesGap(series.length, step),
    );
  const legendTop = bottom + 44;
  const captionLines = [
    `${unitLabel(figure)}${lines.length > 0 ? `; dashed across: ${lines.map(({ label }) => label).join(", ")}` : ""}`,
    ...(status ? [statusNote(status)] : []),
  ].flatMap((caption) => wrapText(caption, lineLength));
  const captionTop = legendTop + series.length * lineHeight + 8;
  const parts = [
    ...textLines(titleLines, { x: edge, y: 16, attributes: ' font-weight="bold"' }),
    ...ticks.map(
      (tick) =>
        `<line x1="${plotLeft}" x2="${width - right}" y1="${y(tick)}" y2="${y(tick)}" stroke="#d0d0d0"/>` +
        `<text x="${plotLeft - 8}" y="${y(tick)}" text-anchor="end" dominant-baseline="middle">${tickLabel(tick, unit)}</text>`,
    ),
    ...lines.map(
      ({ value }) =>
        `<line x1="${plotLeft}" x2="${width - right}" y1="${y(value)}" y2="${y(value)}" stroke="#555555" stroke-dasharray="2 3"/>`,
    ),
    ...rows.map(
      (row, index) =>
        `<text x="${coordinate(plotLeft + (index + 0.5) * step)}" y="${bottom + 16}" text-anchor="middle">${escapeMarkup(row)}</text>`,
    ),
    `<text x="${width - right}" y="${bottom + 32}" text-anchor="end">${escapeMarkup(axis)}</text>`,
    ...series.flatMap((one, index) => {
      const ink = figureInk[one.side];
      const own = one.marks.filter(({ value }) => value !== null);
      const points = own.map(({ row, value }) => `${x(row, index)},${y(value!)}`).join(" ");
      return [
        `<polyline points="${points}" fill="none" stroke="${ink}" stroke-width="1.5" stroke-dasharray="${one.dash}"/>`,
        ...own.map(({ row, value, low: from, high: to }) => {
          const at = x(row, index);
          const interval =
            from === null || to === null
              ? ""
              : `<line x1="${at}" x2="${at}" y1="${y(from)}" y2="${y(to)}" stroke="${ink}"/>`;
          return `${interval}<circle cx="${at}" cy="${y(value!)}" r="3.5" fill="${ink}"/>`;
        }),
        `<line x1="${plotLeft}" x2="${plotLeft + 40}" y1="${legendTop + index * lineHeight - 4}" y2="${legendTop + index * lineHeight - 4}" stroke="${ink}" stroke-width="1.5" stroke-dasharray="${one.dash}"/>`,
        `<text x="${plotLeft + 48}" y="${legendTop + index * lineHeight}">${escapeMarkup(one.label)}</text>`,
      ];
    }),
    ...textLines(captionLines, { x: edge, y: captionTop }),
  ];
  const tall = captionTop + captionLines.length * lineHeight;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${tall}" width="${width}" height="${tall}" font-family="sans-serif" font-size="12"><title>${escapeMarkup(title)}</title>\n<rect width="100%" height="100%" fill="#ffffff"/>\n${parts.join("\n")}\n</svg>\n`;
}

/** One line of a figure of lines. */
interface FigureSeries {
  label: string;
  side: ViewFigure["marks"][number]["side"];
  /** The pattern of the line: lines of one colour differ in it. */
  dash: string;
  marks: ViewFigure["marks"];
}

const dashes = ["", "7 3", "2 3", "9 3 2 3", "12 4", "4 2"] as const;

/** The lines of a figure, in the order of its marks. */
export function figureSeries({ marks }: ViewFigure): FigureSeries[] {
  const used = { majority: 0, person: 0, model: 0 };
  return [...groupBy(marks, ({ series = "" }) => series)].map(([label, own]) => {
    const { side } = own[0]!;
    const dash = dashes[used[side] % dashes.length]!;
    used[side] += 1;
    return { label, side, dash, marks: own };
  });
}

/** The distance between lines at one value of the axis, so that their intervals do not cover each other. */
export function seriesGap(lines: number, step: number): number {
  return Math.min(8, (step * 0.7) / Math.max(1, lines));
}

/** Lines of text below each other, in a drawing with letters of 12 units. */
export function textLines(
  lines: readonly string[],
  { x, y, attributes = "" }: { x: number; y: number; attributes?: string },
): string[] {
  return lines.map(
    (line, index) => `<text x="${x}" y="${y + index * lineHeight}"${attributes}>${escapeMarkup(line)}</text>`,
  );
}

/** The quantity of an axis, and of the limits of its marks. */
export function unitLabel({ unit, limits = "95% intervals" }: Pick<ViewFigure, "unit" | "limits">): string {
  const words = { share: "per cent, ", points: "percentage points, ", seconds: "seconds, ", number: "" } as const;
  return `${words[unit]}with ${limits}`;
}

/** 1, 2 or 5 times a power of ten, at least as large as the argument. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((one) => one * power >= least - 1e-12) ?? 10;
  return factor * power;
}

function shortened(label: string): string {
  return label.length > 38 ? `${label.slice(0, 37)}…` : label;
}
