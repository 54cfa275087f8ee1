import { scaleLinear, scaleLog } from "@visx/scale";
import { shareTicks } from "@/components/charts/share-scale.ts";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { RateFigure } from "@/lib/domain/beliefs/prepare/rate-figure.ts";
import type { SizeLine } from "@/lib/domain/beliefs/prepare/size-lines.ts";
import { formatCoordinate } from "@/lib/domain/format/figures.ts";
import { describeRate } from "./describe-rate.ts";
import { Disclosure } from "./disclosure.tsx";
import { RateCell } from "./rate-cell.tsx";
import { TuningMark } from "./tuning-mark.tsx";

/** The chart of one dimension: its lines, and people's rate. */
export interface SizePanel {
  id: string;
  label: string;
  lines: readonly SizeLine[];
  people: RateFigure | null;
}

const height = 210;
const plot = { top: 10, bottom: 164, left: 13, right: 96 };
const yScale = scaleLinear<number>({ domain: [0, 1], range: [plot.bottom, plot.top], clamp: true });

/**
 * Charts of the rate by model size, one for each family and dimension, all with the same scale. People are shown as a
 * band.
 */
export function SizeFigure({ panels }: { panels: readonly SizePanel[] }) {
  const families = [...new Set(panels.flatMap(({ lines }) => lines.map(({ family }) => family)))].sort();
  const sizes = [
    ...new Set(panels.flatMap(({ lines }) => lines.flatMap(({ points }) => points.map((point) => point.sizeBillions)))),
  ].sort((left, right) => left - right);
  return (
    <div className="grid grid-cols-1 gap-8">
      {families.map((family) => (
        <figure key={family} className="grid grid-cols-1 gap-3" data-drawn-as="size">
          <figcaption className="font-serif text-lg">{family}</figcaption>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-4">
            {panels.map((panel) => (
              <div key={panel.id} className="keep-together rounded-lg border border-rule bg-surface px-3 pt-3 pb-2">
                <h3 className="text-sm font-semibold">{panel.label}</h3>
                <Panel
                  lines={panel.lines.filter((line) => line.family === family)}
                  people={panel.people}
                  sizes={sizes}
                  label={`${family}, ${panel.label}`}
                />
              </div>
            ))}
          </div>
        </figure>
      ))}
      <Disclosure summary="Numbers of these charts">
        <SizeTable panels={panels} />
      </Disclosure>
    </div>
  );
}

function Panel({
  lines,
  people,
  sizes,
  label,
}: {
  lines: readonly SizeLine[];
  people: RateFigure | null;
  sizes: readonly number[];
  label: string;
}) {
  const [smallest, largest] = [sizes[0]!, sizes.at(-1)!];
  // A single size is drawn in the middle.
  const xScale = scaleLog<number>({
    domain: smallest === largest ? [smallest / 2, largest * 2] : [smallest, largest],
    range: [plot.left + 6, plot.right - 6],
  });
  const x = (size: number) => `${formatCoordinate(xScale(size), 2)}%`;
  const shownSizes = sizes.filter((size) =>
    lines.some(({ points }) => points.some((point) => point.sizeBillions === size)),
  );
  return (
    <svg
      role="img"
      aria-label={`${label}. ${describeLines(lines)}${people ? ` People: ${describeRate(people)}.` : ""}`}
      width="100%"
      height={height}
      className="keep-colour block overflow-visible"
    >
      {shareTicks.map((tick) => (
        <g key={tick}>
          <line x1={`${plot.left}%`} x2={`${plot.right}%`} y1={yScale(tick)} y2={yScale(tick)} stroke="var(--rule)" />
          <text
            x={`${plot.left - 2}%`}
            y={yScale(tick) + 4}
            textAnchor="end"
            className="fill-ink-soft text-xs tabular-nums"
          >
            {tick * 100}
          </text>
        </g>
      ))}
      <PeopleBand {...{ people }} />
      {shownSizes.map((size) => (
        <text key={size} x={x(size)} y={plot.bottom + 18} textAnchor="middle" className="fill-ink text-xs tabular-nums">
          {size}
        </text>
      ))}
      <text x={`${(plot.left + plot.right) / 2}%`} y={height - 6} textAnchor="middle" className="fill-ink-soft text-xs">
        parameters, billions
      </text>
      {lines.map((line) => (
        <g key={line.tuning}>
          {line.points.slice(1).map((point, place) => (
            <line
              key={point.model}
              x1={x(line.points[place]!.sizeBillions)}
              x2={x(point.sizeBillions)}
              y1={yScale(line.points[place]!.rate!)}
              y2={yScale(point.rate!)}
              stroke="var(--models)"
              strokeWidth={1.5}
              strokeDasharray={line.tuning === "base" ? "4 4" : undefined}
            />
          ))}
          {line.points.map((point) => (
            <g key={point.model}>
              {point.low !== null && point.high !== null && (
                <line
                  x1={x(point.sizeBillions)}
                  x2={x(point.sizeBillions)}
                  y1={yScale(point.low)}
                  y2={yScale(point.high)}
                  stroke="var(--models)"
                  strokeWidth={3}
                  strokeLinecap="round"
                  opacity={0.35}
                />
              )}
              <TuningMark x={x(point.sizeBillions)} y={yScale(point.rate!)} tuning={line.tuning} />
            </g>
          ))}
        </g>
      ))}
    </svg>
  );
}

/** People's rate with its interval, across the panel. */
function PeopleBand({ people }: { people: RateFigure | null }) {
  return (
    people?.rate != null && (
      <g>
        {people.low !== null && people.high !== null && (
          <rect
            x={`${plot.left}%`}
            width={`${plot.right - plot.left}%`}
            y={yScale(people.high)}
            height={yScale(people.low) - yScale(people.high)}
            fill="var(--people)"
            opacity={0.18}
          />
        )}
        <line
          x1={`${plot.left}%`}
          x2={`${plot.right}%`}
          y1={yScale(people.rate)}
          y2={yScale(people.rate)}
          stroke="var(--people)"
          strokeWidth={2}
        />
      </g>
    )
  );
}

function describeLines(lines: readonly SizeLine[]): string {
  return lines.flatMap(({ points }) => points.map((point) => `${point.model}: ${describeRate(point)}.`)).join(" ");
}

function SizeTable({ panels }: { panels: readonly SizePanel[] }) {
  const models = [
    ...new Set(panels.flatMap(({ lines }) => lines.flatMap(({ points }) => points.map((one) => one.model)))),
  ];
  const hasPeople = panels.some(({ people }) => people !== null);
  const findPoint = (panel: SizePanel, model: string) =>
    panel.lines.flatMap(({ points }) => points).find((point) => point.model === model);
  return (
    <Table caption="Context-following rates by size, with 95% intervals" maxHeight="36rem" takenAs="size">
      <thead>
        <tr>
          <Th>Observer</Th>
          <Th isNumber>Billions</Th>
          {panels.map(({ id, label }) => (
            <Th key={id} isNumber>
              {label}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hasPeople && (
          <tr>
            <Th scope="row">People</Th>
            <Td />
            {panels.map(({ id, people }) => (people ? <RateCell key={id} figure={people} /> : <Td key={id} />))}
          </tr>
        )}
        {models.map((model) => (
          <tr key={model}>
            <Th scope="row">{model}</Th>
            <Td isNumber>
              {panels.map((panel) => findPoint(panel, model)?.sizeBillions).find((size) => size !== undefined)}
            </Td>
            {panels.map((panel) => {
              const point = findPoint(panel, model);
              return point ? (
                <RateCell key={panel.id} figure={point} />
              ) : (
                <Td key={panel.id} isNumber>
                  –
                </Td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
