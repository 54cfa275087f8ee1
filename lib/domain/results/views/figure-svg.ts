import { escapeMarkup } from "../../format/escape.ts";
import type { EstimateUnit } from "../../format/estimates.ts";
import { formatCoordinate, formatRange, formatShort } from "../../format/figures.ts";
import { wrapText } from "../../format/wrap-text.ts";
import { groupBy } from "../../group-by.ts";
import { type FileOptions, noFileOptions, palettes } from "../figures/file-options.ts";
import type { ResultStatus } from "../plan/result-status.ts";
import { figureStatusNote, labelStatuses } from "./figure-status.ts";
import type { ViewFigure } from "./view.ts";

/** The height of a line of a title or caption. */
export const lineHeight = 16;
/** Where titles and captions begin. */
const margin = 12;
/** The widths of a bold and of a normal letter, in the units of the drawing: the font size is 12. */
const letterWidth = { bold: 8, normal: 7 } as const;
const markGap = 14;
const legendEntries = [
  { side: "majority", label: "people’s majority" },
  { side: "person", label: "people" },
  { side: "model", label: "models" },
] as const;

/** How a figure is printed: its colours, its width and the size of its letters. */
export type FigureStyle = Pick<FileOptions, "palette" | "widthMm" | "fontPt">;

/** The width of the drawing in its own units, in which the font size is 12. */
function drawnWidth({ widthMm, fontPt }: FigureStyle): number {
  return widthMm === undefined ? 720 : Math.round(((widthMm / 25.4) * 72 * 12) / fontPt);
}

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
  const lowest = Math.min(...values, 0);
  const highest = Math.max(...values, 0);
  const step = roundStep((highest - lowest || 1) / 4);
  const low = Math.floor(lowest / step + 1e-9) * step;
  const count = Math.max(1, Math.ceil((highest - low) / step - 1e-9));
  return { low, high: low + count * step, ticks: Array.from({ length: count + 1 }, (_, index) => low + index * step) };
}

/** The label of an axis value. Per cent and points are shown without their sign, other units unchanged. */
export function tickLabel(value: number, unit: EstimateUnit): string {
  const displayedValue = unit === "share" || unit === "points" ? value * 100 : value;
  return formatShort(displayedValue);
}

/**
 * A figure as one drawing that needs no style sheet: rows of marks, or lines over an axis, with intervals, n, legend
 * and reference levels. The size of the drawing grows with its rows.
 */
export function figureSvg(given: ViewFigure, status: ResultStatus | null, style: FigureStyle = noFileOptions): string {
  const figure = labelStatuses(given);
  const wide = drawnWidth(style);
  const title = wrapText(figure.title, Math.floor((wide - 2 * margin) / letterWidth.bold));
  const top = 12 + title.length * lineHeight;
  const plot = figure.across === undefined ? drawRows(figure, wide, top, style) : drawLines(figure, wide, top, style);
  const captions = [...captionsOf(figure), ...(status ? [figureStatusNote(figure, status)] : [])].flatMap((caption) =>
    wrapText(caption, Math.floor((wide - 2 * margin) / letterWidth.normal)),
  );
  const parts = [
    ...textLines(title, { x: margin, y: 16, attributes: ' font-weight="bold"' }),
    ...plot.parts,
    ...textLines(captions, { x: margin, y: plot.bottom + lineHeight }),
  ];
  const totalHeight = Math.ceil(plot.bottom + captions.length * lineHeight + 8);
  const size =
    style.widthMm === undefined
      ? `width="${wide}" height="${totalHeight}"`
      : `width="${style.widthMm}mm" height="${formatCoordinate((style.widthMm * totalHeight) / wide)}mm"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${totalHeight}" ${size} font-family="Helvetica, Arial, DejaVu Sans, sans-serif" font-size="12"><title>${escapeMarkup(figure.title)}</title>\n<rect width="100%" height="100%" fill="#ffffff"/>\n${parts.join("\n")}\n</svg>\n`;
}

interface Plot {
  parts: string[];
  /** The lower edge of the plot with its axis and legend. */
  bottom: number;
}

/** The captions of a figure: the quantity of the axis, the labels of dashed lines, and the notes. */
function captionsOf(figure: ViewFigure): string[] {
  const { lines, notes = [] } = figure;
  const counts = figure.across === undefined ? "" : `; n = ${countsOf(figure.marks)} for each point`;
  return [`${unitLabel(figure)}${counts}`, ...lines.map(({ label }) => `dashed: ${label}`), ...notes];
}

function countsOf(marks: ViewFigure["marks"]): string {
  const counts = marks.map(({ n }) => n);
  return formatRange({ low: Math.min(...counts), high: Math.max(...counts) });
}

function drawRows(figure: ViewFigure, wide: number, top: number, { palette }: FigureStyle): Plot {
  const ink = palettes[palette];
  const { marks, lines, unit } = figure;
  const { low, high, ticks } = figureScale(figure);
  const rows = [...groupBy(marks, ({ row }) => row)];
  const counts = rows.map(([, rowMarks]) => `n = ${countsOf(rowMarks)}`);
  const labelWidth = Math.min(240, wide * 0.36);
  const right = Math.max(0, ...counts.map((text) => text.length)) * letterWidth.normal + 2 * margin;
  const xOf = (value: number) =>
    formatCoordinate(labelWidth + ((value - low) / (high - low)) * (wide - labelWidth - right));
  const names = rows.map(([row]) => wrapText(row, Math.floor((labelWidth - 2 * margin) / letterWidth.normal)));
  const heights = rows.map(([, rowMarks], index) =>
    Math.max(2 * lineHeight, rowMarks.length * markGap + 10, (names[index]!.length + 0.5) * lineHeight),
  );
  const tops = heights.map((_, index) => top + heights.slice(0, index).reduce((sum, height) => sum + height, 0));
  const end = top + heights.reduce((sum, height) => sum + height, 0);
  const parts = [
    ...ticks.map(
      (tick) =>
        `<line x1="${xOf(tick)}" x2="${xOf(tick)}" y1="${top}" y2="${end}" stroke="#d0d0d0"/>` +
        `<text x="${xOf(tick)}" y="${end + lineHeight}" text-anchor="middle">${tickLabel(tick, unit)}</text>`,
    ),
    ...lines.map(
      ({ label, value }) =>
        `<line x1="${xOf(value)}" x2="${xOf(value)}" y1="${top}" y2="${end}" stroke="#555555" stroke-dasharray="2 3"><title>${escapeMarkup(label)}</title></line>`,
    ),
    ...rows.flatMap(([, rowMarks], index) => {
      const middle = tops[index]! + heights[index]! / 2;
      const name = names[index]!;
      return [
        ...textLines(name, {
          x: labelWidth - margin,
          y: middle + 4 - ((name.length - 1) * lineHeight) / 2,
          attributes: ' text-anchor="end"',
        }),
        `<text x="${wide - margin}" y="${middle + 4}" text-anchor="end" fill="#555555">${counts[index]}</text>`,
        ...rowMarks.flatMap(({ side, value, low: from, high: to }, markIndex) => {
          if (value === null) return [];
          const y = formatCoordinate(middle + (markIndex - (rowMarks.length - 1) / 2) * markGap);
          const interval =
            from === null || to === null
              ? ""
              : `<line x1="${xOf(from)}" x2="${xOf(to)}" y1="${y}" y2="${y}" stroke="${ink[side]}" stroke-width="2"/>`;
          return [`${interval}<circle cx="${xOf(value)}" cy="${y}" r="4" fill="${ink[side]}"/>`];
        }),
      ];
    }),
  ];
  const usedEntries = legendEntries.filter(({ side }) => marks.some((mark) => mark.side === side));
  const legend = usedEntries.map(
    ({ side, label }, index) =>
      `<circle cx="${margin + 4}" cy="${end + 32 + index * lineHeight}" r="4" fill="${ink[side]}"/><text x="${margin + 16}" y="${end + 36 + index * lineHeight}">${label}</text>`,
  );
  return { parts: [...parts, ...legend], bottom: end + 24 + usedEntries.length * lineHeight };
}

const plotHeight = 280;
const plotLeft = 60;

/** Accuracy over a level, one line for each subject, with a legend: Figure 1 of Street et al. 2024. */
function drawLines(figure: ViewFigure, wide: number, top: number, { palette }: FigureStyle): Plot {
  const { marks, lines, unit, across: axis = "" } = figure;
  const { low, high, ticks } = figureScale(figure);
  const rows = [...new Set(marks.map(({ row }) => row))];
  const series = figureSeries(figure);
  const end = top + plotHeight;
  const right = 30;
  const y = (value: number) => formatCoordinate(end - ((value - low) / (high - low)) * plotHeight);
  const step = (wide - plotLeft - right) / rows.length;
  const x = (row: string, index: number) =>
    formatCoordinate(
      plotLeft + (rows.indexOf(row) + 0.5) * step + (index - (series.length - 1) / 2) * seriesGap(series.length, step),
    );
  const charactersIn = (width: number) => Math.max(6, Math.floor(width / letterWidth.normal));
  const names = rows.map((row) => wrapText(row, charactersIn(step)));
  const axisLines = wrapText(axis, charactersIn(wide - right - margin));
  const axisTop = end + lineHeight * (1 + Math.max(1, ...names.map((name) => name.length)));
  const legend = series.map(({ label }) => wrapText(label, charactersIn(wide - plotLeft - 48 - margin)));
  const legendTop = axisTop + lineHeight * axisLines.length + 4;
  const legendLines = (count: number) => legend.slice(0, count).reduce((sum, name) => sum + name.length, 0);
  const parts = [
    ...ticks.map(
      (tick) =>
        `<line x1="${plotLeft}" x2="${wide - right}" y1="${y(tick)}" y2="${y(tick)}" stroke="#d0d0d0"/>` +
        `<text x="${plotLeft - 8}" y="${y(tick)}" text-anchor="end" dy="4">${tickLabel(tick, unit)}</text>`,
    ),
    ...lines.map(
      ({ value }) =>
        `<line x1="${plotLeft}" x2="${wide - right}" y1="${y(value)}" y2="${y(value)}" stroke="#555555" stroke-dasharray="2 3"/>`,
    ),
    ...names.flatMap((name, index) =>
      textLines(name, {
        x: formatCoordinate(plotLeft + (index + 0.5) * step),
        y: end + lineHeight,
        attributes: ' text-anchor="middle"',
      }),
    ),
    ...textLines(axisLines, { x: wide - right, y: axisTop, attributes: ' text-anchor="end"' }),
    ...series.flatMap((one, index) => {
      const ink = palettes[palette][one.side];
      const entryTop = legendTop + legendLines(index) * lineHeight;
      const answeredMarks = one.marks.filter(({ value }) => value !== null);
      const points = answeredMarks.map(({ row, value }) => `${x(row, index)},${y(value!)}`).join(" ");
      return [
        `<polyline points="${points}" fill="none" stroke="${ink}" stroke-width="1.5" stroke-dasharray="${one.dash}"/>`,
        ...answeredMarks.map(({ row, value, low: from, high: to }) => {
          const markX = x(row, index);
          const interval =
            from === null || to === null
              ? ""
              : `<line x1="${markX}" x2="${markX}" y1="${y(from)}" y2="${y(to)}" stroke="${ink}"/>`;
          return `${interval}<circle cx="${markX}" cy="${y(value!)}" r="3.5" fill="${ink}"/>`;
        }),
        `<line x1="${plotLeft}" x2="${plotLeft + 40}" y1="${entryTop - 4}" y2="${entryTop - 4}" stroke="${ink}" stroke-width="1.5" stroke-dasharray="${one.dash}"/>`,
        ...textLines(legend[index]!, { x: plotLeft + 48, y: entryTop }),
      ];
    }),
  ];
  return { parts, bottom: legendTop + legendLines(series.length) * lineHeight };
}

/** One line of a figure of lines. */
interface FigureSeries {
  label: string;
  side: ViewFigure["marks"][number]["side"];
  /** The dash pattern of the line, which distinguishes lines of the same colour. */
  dash: string;
  marks: ViewFigure["marks"];
}

const dashes = ["", "7 3", "2 3", "9 3 2 3", "12 4", "4 2"] as const;

/** The lines of a figure, in the order of its marks. */
export function figureSeries({ marks }: ViewFigure): FigureSeries[] {
  const usedCounts = { majority: 0, person: 0, model: 0 };
  return [...groupBy(marks, ({ series = "" }) => series)].map(([label, seriesMarks]) => {
    const { side } = seriesMarks[0]!;
    const dash = dashes[usedCounts[side] % dashes.length]!;
    usedCounts[side] += 1;
    return { label, side, dash, marks: seriesMarks };
  });
}

/** The distance between lines at one value of the axis, so that their intervals do not cover each other. */
export function seriesGap(lines: number, step: number): number {
  return Math.min(8, (step * 0.7) / Math.max(1, lines));
}

/** Lines of text below each other, in a drawing with a font size of 12 units. */
export function textLines(
  lines: readonly string[],
  { x, y, attributes = "" }: { x: number | string; y: number; attributes?: string },
): string[] {
  return lines.map(
    (line, index) => `<text x="${x}" y="${y + index * lineHeight}"${attributes}>${escapeMarkup(line)}</text>`,
  );
}

/** The quantity of an axis, and of the limits of its marks. */
export function unitLabel({ unit, limits = "95% intervals" }: Pick<ViewFigure, "unit" | "limits">): string {
  const words = { share: "per cent, ", points: "percentage points, ", seconds: "seconds, ", number: "" } as const;
  return `${words[unit]}${limits.startsWith("exact") ? "" : "with "}${limits}`;
}

/** The smallest number that is at least `least` and is 1, 2 or 5 times a power of ten. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((one) => one * power >= least - 1e-12) ?? 10;
  return factor * power;
}
