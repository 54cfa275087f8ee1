import { escapeMarkup } from "../format/escape.ts";
import { formatCoordinate, formatNumber } from "../format/figures.ts";
import { wrapText } from "../format/wrap-text.ts";
import { type ResultStatus, statusLabel, statusNotes } from "../results/plan/result-status.ts";
import { lineHeight, textLines } from "../results/views/figure-svg.ts";
import { nameOfTable, type PaperCell, type PaperFigure, type PaperTable, statusOfRow } from "./paper-table.ts";

/** Colours that are distinguishable with most kinds of colour vision (Okabe and Ito 2008). */
const inks = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#7a7a7a"] as const;
const dashes = ["", "6 3", "2 3"] as const;
const [width, left, right, height] = [760, 60, 24, 280];
/** Maximum characters per line across the picture and in the legend, at 12 pixels font size. */
const [captionWidth, legendWidth] = [96, 90];

interface Series {
  label: string;
  status: ResultStatus;
  cells: readonly PaperCell[];
}

/**
 * Draws a figure as an SVG that needs no style sheet, with one line for each row over the columns of the figure. Filled
 * marks with 95% intervals show our values; hollow marks show the printed values. All texts are wrapped inside the
 * picture. The caption states the statuses, and the legend the status of each row if they differ.
 *
 * @param people the status of people’s answers
 */
export function figureAsSvg(
  table: PaperTable,
  { columns, across, up, isDifference = false }: PaperFigure,
  people: ResultStatus,
): string {
  const columnIndices = columns.map((name) => table.columns.findIndex((column) => column.name === name));
  const labels = columnIndices.map((columnIndex) => table.columns[columnIndex]?.label ?? "");
  const series = table.rows
    .map(
      (row): Series => ({
        label: row.row,
        status: statusOfRow(row, people),
        cells: columnIndices.map((cellIndex) => row.cells[cellIndex]!),
      }),
    )
    .filter(({ cells }) => cells.some(({ ours }) => ours !== null));
  const x = (index: number, offset = 0) =>
    formatCoordinate(left + ((index + 0.5) / Math.max(1, columns.length)) * (width - left - right) + offset);
  const ticks = isDifference ? differenceTicks(series) : [0, 0.25, 0.5, 0.75, 1];
  const [lowest, highest] = [ticks[0]!, ticks.at(-1)!];
  const yLabelLines = wrapText(up, captionWidth);
  const top = 40 + yLabelLines.length * lineHeight;
  const y = (value: number) => formatCoordinate(top + ((highest - value) / (highest - lowest)) * height);
  const labelLines = labels.map((label) => wrapText(label, Math.max(8, Math.floor(96 / Math.max(1, labels.length)))));
  const xLabelLines = wrapText(across, captionWidth);
  const xLabelTop = top + height + 24 + lineHeight * Math.max(1, ...labelLines.map((lines) => lines.length));
  const statuses = series.map(({ status }) => status);
  const hasOwnStatuses = new Set(statuses.map(statusLabel)).size > 1;
  const legend = series.map(({ label, status }) =>
    wrapText(hasOwnStatuses ? `${label} (${statusLabel(status)})` : label, legendWidth),
  );
  const legendTop = xLabelTop + lineHeight * xLabelLines.length;
  const legendItemTop = (index: number) => legendTop + lineHeight * legend.slice(0, index).flat().length;
  const hasPrinted = series.some(({ cells }) => cells.some(({ printed }) => typeof printed === "number"));
  const marks = `${hasPrinted ? "Filled: ours with 95% intervals; hollow: printed" : "Ours with 95% intervals"}.`;
  const caption = wrapText(
    `${nameOfTable(table.table)}. ${[`${table.title}.`, marks, ...statusNotes(statuses)].join(" ")}`,
    captionWidth,
  );
  const captionTop = legendItemTop(series.length) + lineHeight;
  const totalHeight = captionTop + lineHeight * caption.length + 8;
  const parts = [
    ...ticks.map(
      (tick) =>
        `<line x1="${left}" x2="${width - right}" y1="${y(tick)}" y2="${y(tick)}" stroke="#d0d0d0"/>` +
        `<text x="${left - 8}" y="${y(tick)}" text-anchor="end" dominant-baseline="middle">${formatNumber(tick, 2)}</text>`,
    ),
    ...textLines(yLabelLines, { x: left, y: 40 }),
    ...labelLines.flatMap((lines, index) =>
      textLines(lines, { x: x(index), y: top + height + 20, attributes: ' text-anchor="middle"' }),
    ),
    ...textLines(xLabelLines, { x: width - right, y: xLabelTop, attributes: ' text-anchor="end"' }),
    ...series.flatMap((one, index) => drawSeries(one, { index, count: series.length, isLine: !isDifference, x, y })),
    ...legend.flatMap((lines, index) => [
      `<line x1="${left}" x2="${left + 24}" y1="${legendItemTop(index) - 4}" y2="${legendItemTop(index) - 4}" stroke="${colourOf(index)}" stroke-width="2" stroke-dasharray="${dashOf(index)}"/>`,
      ...textLines(lines, { x: left + 32, y: legendItemTop(index) }),
    ]),
    ...textLines(caption, { x: left, y: captionTop, attributes: ' fill="#444444"' }),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${totalHeight}" width="${width}" height="${totalHeight}" font-family="sans-serif" font-size="12"><title>${escapeMarkup(table.title)}</title>\n<rect width="100%" height="100%" fill="#ffffff"/>\n${parts.join("\n")}\n</svg>\n`;
}

function drawSeries(
  { cells }: Series,
  layout: {
    index: number;
    count: number;
    isLine: boolean;
    x: (index: number, beside?: number) => string | number;
    y: (value: number) => string | number;
  },
): string[] {
  const ink = colourOf(layout.index);
  const xOffset = (layout.index - (layout.count - 1) / 2) * Math.min(6, 60 / layout.count);
  const points = cells.flatMap(({ ours }, index) =>
    ours === null ? [] : [`${layout.x(index, xOffset)},${layout.y(ours)}`],
  );
  return [
    ...(layout.isLine && points.length > 1
      ? [
          `<polyline points="${points.join(" ")}" fill="none" stroke="${ink}" stroke-dasharray="${dashOf(layout.index)}"/>`,
        ]
      : []),
    ...cells.flatMap(({ ours, interval, printed }, index) => {
      const x = layout.x(index, xOffset);
      return [
        ...(interval === null
          ? []
          : [
              `<line x1="${x}" x2="${x}" y1="${layout.y(interval[0])}" y2="${layout.y(interval[1])}" stroke="${ink}"/>`,
            ]),
        ...(ours === null ? [] : [`<circle cx="${x}" cy="${layout.y(ours)}" r="3.5" fill="${ink}"/>`]),
        ...(typeof printed === "number"
          ? [`<circle cx="${x}" cy="${layout.y(printed)}" r="4.5" fill="none" stroke="${ink}"/>`]
          : []),
      ];
    }),
  ];
}

/** Five ticks around zero that include every value and interval. */
function differenceTicks(series: readonly Series[]): number[] {
  const values = series.flatMap(({ cells }) => cells.flatMap(({ ours, interval }) => [ours ?? 0, ...(interval ?? [])]));
  const limit = Math.max(0.1, Math.ceil(Math.max(...values.map(Math.abs), 0) * 10) / 10);
  return [-limit, -limit / 2, 0, limit / 2, limit];
}

function colourOf(index: number): string {
  return inks[index % inks.length]!;
}

function dashOf(index: number): string {
  return dashes[Math.floor(index / inks.length) % dashes.length]!;
}
