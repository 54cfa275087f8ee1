import type { EstimateUnit } from "../../format/estimates.ts";
import { type FileOptions, noFileOptions, palettes } from "../figures/file-options.ts";
import type { ResultStatus } from "../plan/result-status.ts";
import { figureStatusNote, labelStatuses } from "./figure-status.ts";
import { unitLabel } from "./figure-svg.ts";
import type { ViewFigure } from "./view.ts";

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
function printSize({ widthMm, fontPt }: FileOptions) {
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

/** A numeric axis as in the drawing of the same figure; per cent and points are shown without their sign. */
function vegaAxis(title: string, unit: EstimateUnit) {
  const isPercentage = unit === "share" || unit === "points";
  return {
    type: "quantitative",
    title,
    ...(isPercentage ? { axis: { labelExpr: "format(datum.value * 100, '~g')" } } : {}),
    scale: unit === "share" ? { domain: [0, 1] } : { zero: true },
  } as const;
}

/** The figure as a Vega-Lite specification that contains its numbers, so that no other file is needed to draw it. */
export function figureSpecification(
  given: ViewFigure,
  status: ResultStatus | null,
  options: FileOptions = noFileOptions,
): object {
  const figure = labelStatuses(given);
  const { marks, unit, lines } = figure;
  if (figure.across !== undefined) return lineSpecification(figure, figure.across, status, options);
  const xAxis = vegaAxis(unitLabel(figure), unit);
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    ...printSize(options),
    title: vegaTitle(figure, status),
    data: { values: marks },
    encoding: {
      y: { field: "row", type: "nominal", sort: null, title: null },
      yOffset: { field: "side", type: "nominal" },
      color: sideColours(options.palette),
    },
    layer: [
      ...intervalLayer(marks, xAxis),
      { mark: { type: "point", filled: true, tooltip: true }, encoding: { x: { ...xAxis, field: "value" } } },
      ...lines.map((line) => levelRule(line, xAxis, [2, 3])),
    ],
  };
}

/** A figure of lines as a Vega-Lite specification: one line for each series over the values of the axis in order. */
function lineSpecification(
  figure: ViewFigure,
  axis: string,
  status: ResultStatus | null,
  options: FileOptions,
): object {
  const { marks, unit, lines } = figure;
  const yAxis = vegaAxis(unitLabel(figure), unit);
  const hasLimits = marks.some(({ low, high }) => low !== null && high !== null);
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    ...printSize(options),
    title: vegaTitle(figure, status),
    data: { values: marks },
    encoding: {
      x: { field: "row", type: "ordinal", sort: null, title: axis },
      color: sideColours(options.palette),
      strokeDash: { field: "series", type: "nominal", sort: null, title: null },
    },
    layer: [
      ...(hasLimits
        ? [{ mark: "rule", encoding: { y: { ...yAxis, field: "low" }, y2: { field: "high" }, strokeDash: null } }]
        : []),
      { mark: { type: "line", point: true, tooltip: true }, encoding: { y: { ...yAxis, field: "value" } } },
      ...lines.map((line) => levelRule(line, yAxis, [2, 3], "y")),
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
function vegaTitle(figure: ViewFigure, status: ResultStatus | null): string | object {
  const { title, lines, notes = [] } = figure;
  const subtitle = [
    ...lines.map(({ label }) => `dashed: ${label}`),
    ...notes,
    ...(status ? [figureStatusNote(figure, status)] : []),
  ];
  return subtitle.length === 0 ? title : { text: title, subtitle };
}

/** A line across the whole figure. The line has its own data, so it is drawn once instead of once per mark. */
function levelRule(
  { label, value }: ViewFigure["lines"][number],
  axis: ReturnType<typeof vegaAxis>,
  strokeDash: readonly number[],
  channel: "x" | "y" = "x",
): object {
  const channelAxis = { ...axis, field: "at" };
  return {
    data: { values: [{ level: label, at: value }] },
    mark: { type: "rule", tooltip: true },
    encoding: {
      ...(channel === "x" ? { x: channelAxis, y: null, yOffset: null } : { x: null, y: channelAxis }),
      color: { value: "#555555" },
      // Also for figures whose lines have patterns of their own.
      strokeDash: { value: strokeDash },
    },
  };
}
