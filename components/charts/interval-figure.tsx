import { scaleLinear } from "@visx/scale";
import { describeEstimate, estimateSentence } from "@/lib/domain/format/estimates.ts";
import { formatCoordinate } from "@/lib/domain/format/figures.ts";
import { figureScale, tickLabel, unitLabel } from "@/lib/domain/results/views/figure-svg.ts";
import type { FigurePoint, ViewFigure } from "@/lib/domain/results/views/view.ts";
import { Interval, MajorityMark, ModelMark, PersonMark } from "./marks.tsx";
import { inset } from "./share-scale.ts";

/** Rows of marks with intervals on one scale. The table below has the same numbers. */
export function IntervalFigure({ figure }: { figure: ViewFigure }) {
  const { low, high, ticks } = figureScale(figure);
  const xScale = scaleLinear<number>({ domain: [low, high], range: [inset.left, inset.right], clamp: true });
  const at = (value: number) => `${formatCoordinate(xScale(value), 3)}%`;
  const rows = [...new Set(figure.marks.map(({ row }) => row))];
  return (
    <div className="rounded-lg border border-rule bg-surface px-4 pt-3 pb-2 sm:px-6">
      <p className="text-sm font-medium text-ink-soft">{figure.title}</p>
      {rows.map((row) => {
        const marks = figure.marks.filter((mark) => mark.row === row);
        return (
          <div
            key={row}
            className="keep-together grid gap-y-1 border-t border-rule py-2 first-of-type:border-t-0 sm:grid-cols-[14rem_minmax(0,1fr)] sm:gap-x-6"
          >
            <p className="self-center text-sm leading-snug">{row}</p>
            <svg
              role="img"
              aria-label={`${row}: ${marks.map(describeMark).join("; ")}`}
              width="100%"
              height={14 + marks.length * 14}
            >
              {ticks.map((tick) => (
                <line key={tick} x1={at(tick)} x2={at(tick)} y1={0} y2="100%" stroke="var(--rule)" />
              ))}
              {figure.lines.map(({ label, value }) => (
                <line
                  key={label}
                  x1={at(value)}
                  x2={at(value)}
                  y1={0}
                  y2="100%"
                  stroke="var(--edge)"
                  strokeWidth={1.5}
                  strokeDasharray="2 3"
                />
              ))}
              {marks.map((mark, index) => (
                <Mark key={mark.side} mark={mark} at={at} y={14 + index * 14} />
              ))}
            </svg>
          </div>
        );
      })}
      <div className="grid sm:grid-cols-[14rem_minmax(0,1fr)] sm:gap-x-6">
        <p className="text-xs text-ink-soft max-sm:hidden">{unitLabel(figure)}</p>
        <svg aria-hidden="true" width="100%" height="20" className="block overflow-visible">
          {ticks.map((tick) => (
            <text key={tick} x={at(tick)} y="13" textAnchor="middle" className="fill-ink-soft text-xs tabular-nums">
              {tickLabel(tick, figure.unit)}
            </text>
          ))}
        </svg>
      </div>
      <p className="text-xs text-ink-soft sm:hidden">{unitLabel(figure)}</p>
      {figure.lines.length > 0 && (
        <p className="text-xs text-ink-soft">Dashed: {figure.lines.map(({ label }) => label).join(", ")}</p>
      )}
    </div>
  );
}

function Mark({ mark, at, y }: { mark: FigurePoint; at: (value: number) => string; y: number }) {
  const { side, value, low, high } = mark;
  if (value === null) return null;
  const MarkShape = { majority: MajorityMark, person: PersonMark, model: ModelMark }[side];
  return (
    <g>
      {low !== null && high !== null && (
        <Interval low={at(low)} high={at(high)} y={y} side={side === "model" ? "models" : "people"} />
      )}
      <MarkShape x={at(value)} y={y} />
    </g>
  );
}

function describeMark(mark: FigurePoint): string {
  if (mark.value === null) return "no value";
  return estimateSentence(describeEstimate(mark, mark.n, { unit: "number" }));
}
