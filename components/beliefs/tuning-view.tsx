import { ShareAxis, ShareGrid } from "@/components/charts/share-axis.tsx";
import { shareToX } from "@/components/charts/share-scale.ts";
import { buttonStyle } from "@/components/ui/forms/button-style.ts";
import { AppLink } from "@/components/ui/navigation/app-link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { TuningComparison, TuningRow } from "@/lib/domain/beliefs/prepare/base-against-instruct.ts";
import type { RateFigure } from "@/lib/domain/beliefs/prepare/rate-figure.ts";
import { describeEstimate } from "@/lib/domain/format/estimates.ts";
import { formatCount, formatNumberOf, formatP } from "@/lib/domain/format/figures.ts";
import { describeRate } from "./describe-rate.ts";
import { RateCell } from "./rate-cell.tsx";
import { TuningMark } from "./tuning-mark.tsx";

const missingLabels = {
  baseDropped: "the base model knows too few facts",
  instructDropped: "the instruct model knows too few facts",
} as const;

/** All pairs of a base model and its instruct model. Each links to the comparison of the pair by expression. */
export function ModelPairTable({
  modelPairs,
  current,
  hrefOf,
}: {
  modelPairs: readonly TuningComparison[];
  /** The base model of the pair that is shown below. */
  current: string | null;
  hrefOf: (base: string) => string;
}) {
  return (
    <Table caption="Base and instruct models, all expressions" isCaptionHidden takenAs="model-pairs">
      <thead>
        <tr>
          <Th>Pair of models</Th>
          <Th className="w-1/3 min-w-48">
            <ShareAxis />
            <span className="sr-only">Drawn</span>
          </Th>
          <Th isNumber>Base</Th>
          <Th isNumber>Instruct</Th>
          <Th isNumber>Base − instruct (points)</Th>
          <Th>
            <span className="sr-only">Comparison</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {modelPairs.map((modelPair) => {
          const overallRow = modelPair.rows[0];
          return (
            <tr key={modelPair.base}>
              <Th scope="row">
                {modelPair.family} {modelPair.sizeBillions}B
              </Th>
              {overallRow ? (
                <>
                  <Td className="relative">
                    <Dumbbell row={overallRow} />
                  </Td>
                  <RateCell figure={overallRow.base} />
                  <RateCell figure={overallRow.instruct} />
                  <Td isNumber>
                    {formatPlainDifference(overallRow).value}
                    <span className="block text-xs text-ink-soft">{formatPlainDifference(overallRow).interval}</span>
                  </Td>
                  <Td>
                    {modelPair.base === current ? (
                      <span className="text-ink-soft">shown below</span>
                    ) : (
                      <AppLink
                        href={hrefOf(modelPair.base)}
                        scroll={false}
                        className={buttonStyle("secondary", "small", "no-print")}
                      >
                        Compare
                        <span className="sr-only">
                          {" "}
                          {modelPair.family} {modelPair.sizeBillions}B
                        </span>
                      </AppLink>
                    )}
                  </Td>
                </>
              ) : (
                <Td colSpan={5} className="text-ink-soft">
                  Not compared: {modelPair.missing && missingLabels[modelPair.missing]}
                </Td>
              )}
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

/** One pair of models by dimension. The paired difference uses the pairs that both models decided. */
export function ModelPairDetail({ modelPair }: { modelPair: TuningComparison }) {
  return (
    <Table caption={`${modelPair.base} against ${modelPair.instruct}, by dimension`} takenAs="tuning">
      <thead>
        <tr>
          <Th>Expressions</Th>
          <Th className="w-1/4 min-w-48">
            <ShareAxis />
            <span className="sr-only">Drawn</span>
          </Th>
          <Th isNumber>Base</Th>
          <Th isNumber>Instruct</Th>
          <Th isNumber>Base − instruct (points, pairs decided by both)</Th>
          <Th isNumber>p</Th>
          <Th isNumber>Holm over {modelPair.rows.length}</Th>
          <Th isNumber>Decided by both</Th>
          <Th isNumber>Decided by one</Th>
        </tr>
      </thead>
      <tbody>
        {modelPair.rows.map((row) => (
          <tr key={row.dimension ?? "all"}>
            <Th scope="row">{row.label}</Th>
            <Td className="relative">
              <Dumbbell row={row} />
            </Td>
            <RateCell figure={row.base} />
            <RateCell figure={row.instruct} />
            <PairedCells row={row} />
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function formatPlainDifference({ plainDifference: value }: TuningRow) {
  return describeEstimate({ value, low: null, high: null, reason: "no interval; see the paired difference" }, "", {
    unit: "points",
  });
}

function PairedCells({ row: { paired, adjusted } }: { row: TuningRow }) {
  if (!paired) {
    return (
      <Td colSpan={5} isNumber>
        –
      </Td>
    );
  }
  const description = describeEstimate({ ...paired, value: paired.difference }, formatNumberOf(paired.facts, "fact"), {
    unit: "points",
  });
  return (
    <>
      <Td isNumber>
        {description.value}
        <span className="block text-xs text-ink-soft">
          {description.interval}, {description.n}
        </span>
      </Td>
      <Td isNumber>{formatP(paired.p)}</Td>
      <Td isNumber>{formatP(adjusted)}</Td>
      <Td isNumber>{formatCount(paired.matched)}</Td>
      <Td isNumber>
        {formatCount(paired.onlyFirst)} and {formatCount(paired.onlySecond)}
      </Td>
    </>
  );
}

function Dumbbell({ row }: { row: TuningRow }) {
  const { base, instruct } = row;
  return (
    <svg
      role="img"
      aria-label={`${row.label}. Base: ${describeRate(base)}. Instruct: ${describeRate(instruct)}.`}
      width="100%"
      height="34"
      className="keep-colour block overflow-visible"
    >
      <ShareGrid chance={null} />
      {base.rate !== null && instruct.rate !== null && (
        <line
          x1={shareToX(base.rate)}
          x2={shareToX(instruct.rate)}
          y1={10}
          y2={24}
          stroke="var(--models)"
          opacity={0.5}
        />
      )}
      <IntervalLine figure={base} y={10} />
      <IntervalLine figure={instruct} y={24} />
      {base.rate !== null && <TuningMark x={shareToX(base.rate)} y={10} tuning="base" />}
      {instruct.rate !== null && <TuningMark x={shareToX(instruct.rate)} y={24} tuning="instruct" />}
    </svg>
  );
}

function IntervalLine({ figure: { low, high }, y }: { figure: RateFigure; y: number }) {
  if (low === null || high === null) return null;
  return (
    <line
      x1={shareToX(low)}
      x2={shareToX(high)}
      y1={y}
      y2={y}
      stroke="var(--models)"
      strokeWidth={3}
      strokeLinecap="round"
      opacity={0.35}
    />
  );
}
