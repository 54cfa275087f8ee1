import type { EstimateUnit } from "../../format/estimates.ts";
import type { AnalysisTable } from "../analysis/analysis-table.ts";
import { tableAsCsv, tableAsJsonLines, tableAsMarkdown } from "../analysis/analysis-table.ts";
import {
  chooseColumns,
  chooseFigure,
  type FileOptions,
  figureRows,
  noFileOptions,
  palettes,
} from "../figures/file-options.ts";
import { viewForStatus, withoutTests } from "../interim/without-conclusions.ts";
import { type ResultStatus, statusNote, statusPrefix } from "../plan/result-status.ts";
import { figureSvg, unitLabel } from "./figure-svg.ts";
import type { View, ViewCell, ViewFigure, ViewTable } from "./view.ts";
import { viewTableAsLatex } from "./view-latex.ts";

/** The status of a view's results; null for a view without results of a study's answers. */
export type ViewStatus = ResultStatus | null;

/** The texts in which a part of a view can be downloaded; `parts.json` lists what of it can be chosen. */
export const viewFormats = ["csv", "jsonl", "md", "tex", "svg", "vl.json", "parts.json"] as const;
export type ViewFormat = (typeof viewFormats)[number];

/** The file with one sentence per test. */
export const sentencesFile = "sentences.md";

/** One table or figure of a view as a file's text; null for what the view does not have. */
export function viewFile(
  given: View,
  name: string,
  format: ViewFormat,
  status: ViewStatus,
  options: FileOptions = noFileOptions,
): string | null {
  const view = viewForStatus(given, status);
  const table = view.tables.find((one) => one.name === name);
  const figure = view.figures.find((one) => one.name === name);
  switch (format) {
    case "csv":
    case "jsonl":
    case "md":
    case "tex":
      return table ? viewTableFile(table, format, status, options) : null;
    case "svg":
    case "vl.json":
      return figure ? figureFile(figure, format, status, options) : null;
    case "parts.json":
      return table || figure
        ? partsFile(
            table?.caption ?? figure!.title,
            table?.columns ?? [],
            figure,
            table ? viewTableFile(table, "md", status, options) : null,
          )
        : null;
  }
}

function viewTableFile(
  table: ViewTable,
  format: "csv" | "jsonl" | "md" | "tex",
  status: ViewStatus,
  options: FileOptions,
): string {
  const chosen = chooseColumns(table, options);
  if (format === "tex") return viewTableAsLatex(chosen, status, options.style);
  const flat = flatTable(chosen, status);
  const write = { csv: tableAsCsv, jsonl: tableAsJsonLines, md: tableAsMarkdown }[format];
  return write(flat);
}

/** A figure as a drawing or as a Vega-Lite specification, as its author wants it. */
export function figureFile(
  figure: ViewFigure,
  format: "svg" | "vl.json",
  status: ViewStatus,
  options: FileOptions = noFileOptions,
): string {
  const chosen = chooseFigure(figure, options);
  return format === "svg"
    ? figureSvg(chosen, status, options)
    : `${JSON.stringify(figureSpecification(chosen, status, options), null, 2)}\n`;
}

/** What an author can choose: the title, the rows or lines of a figure, the columns of a table, with its text. */
export function partsFile(
  title: string,
  columns: readonly string[],
  figure: ViewFigure | undefined,
  preview: string | null,
): string {
  return JSON.stringify({ title, columns, rows: figure ? figureRows(figure) : [], preview });
}

/** One sentence per test with the hash of its data; null for a view without tests. */
export function viewSentences(view: View, dataHash: string, status: ViewStatus): string | null {
  const { findings } = viewForStatus(view, status);
  if (findings.length === 0) return null;
  return `${findings.map((one) => `- ${status ? statusPrefix(status) : ""}${one.replaceAll("\u00a0", " ")} (data ${dataHash.slice(0, 12)})`).join("\n")}\n`;
}

/** All files of a view, in the order of its parts. */
export function viewFiles(view: View, dataHash: string, status: ViewStatus): { name: string; content: string }[] {
  const sentences = viewSentences(view, dataHash, status);
  return [
    ...(sentences === null ? [] : [{ name: sentencesFile, content: sentences }]),
    ...[...new Set([...view.tables, ...view.figures].map(({ name }) => name))].flatMap((name) =>
      viewFormats.flatMap((format) => {
        if (format === "parts.json") return [];
        const content = viewFile(view, name, format, status);
        return content === null ? [] : [{ name: `${name}.${format}`, content }];
      }),
    ),
  ];
}

/** A view's table with a column for each number: value, limits, n and the reason for what is missing. */
export function flatTable(table: ViewTable, status: ViewStatus): AnalysisTable {
  const { name, caption, columns, rows } = status?.kind === "interim" ? withoutTests(table) : table;
  const kinds = columns.map((_, index) => widestKind(rows.map((row) => row[index])));
  return {
    name,
    caption,
    status,
    columns: columns.flatMap((column, index) => headsOf(column, kinds[index]!)),
    rows: rows.map((row) => row.flatMap((cell, index) => fieldsOf(cell, kinds[index]!))),
  };
}

/** The colours of sides. */
function sideColours(palette: FileOptions["palette"]) {
  const ink = palettes[palette];
  return {
    field: "side",
    type: "nominal",
    title: null,
    scale: { domain: Object.keys(ink), range: Object.values(ink) },
  } as const;
}

/** The printed size of a specification. */
function printed({ widthMm, fontPt }: FileOptions) {
  return widthMm === undefined
    ? {}
    : {
        width: Math.round((widthMm / 25.4) * 72),
        autosize: { type: "fit-x", contains: "padding" },
        config: {
          font: "sans-serif",
          ...Object.fromEntries(
            ["axis", "legend", "title"].map((part) => [
              part,
              { labelFontSize: fontPt, titleFontSize: fontPt, fontSize: fontPt },
            ]),
          ),
        },
      };
}

/** A number axis as in the drawing of the same figure: per cent and points without their sign. */
function vegaAxis(title: string, unit: EstimateUnit) {
  const isPart = unit === "share" || unit === "points";
  return {
    type: "quantitative",
    title,
    ...(isPart ? { axis: { labelExpr: "format(datum.value * 100, '~g')" } } : {}),
    scale: unit === "share" ? { domain: [0, 1] } : { zero: true },
  } as const;
}

/** The figure's numbers as a Vega-Lite specification: they are in it, so that it is drawn from the file alone. */
export function figureSpecification(
  figure: ViewFigure,
  status: ViewStatus,
  options: FileOptions = noFileOptions,
): object {
  const { marks, unit, lines } = figure;
  if (figure.across !== undefined) return lineSpecification(figure, figure.across, status, options);
  const across = vegaAxis(unitLabel(figure), unit);
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    ...printed(options),
    title: vegaTitle(figure, status),
    data: { values: marks },
    encoding: {
      y: { field: "row", type: "nominal", sort: null, title: null },
      yOffset: { field: "side", type: "nominal" },
      color: sideColours(options.palette),
    },
    layer: [
      ...intervalLayer(marks, across),
      { mark: { type: "point", filled: true, tooltip: true }, encoding: { x: { ...across, field: "value" } } },
      ...lines.map((line) => levelRule(line, across, [2, 3])),
    ],
  };
}

/** A figure of lines as a Vega-Lite specification: one line for each series over the values of the axis in order. */
function lineSpecification(figure: ViewFigure, axis: string, status: ViewStatus, options: FileOptions): object {
  const { marks, unit, lines } = figure;
  const up = vegaAxis(unitLabel(figure), unit);
  const hasLimits = marks.some(({ low, high }) => low !== null && high !== null);
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    ...printed(options),
    title: vegaTitle(figure, status),
    data: { values: marks },
    encoding: {
      x: { field: "row", type: "ordinal", sort: null, title: axis },
      color: sideColours(options.palette),
      strokeDash: { field: "series", type: "nominal", sort: null, title: null },
    },
    layer: [
      ...(hasLimits
        ? [{ mark: "rule", encoding: { y: { ...up, field: "low" }, y2: { field: "high" }, strokeDash: null } }]
        : []),
      { mark: { type: "line", point: true, tooltip: true }, encoding: { y: { ...up, field: "value" } } },
      ...lines.map((line) => levelRule(line, up, [2, 3], "y")),
    ],
  };
}

/** The limits of marks as a layer; omitted if no mark has any, since an axis needs at least one value. */
function intervalLayer(
  marks: readonly { low: number | null; high: number | null }[],
  axis: ReturnType<typeof vegaAxis>,
): object[] {
  return marks.some(({ low, high }) => low !== null && high !== null)
    ? [{ mark: "rule", encoding: { x: { ...axis, field: "low" }, x2: { field: "high" } } }]
    : [];
}

/**
 * A title that also explains the dashed lines, because a printed figure has no tooltips, and states the status of the
 * result.
 */
function vegaTitle({ title, lines, notes = [] }: ViewFigure, status: ViewStatus): string | object {
  const subtitle = [...lines.map(({ label }) => `dashed: ${label}`), ...notes, ...(status ? [statusNote(status)] : [])];
  return subtitle.length === 0 ? title : { text: title, subtitle };
}

/** A level across a whole figure, with its own data, so that it is drawn once and not once per mark. */
function levelRule(
  { label, value }: ViewFigure["lines"][number],
  axis: ReturnType<typeof vegaAxis>,
  strokeDash: readonly number[],
  channel: "x" | "y" = "x",
): object {
  const across = { ...axis, field: "at" };
  return {
    data: { values: [{ level: label, at: value }] },
    mark: { type: "rule", tooltip: true },
    encoding: {
      ...(channel === "x" ? { x: across, y: null, yOffset: null } : { x: null, y: across }),
      color: { value: "#555555" },
      // Also where the lines of the figure have patterns of their own.
      strokeDash: { value: strokeDash },
    },
  };
}

type Kind = ViewCell["kind"] | "test-of-models";

/** A column may contain words for a missing number; its width is that of its widest cell. */
function widestKind(cells: readonly (ViewCell | undefined)[]): Kind {
  const kinds = new Set(
    cells.map((cell): Kind | undefined => (cell?.kind === "test" && cell.worst ? "test-of-models" : cell?.kind)),
  );
  return (["estimate", "test-of-models", "test", "count"] as const).find((kind) => kinds.has(kind)) ?? "text";
}

function headsOf(column: string, kind: Kind): string[] {
  switch (kind) {
    case "estimate":
      return [column, `${column}, low`, `${column}, high`, `${column}, n`, `${column}, note`];
    case "test":
      return testHeads.map((part) => `${column}, ${part}`);
    case "test-of-models":
      return [...testHeads, "p missing answers against it", "missing answers"].map((part) => `${column}, ${part}`);
    case "count":
    case "text":
      return [column];
  }
}

const testHeads = ["p", "p adjusted", "simultaneous low", "simultaneous high", "p sign patterns", "n", "note"];

function fieldsOf(cell: ViewCell, kind: Kind): (string | number | null)[] {
  const width = headsOf("", kind).length;
  const fields = ownFields(cell);
  return [...fields, ...new Array<null>(Math.max(0, width - fields.length)).fill(null)].slice(0, width);
}

function ownFields(cell: ViewCell): (string | number | null)[] {
  switch (cell.kind) {
    case "estimate":
      return [cell.value, cell.low, cell.high, cell.n, cell.reason];
    case "test":
      return [
        cell.p,
        cell.adjusted,
        cell.simultaneous?.low ?? null,
        cell.simultaneous?.high ?? null,
        cell.signPatterns,
        cell.n,
        cell.reason,
        ...(cell.worst ? [cell.worst.p, cell.worst.missing] : []),
      ];
    case "count":
      return [cell.value];
    case "text":
      return [cell.text];
  }
}
