"use client";

import { AxisBottom } from "@visx/axis";
import { Group } from "@visx/group";
import { scaleLinear, scaleLog } from "@visx/scale";
import { Bar } from "@visx/shape";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { formatDuration } from "@/lib/domain/format/times.ts";
import type { TimeDistribution } from "@/lib/domain/survey/live/prepare-times.ts";

const width = 360;
const height = 132;
const margin = { top: 8, right: 12, bottom: 26, left: 12 };

/** Tick durations, in milliseconds. */
const roundTimes = [
  100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000,
  14_400_000, 86_400_000,
];

/**
 * The distribution of the time on one screen: a histogram on a logarithmic scale, with the median and the middle 80%.
 */
export function TimeChart({ time }: { time: TimeDistribution }) {
  const first = Math.max(80, time.bars[0]?.fromMs ?? 80);
  const last = Math.max(first * 2, time.bars.at(-1)?.toMs ?? first * 2);
  const x = scaleLog({ domain: [first, last], range: [margin.left, width - margin.right] });
  const maxCount = Math.max(1, ...time.bars.map((bar) => bar.count));
  const y = scaleLinear({ domain: [0, maxCount], range: [height - margin.bottom, margin.top] });
  const ticks = selectTicks(roundTimes.filter((tick) => tick >= first && tick <= last));
  return (
    <svg
      role="img"
      aria-label={describeTimes(time)}
      viewBox={`0 0 ${width} ${height}`}
      className="keep-colour block h-auto w-full max-w-md"
    >
      <Group>
        {time.lowMs !== null && time.highMs !== null && (
          <rect
            x={x(Math.max(first, time.lowMs))}
            y={margin.top}
            width={Math.max(1, x(time.highMs) - x(Math.max(first, time.lowMs)))}
            height={height - margin.bottom - margin.top}
            fill="var(--people-wash)"
          />
        )}
        {time.bars.map((bar) => {
          const from = x(Math.max(first, bar.fromMs));
          return (
            <Bar
              key={bar.fromMs}
              x={from + 0.5}
              y={y(bar.count)}
              width={Math.max(1, x(bar.toMs) - from - 1)}
              height={height - margin.bottom - y(bar.count)}
              fill="var(--people)"
            >
              <title>{`${formatDuration(bar.fromMs)} to ${formatDuration(bar.toMs)}: ${formatCount(bar.count)}`}</title>
            </Bar>
          );
        })}
        {time.dwellMs > first && time.dwellMs < last && (
          <line
            x1={x(time.dwellMs)}
            x2={x(time.dwellMs)}
            y1={margin.top}
            y2={height - margin.bottom}
            stroke="var(--ink-soft)"
            strokeDasharray="3 3"
          />
        )}
        {time.medianMs !== null && (
          <line
            x1={x(time.medianMs)}
            x2={x(time.medianMs)}
            y1={margin.top - 4}
            y2={height - margin.bottom}
            stroke="var(--ink)"
            strokeWidth={1.5}
          />
        )}
      </Group>
      <AxisBottom
        scale={x}
        top={height - margin.bottom}
        tickValues={ticks}
        tickFormat={(tick) => formatDuration(Number(tick)).replace(".0 s", " s")}
        stroke="var(--edge)"
        tickStroke="var(--edge)"
        tickLength={4}
        tickLabelProps={{ fill: "var(--ink-soft)", fontSize: 11, textAnchor: "middle", fontFamily: "inherit" }}
      />
    </svg>
  );
}

/** The chart in one sentence. */
export function describeTimes(time: TimeDistribution): string {
  if (time.medianMs === null || time.lowMs === null || time.highMs === null) return `${time.label}: no times yet.`;
  return `${time.label}: median ${formatDuration(time.medianMs)}, middle 80% ${formatDuration(time.lowMs)} to ${formatDuration(time.highMs)}, n = ${formatCount(time.n)}.`;
}

/** Thins out the ticks, because at most five labels fit next to each other. */
function selectTicks(ticks: readonly number[]): number[] {
  const step = Math.ceil(ticks.length / 5);
  return ticks.filter((_, index) => index % step === 0);
}
