import { FigureDownloads } from "@/components/charts/figure-downloads.tsx";
import { StatusCaption } from "@/components/charts/status-note.tsx";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { WhatIsThis } from "@/components/ui/what-is-this.tsx";
import { describeEstimate, estimateSentence } from "@/lib/domain/format/estimates.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { SideComparison } from "@/lib/domain/results/comparison/compare-sides.ts";
import { type CeilingLine, ceilingLegend } from "@/lib/domain/results/comparison/human-ceiling.ts";
import { tieWording } from "@/lib/domain/results/model/majority.ts";
import type { MajorityCurve } from "@/lib/domain/results/model/majority-curve.ts";
import type { Share } from "@/lib/domain/results/model/share.ts";
import { type ResultStatus, withStatus } from "@/lib/domain/results/plan/result-status.ts";

const describeCurveShare = (share: Share) => describeEstimate(share, share.n);
const width = 640;
const height = 220;
const edge = { left: 44, right: 12, top: 12, bottom: 34 };

/**
 * The expected accuracy of the majority of k people, and for each model the size of the majority that it is equivalent
 * to. The table below has the same numbers.
 */
export function MajorityCurveFigure({
  curve,
  ceiling,
  models,
  status,
  fileHref,
}: {
  curve: MajorityCurve;
  ceiling: readonly CeilingLine[];
  models: readonly SideComparison[];
  /** The status of results outside the plan. */
  status: ResultStatus;
  /** The address of a file with the figure or its numbers ("crowd.svg"). */
  fileHref: (file: string) => string;
}) {
  const { points } = curve;
  const last = points.at(-1);
  if (points.length < 2 || !last) return null;
  const xScale = (k: number) => edge.left + ((k - 1) / (last.k - 1)) * (width - edge.left - edge.right);
  const yScale = (share: number) => edge.top + (1 - share) * (height - edge.top - edge.bottom);
  const line = points.map(({ k, accuracy }) => `${xScale(k)},${yScale(accuracy)}`).join(" ");
  return (
    <figure className="keep-together grid grid-cols-1 gap-3" data-drawn-as="crowd">
      <figcaption className="text-base font-semibold">
        The majority of k people{" "}
        <WhatIsThis term="The majority of k people" document="statistics#comparators-and-the-human-ceiling" />
        <span className="font-normal text-ink-soft">
          , expected % correct, over {formatNumberOf(last.cells, "cell")}; ties {tieWording(curve.ties)}
        </span>
      </figcaption>
      <StatusCaption status={status} />
      <CurveDrawing {...{ last, points, up: yScale, ceiling, line, across: xScale }} />
      {ceiling.length > 0 && <p className="text-sm text-ink-soft">Dashed: {ceilingLegend(ceiling)}</p>}
      <ul className="grid gap-1 text-sm">
        {models
          .filter(({ worth }) => worth !== null)
          .map(({ series, label, worth, worthText, worthShare, sides }) => (
            <li key={series.id}>
              {withStatus(status, label)} ({estimateSentence(describeCurveShare(worthShare ?? sides.person.model))}){" "}
              {worthText === undefined
                ? worth!.isBeyond
                  ? `is right more often than the majority of any number of people up to ${last.k}.`
                  : `equals the majority of ${formatNumberOf(worth!.k!, "person", "people")}.`
                : `equals the majority of ${worthText}.`}
            </li>
          ))}
      </ul>
      <details>
        <summary className="w-fit rounded-sm text-sm text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink">
          Numbers of this curve
        </summary>
        <Table
          caption="Expected accuracy of the majority of k people (exact over all draws, no sampling interval)"
          takenAs="crowd"
        >
          <thead>
            <tr>
              <Th isNumber>k</Th>
              <Th isNumber>Right</Th>
              <Th isNumber>Cells</Th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ k, accuracy, cells }) => (
              <tr key={k}>
                <Td isNumber>{k}</Td>
                <Td isNumber>{formatExpected(accuracy, cells).value}</Td>
                <Td isNumber>{formatCount(cells)}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
        <TableDownloads name="crowd" called="the numbers of the curve above" fileHref={fileHref} />
      </details>
      <FigureDownloads
        name="crowd"
        called="the curve above"
        svgHref={fileHref("crowd.svg")}
        specificationHref={fileHref("crowd.vl.json")}
      />
    </figure>
  );
}

/** Formats the expected accuracy of a majority, which is computed from the votes of each cell. */
function formatExpected(value: number, cells: number) {
  return describeEstimate({ value, low: null, high: null, reason: "computed from the votes, no interval" }, cells);
}

function CurveDrawing({
  last,
  points,
  up,
  ceiling,
  line,
  across,
}: {
  last: { k: number; accuracy: number; cells: number };
  points: { k: number; accuracy: number; cells: number }[];
  up: (share: number) => number;
  ceiling: readonly CeilingLine[];
  line: string;
  across: (k: number) => number;
}) {
  return (
    <svg
      role="img"
      aria-label={`Expected accuracy of the majority of 1 to ${last.k} people: ${formatExpected(points[0]!.accuracy, last.cells).value} to ${formatExpected(last.accuracy, last.cells).value}.`}
      viewBox={`0 0 ${width} ${height}`}
      className="keep-colour w-full max-w-3xl"
    >
      {[0, 0.25, 0.5, 0.75, 1].map((share) => (
        <g key={share}>
          <line x1={edge.left} x2={width - edge.right} y1={up(share)} y2={up(share)} className="stroke-rule" />
          <text x={edge.left - 8} y={up(share) + 4} textAnchor="end" className="fill-ink-soft text-xs">
            {share * 100}
          </text>
        </g>
      ))}
      {ceiling.map(({ label, value }) => (
        <line
          key={label}
          x1={edge.left}
          x2={width - edge.right}
          y1={up(value)}
          y2={up(value)}
          strokeDasharray="6 3"
          className="stroke-people"
        >
          <title>{label}</title>
        </line>
      ))}
      <polyline points={line} fill="none" strokeWidth={2} className="stroke-people" />
      {points.map(({ k, accuracy }) => (
        <circle key={k} cx={across(k)} cy={up(accuracy)} r={3} className="fill-people" />
      ))}
      {[1, Math.ceil(last.k / 2), last.k].map((k) => (
        <text key={k} x={across(k)} y={height - 14} textAnchor="middle" className="fill-ink-soft text-xs">
          {k}
        </text>
      ))}
      <text x={(edge.left + width) / 2} y={height - 1} textAnchor="middle" className="fill-ink-soft text-xs">
        people who vote (k)
      </text>
    </svg>
  );
}
