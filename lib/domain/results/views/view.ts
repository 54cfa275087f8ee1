import * as z from "zod";
import { type EstimateUnit, estimateUnits } from "../../format/estimates.ts";
import { type EstimateBasis, findApproximateNote } from "../../statistics/clustered/interval-note.ts";

/**
 * The content of an analysis as values: tables, figures of the same numbers, the checked assumptions, or the reason why
 * the data are not sufficient. Every number in a table has its n, and its interval or the reason why it has none. Views
 * are stored as JSON, drawn by one component, and written as CSV, Markdown and LaTeX by one function.
 */

/**
 * Marks a part of a view that rests on a test: it states, repeats or explains a decision. `limitViewToStatus` removes
 * exactly these parts, cells of tests, `conclusions` and `findings` while the data are not locked.
 */
const restsOnTest = z.literal(true).optional();

const number = z.number().nullable();
const textCellSchema = z.strictObject({ kind: z.literal("text"), text: z.string(), restsOnTest });
const countCell = z.strictObject({ kind: z.literal("count"), value: z.number() });
const estimateCell = z.strictObject({
  kind: z.literal("estimate"),
  unit: z.enum(estimateUnits),
  value: number,
  low: number,
  high: number,
  /** The n of the number: answers, cells, people or items, as stated by the column or the caption. */
  n: z.number().min(0),
  /** Why there is no interval or no value, or the limitations of the interval; null if there is nothing to explain. */
  reason: z.string().nullable(),
  restsOnTest,
});
const testCell = z.strictObject({
  kind: z.literal("test"),
  p: number,
  /** After the correction named in the caption; null if there is none. */
  adjusted: number,
  n: z.number().min(0),
  /** Why there is no test. */
  reason: z.string().nullable(),
  /** Simultaneous limits at the level shared by all tests of the family. Null without a correction. */
  simultaneous: z
    .strictObject({ low: z.number(), high: z.number(), unit: z.enum(estimateUnits) })
    .nullable()
    .default(null),
  /** p over all sign patterns of five to twelve clusters; otherwise null. */
  signPatterns: number.default(null),
  /**
   * p if the missing and unparsed answers of its models favoured the other side; absent if there are no such answers.
   */
  worst: z.strictObject({ p: z.number(), missing: z.number() }).optional(),
});
const cellSchema = z.discriminatedUnion("kind", [textCellSchema, countCell, estimateCell, testCell]);
export type ViewCell = z.infer<typeof cellSchema>;
type TextCell = z.infer<typeof textCellSchema>;
export type EstimateCell = z.infer<typeof estimateCell>;
export type TestCell = z.infer<typeof testCell>;

const tableSchema = z.strictObject({
  /** File name without ending, unique in its view. */
  name: z.string().regex(/^[a-z][a-z0-9-]*$/),
  caption: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(cellSchema)),
  /**
   * For each row, whether it shows a test of the analysis plan with the correction of the plan; omitted if no row does.
   */
  isPlanned: z.array(z.boolean()).optional(),
  /** For each row, whether it shows a secondary test of the analysis plan; omitted if no row does. */
  isSecondary: z.array(z.boolean()).optional(),
  restsOnTest,
});
export type ViewTable = z.infer<typeof tableSchema>;

const figurePointSchema = z.strictObject({
  row: z.string(),
  /** The subject of the number. */
  side: z.enum(["majority", "person", "model"]),
  /** In a figure of lines: the line to which the mark belongs. */
  series: z.string().optional(),
  /** The status of the row, if it differs from that of the figure. */
  status: z.string().optional(),
  value: number,
  low: number,
  high: number,
  n: z.number().min(0),
});
export type FigurePoint = z.infer<typeof figurePointSchema>;

const figureSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/),
  title: z.string(),
  unit: z.enum(estimateUnits),
  marks: z.array(figurePointSchema),
  /** Reference levels: the chance level, agreement of people, no difference. */
  lines: z.array(z.strictObject({ label: z.string(), value: z.number() })),
  /**
   * The title of the horizontal axis of a figure of lines: the rows of its marks are the values of this axis in order,
   * and the marks of one series are connected. Omitted for a figure of rows.
   */
  across: z.string().optional(),
  /** The kind of the marks' limits; default: 95% intervals. */
  limits: z.string().optional(),
  /** Sentences below the figure: whose answers count, a warning. */
  notes: z.array(z.string()).optional(),
});
export type ViewFigure = z.infer<typeof figureSchema>;

export const viewSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  title: z.string(),
  lead: z.string(),
  /** An assumption of the method, whether it is met, and the evidence. */
  checks: z.array(z.strictObject({ says: z.string(), holds: z.boolean().nullable(), found: z.string(), restsOnTest })),
  /** Why nothing was computed; null if something was. */
  refused: z.string().nullable(),
  /** Sentences that rest on tests: their results, their corrections, and how they are read. */
  conclusions: z.array(z.string()).default([]),
  /** Sentences that hold without any test. */
  sentences: z.array(z.string()),
  /** One sentence per test, with its n and interval. */
  findings: z.array(z.string()).default([]),
  tables: z.array(tableSchema),
  figures: z.array(figureSchema),
});
export type View = z.infer<typeof viewSchema>;
export type Check = View["checks"][number];

type Head = Pick<View, "id" | "title" | "lead">;

const noParts = { checks: [], conclusions: [], sentences: [], findings: [], tables: [], figures: [] };

/** A view with results. */
export function shownView(head: Head, parts: Partial<Omit<View, keyof Head | "refused">>): View {
  return { ...head, ...noParts, refused: null, ...parts };
}

/** A view whose figures of accuracy also show the agreement of people and the accuracy of a majority. */
export function withCeiling(view: View, ceiling: readonly ViewFigure["lines"][number][]): View {
  const figures = view.figures.map((figure) =>
    figure.unit === "share"
      ? {
          ...figure,
          lines: [
            ...figure.lines,
            ...ceiling.filter(({ label }) => figure.lines.every((line) => line.label !== label)),
          ],
        }
      : figure,
  );
  return { ...view, figures };
}

/** A view refused because the data are not sufficient, with the failed checks. */
export function refusedView(head: Head, refused: string, checks: Check[] = []): View {
  return { ...head, ...noParts, checks, refused };
}

/** Text; a number belongs in a cell with its n (see `listViewViolations`). */
export function textCell(value: string): TextCell {
  return { kind: "text", text: value };
}

/** A cell that states, repeats or explains the decision of a test. */
export function restingOnTest<Cell extends EstimateCell | TextCell>(cell: Cell): Cell {
  return { ...cell, restsOnTest: true };
}

/** A count: an integer that is not an estimate and needs no interval. */
export function count(value: number): ViewCell {
  return { kind: "count", value };
}

/** An estimate with an interval: shares, clustered estimates, differences. */
interface EstimateInput {
  value: number | null;
  low: number | null;
  high: number | null;
  n: number;
  reason?: string | null;
  /** For an estimate over clusters. The interval is approximate if there are few clusters. */
  basis?: EstimateBasis | null;
  clusters?: readonly { count: number }[] | number | null;
  rarer?: number;
}

/**
 * A number that cannot be written as JSON (infinite, not a number) is stored as missing, and the reason states this.
 */
export function estimate(
  { value, low, high, n, reason = null, basis = null, clusters = [], rarer }: EstimateInput,
  unit: EstimateUnit = "share",
): EstimateCell {
  const finite = (one: number | null) => (one === null || !Number.isFinite(one) ? null : one);
  const cell = { value: finite(value), low: finite(low), high: finite(high) };
  const isBounded = cell.low !== null && cell.high !== null;
  const note = Array.isArray(clusters) ? findApproximateNote({ basis, clusters, rarer }) : null;
  const shownReason =
    reason ?? note ?? (isBounded ? null : cell.value === null ? "There is nothing to estimate." : "No interval.");
  return { kind: "estimate", unit, ...cell, n, reason: shownReason };
}

/** A descriptive number without an interval. */
export function descriptiveNumber(value: number | null, n: number, unit: EstimateUnit = "number"): EstimateCell {
  return estimate({ value, low: null, high: null, n, reason: "Descriptive; no interval." }, unit);
}

/**
 * A test's p value, as computed and after the correction for several tests.
 *
 * @param n the n of the test, as the column or the caption says
 * @param reason why there is no p value; by default, that there is no variation
 * @param adjusted null without a correction
 * @param extras additional results of the test: simultaneous limits, and the sign patterns of few clusters
 */
export function test(
  p: number | null,
  n: number,
  reason: string | null = null,
  adjusted: number | null = null,
  extras: Partial<Pick<TestCell, "simultaneous" | "signPatterns" | "worst">> = {},
): TestCell {
  const shownReason = reason ?? (p === null ? "No test: the values do not vary." : null);
  return { kind: "test", p, adjusted, n, reason: shownReason, simultaneous: null, signPatterns: null, ...extras };
}

/** A mark of a figure from the estimate in a table. */
export function mark(
  row: string,
  side: FigurePoint["side"],
  { value, low, high, n }: Pick<EstimateInput, "value" | "low" | "high" | "n">,
): FigurePoint {
  return { row, side, value, low, high, n };
}

/**
 * Lists the violations in a view: a number without n, a number without an interval or the reason for its absence, an
 * interval of zero width, and a row that does not fit its columns. Empty for a valid view.
 */
export function listViewViolations(view: View): string[] {
  return view.tables.flatMap(({ name, columns, rows }) =>
    rows.flatMap((row, index) => {
      const location = `${view.id}/${name}, row ${index + 1}`;
      const widthProblems =
        row.length === columns.length ? [] : [`${location}: ${row.length} cells under ${columns.length} columns`];
      return [
        ...widthProblems,
        ...row.flatMap((cell, column) => (lacksUncertainty(cell) ? [`${location}, ${columns[column]}`] : [])),
      ];
    }),
  );
}

function lacksUncertainty(cell: ViewCell): boolean {
  switch (cell.kind) {
    case "text":
      // A number inside text would bypass every rule.
      return /^[-\u2212+]?\d+(\.\d+)?\s*%?$/.test(cell.text) && cell.text.includes(".");
    case "count":
      return !Number.isInteger(cell.value) || cell.value < 0;
    case "estimate":
      // An interval of zero width would suggest certainty.
      if (cell.low !== null && cell.low === cell.high) return true;
      return (cell.low === null || cell.high === null || cell.value === null) && !cell.reason;
    case "test":
      return cell.p === null && !cell.reason;
  }
}
