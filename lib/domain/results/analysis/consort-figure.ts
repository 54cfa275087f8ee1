import { escapeMarkup } from "../../format/escape.ts";
import { formatCoordinate } from "../../format/figures.ts";
import { type Consort, type ConsortArm, countDroppedOut } from "../../survey/live/prepare-consort.ts";
import { type ResultStatus, statusNote } from "../plan/result-status.ts";
import { type AnalysisFigure, buildVegaSpecification, renderDrawing } from "./analysis-figure.ts";

const width = 720;
const lineHeight = 18;
const gap = 22;

/** A box of the drawing: its first line is bold. */
interface Box {
  x: number;
  y: number;
  wide: number;
  lines: readonly string[];
  isDashed?: boolean;
}

/**
 * The CONSORT figure of a study: every visitor is in exactly one box (Schulz et al. 2010, item 13).
 *
 * @param status the status of the study's data
 */
export function consortFigure(consort: Consort, status: ResultStatus): AnalysisFigure {
  const { arrived, before, assigned, arms } = consort;
  const notAssignedLines = [
    `Not assigned: ${arrived - assigned}`,
    ...before.map(({ reason, count }) => `${reason}: ${count}`),
  ];
  const columns = Math.max(1, arms.length);
  const columnWidth = (width - gap * (columns - 1)) / columns;
  const arrivedBox: Box = { x: 0, y: 30, wide: width, lines: [`Arrived: ${arrived}`] };
  const notAssignedBox: Box = {
    x: 120,
    y: nextY(arrivedBox),
    wide: width - 120,
    lines: notAssignedLines,
    isDashed: true,
  };
  const assignedBox: Box = {
    x: 0,
    y: nextY(before.length > 0 ? notAssignedBox : arrivedBox),
    wide: width,
    lines: [`Assigned: ${assigned}`],
  };
  const columnBoxes = arms.flatMap((arm, index): Box[] => {
    const column = { x: index * (columnWidth + gap), wide: columnWidth };
    const start: Box = { ...column, y: nextY(assignedBox), lines: [arm.label, `Assigned: ${arm.assigned}`] };
    const droppedBox: Box = { ...column, y: nextY(start), lines: droppedLines(arm), isDashed: true };
    const end: Box = {
      ...column,
      y: nextY(start) + Math.max(...arms.map((one) => droppedLines(one).length)) * lineHeight + 16 + gap,
      lines: [`Completed: ${arm.finished}`, ...(arm.surplus > 0 ? [`of them surplus: ${arm.surplus}`] : [])],
    };
    return [start, droppedBox, end];
  });
  const boxes = [arrivedBox, ...(before.length > 0 ? [notAssignedBox] : []), assignedBox, ...columnBoxes];
  const height = Math.max(...boxes.map(nextY));
  const title = "From arrival to completion (CONSORT)";
  return {
    name: "consort",
    svg: renderDrawing(width, height, title, status, [
      `<text x="0" y="16" font-weight="bold">${title}</text>`,
      ...boxes.map(drawBox),
    ]),
    vegaLite: {
      ...buildVegaSpecification(listBoxes(consort)),
      title: { text: title, subtitle: [statusNote(status)] },
      mark: { type: "bar", tooltip: true },
      encoding: {
        y: { field: "place", type: "nominal", sort: null, title: null },
        x: { field: "people", type: "quantitative", title: "people (counts, without intervals)" },
      },
    },
  };
}

/** Every box of the figure with its number of people, in the order of the figure. */
function listBoxes({ arrived, before, assigned, arms }: Consort): { place: string; people: number }[] {
  return [
    { place: "Arrived", people: arrived },
    ...before.map(({ reason, count }) => ({ place: `Not assigned: ${reason}`, people: count })),
    { place: "Assigned", people: assigned },
    ...arms.flatMap((arm) => [
      { place: `${arm.label}: assigned`, people: arm.assigned },
      { place: `${arm.label}: dropped out`, people: countDroppedOut(arm) },
      { place: `${arm.label}: in progress`, people: arm.underWay },
      { place: `${arm.label}: completed`, people: arm.finished },
    ]),
  ];
}

function droppedLines(arm: ConsortArm): string[] {
  const reasons: [string, number][] = [
    ["Left the page", arm.left],
    ["Withdrew", arm.withdrawn],
    ["Failed a check", arm.quality],
    ["Screened out late", arm.screenedOut],
    ["In progress", arm.underWay],
  ];
  return [
    `Dropped out: ${countDroppedOut(arm)}`,
    ...reasons.filter(([, people]) => people > 0).map(([reason, people]) => `${reason}: ${people}`),
  ];
}

function nextY({ y, lines }: Box): number {
  return y + lines.length * lineHeight + 16 + gap;
}

function drawBox({ x, y, wide, lines, isDashed = false }: Box): string {
  const frame = `<rect x="${x + 0.5}" y="${y}" width="${formatCoordinate(wide - 1)}" height="${lines.length * lineHeight + 12}" fill="none" stroke="#555555"${isDashed ? ' stroke-dasharray="4 3"' : ""}/>`;
  const words = lines.map(
    (line, index) =>
      `<text x="${x + 8}" y="${y + 18 + index * lineHeight}"${index === 0 ? ' font-weight="bold"' : ""}>${escapeMarkup(line)}</text>`,
  );
  return [frame, ...words].join("\n");
}
