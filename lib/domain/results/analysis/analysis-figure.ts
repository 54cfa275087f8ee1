import { escapeMarkup } from "../../format/escape.ts";
import { formatNumberOf, formatShare } from "../../format/figures.ts";
import { wrapText } from "../../format/wrap-text.ts";
import type { SideComparison, SideComparisons } from "../comparison/compare-sides.ts";
import type { CeilingLine } from "../comparison/human-ceiling.ts";
import { tieWording } from "../model/majority.ts";
import type { MajorityCurve } from "../model/majority-curve.ts";
import type { Share } from "../model/share.ts";
import { type ResultStatus, statusNote } from "../plan/result-status.ts";
import type { ResultTotals } from "../preparation/prepare-totals.ts";
import { differingStatus } from "../views/figure-status.ts";
import { lineHeight, textLines } from "../views/figure-svg.ts";
import type { FigurePoint, ViewFigure } from "../views/view.ts";

/** A figure of values that are not estimates, as a drawing and as a Vega-Lite specification of the same numbers. */
export interface AnalysisFigure {
  name: string;
  svg: string;
  vegaLite: object;
}

/** The parts of the headline figure in addition to its comparisons. */
interface HeadlineParts {
  /** People on all their cells; null if people have no separate row. */
  totals?: Pick<ResultTotals, "majority" | "people"> | null;
  /** The chance level; null if items differ in it. */
  chance?: number | null;
  /** The answer whose share is drawn; null: right answers. */
  answer?: string | null;
  /** Sentences below the figure. */
  notes?: readonly string[];
}

/** A figure of a study's answers, with the status of its results. */
export interface FigureWithStatus {
  figure: ViewFigure;
  status: ResultStatus;
}

/**
 * People, and each model compared with their majority and the mean person, with intervals, on a scale from 0 to 100;
 * lines mark the chance level and the human ceiling. The figure has the status of its first model, and each model of
 * another status has its own.
 *
 * @param unplanned the status of a figure without models
 */
export function headlineFigure(
  { models }: SideComparisons,
  ceiling: readonly CeilingLine[],
  unplanned: ResultStatus,
  { totals = null, chance = null, answer = null, notes = [] }: HeadlineParts,
): FigureWithStatus {
  const [first] = models;
  const status = first?.sides[first.leads].status ?? unplanned;
  const mark = (
    row: string,
    side: FigurePoint["side"],
    { value, low, high, n }: Share,
    ownStatus?: string,
  ): FigurePoint => ({ row, side, value, low, high, n, ...(ownStatus === undefined ? {} : { status: ownStatus }) });
  const figure: ViewFigure = {
    name: "headline",
    title: `${answer === null ? "Right answers" : `Answers “${answer}”`}: people and models`,
    unit: "share",
    marks: [
      ...(totals && totals.people.n > 0
        ? [mark("People", "majority", totals.majority), mark("People", "person", totals.people)]
        : []),
      ...models.flatMap(({ label, sides, leads, shared, alone }) => {
        const ownStatus = differingStatus(sides[leads].status, status);
        return shared === 0
          ? [mark(label, "model", alone, ownStatus)]
          : [
              mark(label, "majority", sides.majority.people, ownStatus),
              mark(label, "person", sides.person.people, ownStatus),
              mark(label, "model", sides.person.model, ownStatus),
            ];
      }),
    ],
    lines: [
      ...(chance === null ? [] : [{ label: `chance level (${formatShare(chance)}, no interval)`, value: chance }]),
      ...ceiling.map(({ label, value }) => ({ label, value })),
    ],
    notes: [
      "Majority vote and mean person are computed over the cells that the model of the row answered.",
      ...models.flatMap(mismatchNote),
      ...notes,
    ],
  };
  return { figure, status };
}

/** A warning if a model answered another text than people; nothing otherwise. */
function mismatchNote({ label, parity }: SideComparison): string[] {
  return parity.mismatch === 0
    ? []
    : [`${label}: not the same text as for people in ${formatNumberOf(parity.mismatch, "answer")}.`];
}

/** The expected accuracy of the majority of k people, with a line at the human ceiling; null for a single k. */
export function majorityFigure({ points, ties }: MajorityCurve, ceiling: readonly CeilingLine[]): ViewFigure | null {
  const last = points.at(-1);
  if (!last || points.length < 2) return null;
  return {
    name: "crowd",
    title: `Expected accuracy of the majority of 1 to ${last.k} people`,
    unit: "share",
    across: "people who vote (k)",
    limits: "exact values over all draws",
    marks: points.map(({ k, accuracy, cells }) => ({
      row: String(k),
      side: "majority" as const,
      series: "majority of k people",
      value: accuracy,
      low: null,
      high: null,
      n: cells,
    })),
    lines: ceiling.map(({ label, value }) => ({ label, value })),
    notes: [`Ties ${tieWording(ties)}.`],
  };
}

/** A specification with embedded data. */
export function buildVegaSpecification(values: readonly object[]) {
  return { $schema: "https://vega.github.io/schema/vega-lite/v6.json", data: { values } };
}

/**
 * A drawing that needs no style sheet, with a title for screen readers.
 *
 * @param status the status shown below the figure; null for a figure without results
 */
export function renderDrawing(
  wide: number,
  height: number,
  title: string,
  status: ResultStatus | null,
  shapes: readonly string[],
): string {
  const caption = status ? wrapText(statusNote(status), Math.floor((wide - 8) / 7)) : [];
  const totalHeight = height + (caption.length === 0 ? 0 : 2 + caption.length * lineHeight);
  const parts = [...shapes, ...textLines(caption, { x: 4, y: height + 13 })];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${totalHeight}" width="${wide}" height="${totalHeight}" font-family="sans-serif" font-size="12"><title>${escapeMarkup(title)}</title>\n${parts.filter((part) => part !== "").join("\n")}\n</svg>\n`;
}
