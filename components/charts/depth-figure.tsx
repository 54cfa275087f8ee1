import { Group } from "@visx/group";
import { scaleLinear, scalePoint } from "@visx/scale";
import { formatCoordinate } from "@/lib/domain/format/figures.ts";
import type { CeilingLine } from "@/lib/domain/results/comparison/human-ceiling.ts";
import type { Share } from "@/lib/domain/results/model/share.ts";
import type { DepthPanel, DepthPoint } from "@/lib/domain/results/preparation/prepare-depth.ts";
import { MajorityMark, ModelMark, PersonMark } from "./marks.tsx";
import { shareTicks } from "./share-scale.ts";

const height = 230;
const plot = { top: 14, bottom: 184 };
/** The horizontal limits of the plot in per cent. The left margin fits the labels of the scale, even on a phone. */
const plotSide = { left: 12, right: 98 };
const lanePercent = 2.1;

const yScale = scaleLinear<number>({ domain: [0, 1], range: [plot.bottom, plot.top], clamp: true });

/**
 * Accuracy by depth. The majority vote, the mean person and a model are next to each other at each depth, so that no
 * interval hides another. Lines connect the values of one subject.
 */
export function DepthFigure({
  panel,
  chance,
  ceiling,
  label,
}: {
  panel: DepthPanel;
  chance: number | null;
  /** People's agreement. */
  ceiling: readonly CeilingLine[];
  label: string;
}) {
  const xScale = scalePoint<string>({
    domain: panel.points.map((point) => point.label),
    range: [plotSide.left, plotSide.right],
    padding: 0.5,
  });
  const at = (point: DepthPoint, shift: number) => (xScale(point.label) ?? 0) + shift * lanePercent;
  const hasModel = panel.points.some(({ model }) => model !== null);
  const rows = [
    {
      key: "person",
      of: (point: DepthPoint) => point.people,
      shift: hasModel ? 0 : 0.6,
      colour: "var(--people)",
      dash: "2 4",
    },
    {
      key: "majority",
      of: (point: DepthPoint) => point.majority,
      shift: hasModel ? -1.2 : -0.6,
      colour: "var(--people)",
      dash: undefined,
    },
    { key: "model", of: (point: DepthPoint) => point.model, shift: 1.2, colour: "var(--models)", dash: undefined },
  ] as const;
  return (
    <svg role="img" aria-label={label} width="100%" height={height} className="keep-colour block overflow-visible">
      <Axes panel={panel} at={(point) => at(point, 0)} chance={chance} />
      {ceiling.map(({ label: name, value }) => (
        <line
          key={name}
          x1={percent(plotSide.left)}
          x2={percent(plotSide.right)}
          y1={yScale(value)}
          y2={yScale(value)}
          stroke="var(--people)"
          strokeDasharray="6 3"
        >
          <title>{name}</title>
        </line>
      ))}
      {rows.map((row) => (
        <Group key={row.key}>
          <ValueLine
            points={panel.points}
            of={row.of}
            x={(point) => at(point, row.shift)}
            colour={row.colour}
            dash={row.dash}
          />
          {panel.points.map((point) => {
            const share = row.of(point);
            if (!share || share.value === null) return null;
            const x = percent(at(point, row.shift));
            return (
              <Group key={point.label}>
                {share.low !== null && share.high !== null && (
                  <line
                    x1={x}
                    x2={x}
                    y1={yScale(share.low)}
                    y2={yScale(share.high)}
                    stroke={row.colour}
                    strokeWidth={3}
                    strokeLinecap="round"
                    opacity={0.4}
                  />
                )}
                {row.key === "majority" && <MajorityMark x={x} y={yScale(share.value)} />}
                {row.key === "person" && <PersonMark x={x} y={yScale(share.value)} />}
                {row.key === "model" && <ModelMark x={x} y={yScale(share.value)} />}
              </Group>
            );
          })}
        </Group>
      ))}
    </svg>
  );
}

function Axes({ panel, at, chance }: { panel: DepthPanel; at: (point: DepthPoint) => number; chance: number | null }) {
  return (
    <g>
      {shareTicks.map((tick) => (
        <g key={tick}>
          <line
            x1={percent(plotSide.left)}
            x2={percent(plotSide.right)}
            y1={yScale(tick)}
            y2={yScale(tick)}
            stroke="var(--rule)"
          />
          <text
            x={percent(plotSide.left - 1.5)}
            y={yScale(tick) + 4}
            textAnchor="end"
            className="fill-ink-soft text-xs tabular-nums"
          >
            {tick * 100}
          </text>
        </g>
      ))}
      {chance !== null && (
        <line
          x1={percent(plotSide.left)}
          x2={percent(plotSide.right)}
          y1={yScale(chance)}
          y2={yScale(chance)}
          stroke="var(--edge)"
          strokeWidth={1.5}
          strokeDasharray="2 3"
        />
      )}
      {panel.points.map((point) => (
        <text
          key={point.label}
          x={percent(at(point))}
          y={plot.bottom + 20}
          textAnchor="middle"
          className="fill-ink text-sm tabular-nums"
        >
          {point.label}
        </text>
      ))}
      <text
        x={percent((plotSide.left + plotSide.right) / 2)}
        y={height - 4}
        textAnchor="middle"
        className="fill-ink-soft text-xs"
      >
        {panel.axis}
      </text>
    </g>
  );
}

/** The lines between the values at neighbouring depths. A depth without answers interrupts the line. */
function ValueLine({
  points,
  of,
  x,
  colour,
  dash,
}: {
  points: readonly DepthPoint[];
  of: (point: DepthPoint) => Share | null;
  x: (point: DepthPoint) => number;
  colour: string;
  dash: string | undefined;
}) {
  return points.slice(1).map((point, index) => {
    const previousPoint = points[index]!;
    const [from, to] = [of(previousPoint)?.value ?? null, of(point)?.value ?? null];
    if (from === null || to === null) return null;
    return (
      <line
        key={point.label}
        x1={percent(x(previousPoint))}
        x2={percent(x(point))}
        y1={yScale(from)}
        y2={yScale(to)}
        stroke={colour}
        strokeWidth={1.5}
        strokeDasharray={dash}
        opacity={0.75}
      />
    );
  });
}

function percent(x: number): string {
  return `${formatCoordinate(x, 3)}%`;
}
