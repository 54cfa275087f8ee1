import clsx from "clsx";
import { describeEstimate, estimateSentence } from "@/lib/domain/format/estimates.ts";
import { formatCoordinate } from "@/lib/domain/format/figures.ts";
import { figureScale, figureSeries, seriesGap, tickLabel, unitLabel } from "@/lib/domain/results/views/figure-svg.ts";
import type { ViewFigure } from "@/lib/domain/results/views/view.ts";
import { MajorityMark, ModelMark, PersonMark } from "./marks.tsx";

const plot = { top: 14, bottom: 214 };
/** The horizontal limits of the plot, in per cent of the width. */
const plotEdges = { left: 12, right: 98 };
/** Number of characters of all labels together that fit below the plot on a phone. */
const phoneCharacters = 36;
const markShapes = { majority: MajorityMark, person: PersonMark, model: ModelMark };

/** A chart of accuracy by level: one line with 95% intervals for each subject. The table below has the same numbers. */
export function LineFigure({ figure, across }: { figure: ViewFigure; across: string }) {
  const { title, marks } = figure;
  const { low, high, ticks } = figureScale(figure);
  const rows = [...new Set(marks.map(({ row }) => row))];
  const series = figureSeries(figure);
  const step = (plotEdges.right - plotEdges.left) / Math.max(1, rows.length);
  const gap = Math.min(2, seriesGap(series.length, step));
  const x = (row: string, index: number) =>
    percent(plotEdges.left + (rows.indexOf(row) + 0.5) * step + (index - (series.length - 1) / 2) * gap);
  const y = (value: number) =>
    formatCoordinate(plot.bottom - ((value - low) / (high - low)) * (plot.bottom - plot.top));
  const rules = [
    ...ticks.map((value) => ({ value, key: `tick ${value}`, stroke: "var(--rule)", dash: undefined })),
    ...figure.lines.map(({ label, value }) => ({ value, key: label, stroke: "var(--edge)", dash: "2 3" })),
  ];
  return (
    <div className="grid gap-2 rounded-lg border border-rule bg-surface px-4 pt-3 pb-3 sm:px-6">
      <p className="text-sm font-medium text-ink-soft">{title}</p>
      <svg
        role="img"
        aria-label={`${title}: ${series.map(describeSeries).join("; ")}`}
        width="100%"
        height={plot.bottom + 46}
        className="keep-colour block overflow-visible"
      >
        {rules.map(({ value, key, stroke, dash }) => (
          <line
            key={key}
            x1={percent(plotEdges.left)}
            x2={percent(plotEdges.right)}
            y1={y(value)}
            y2={y(value)}
            stroke={stroke}
            strokeDasharray={dash}
          />
        ))}
        <AxisLabels figure={figure} across={across} y={y} />
        {series.map((one, index) => {
          const Sign = markShapes[one.side];
          const stroke = lineColour(one.side);
          const marksWithValue = one.marks.filter(({ value }) => value !== null);
          return (
            <g key={one.label}>
              {marksWithValue.slice(1).map((mark, before) => (
                <line
                  key={mark.row}
                  x1={x(marksWithValue[before]!.row, index)}
                  x2={x(mark.row, index)}
                  y1={y(marksWithValue[before]!.value!)}
                  y2={y(mark.value!)}
                  stroke={stroke}
                  strokeWidth={1.5}
                  strokeDasharray={one.dash}
                />
              ))}
              {marksWithValue.map(({ row, value, low: from, high: to }) => (
                <g key={row}>
                  {from !== null && to !== null && (
                    <line x1={x(row, index)} x2={x(row, index)} y1={y(from)} y2={y(to)} stroke={stroke} opacity={0.6} />
                  )}
                  <Sign x={x(row, index)} y={y(value!)} />
                </g>
              ))}
            </g>
          );
        })}
      </svg>
      <LineLegend series={series} />
      <p className="text-xs text-ink-soft">
        {unitLabel(figure)}
        {figure.lines.length > 0 && `; dashed across: ${figure.lines.map(({ label }) => label).join(", ")}`}
      </p>
    </div>
  );
}

/** The labels of both axes and the title of the horizontal axis. */
function AxisLabels({ figure, across, y }: { figure: ViewFigure; across: string; y: (value: number) => string }) {
  const { ticks } = figureScale(figure);
  const rows = [...new Set(figure.marks.map(({ row }) => row))];
  const step = (plotEdges.right - plotEdges.left) / Math.max(1, rows.length);
  const characters = Math.max(...rows.map(({ length }) => length));
  const everyOnPhone = Math.ceil((rows.length * characters) / phoneCharacters);
  return (
    <g>
      {ticks.map((tick) => (
        <text
          key={tick}
          x={percent(plotEdges.left - 1.5)}
          y={Number(y(tick)) + 4}
          textAnchor="end"
          className="fill-ink-soft text-xs tabular-nums"
        >
          {tickLabel(tick, figure.unit)}
        </text>
      ))}
      {rows.map((row, index) => (
        <text
          key={row}
          x={percent(plotEdges.left + (index + 0.5) * step)}
          y={plot.bottom + 20}
          textAnchor="middle"
          className={clsx("fill-ink text-xs tabular-nums", index % everyOnPhone !== 0 && "max-sm:hidden")}
        >
          {row}
        </text>
      ))}
      <text
        x={percent((plotEdges.left + plotEdges.right) / 2)}
        y={plot.bottom + 40}
        textAnchor="middle"
        className="fill-ink-soft text-xs"
      >
        {across}
      </text>
    </g>
  );
}

/** The legend, with the line and the mark of each subject. */
function LineLegend({ series }: { series: ReturnType<typeof figureSeries> }) {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1.5 text-sm text-ink-soft">
      {series.map(({ label, side, dash }) => {
        const Sign = markShapes[side];
        return (
          <li key={label} className="flex items-center gap-2">
            <svg width="40" height="16" aria-hidden="true" className="keep-colour shrink-0">
              <line x1="0" x2="40" y1="8" y2="8" stroke={lineColour(side)} strokeWidth={1.5} strokeDasharray={dash} />
              <Sign x={20} y={8} />
            </svg>
            {label}
          </li>
        );
      })}
    </ul>
  );
}

function lineColour(side: keyof typeof markShapes): string {
  return side === "model" ? "var(--models)" : "var(--people)";
}

function percent(value: number): string {
  return `${formatCoordinate(value, 3)}%`;
}

function describeSeries({ label, marks }: ReturnType<typeof figureSeries>[number]): string {
  const values = marks.map((mark) =>
    mark.value === null
      ? `${mark.row}: no value`
      : `${mark.row}: ${estimateSentence(describeEstimate(mark, mark.n, { unit: "number" }))}`,
  );
  return `${label}, ${values.join(", ")}`;
}
