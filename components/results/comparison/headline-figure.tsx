import type { ReactNode } from "react";
import { FigureDownloads } from "@/components/charts/figure-downloads.tsx";
import { GapRow } from "@/components/charts/gap-row.tsx";
import { Legend } from "@/components/charts/legend.tsx";
import { ShareAxis } from "@/components/charts/share-axis.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { describeShare, formatCount, formatInterval, formatPoints, formatShare } from "@/lib/domain/format/figures.ts";
import type { SideComparison } from "@/lib/domain/results/comparison/compare-sides.ts";
import { type CeilingLine, ceilingLegend } from "@/lib/domain/results/comparison/human-ceiling.ts";
import { comparatorName, maxMissingShare } from "@/lib/domain/results/comparison/side-sentence.ts";
import type { Comparator } from "@/lib/domain/results/comparison/side-test.ts";
import type { ResultTotals } from "@/lib/domain/results/preparation/prepare-totals.ts";
import { ParityBadges } from "../../ui/parity-badge.tsx";

/**
 * The main chart of the product: people and each model on one scale, with the distance between them. The table below it
 * has the same numbers.
 */
export function HeadlineFigure({
  totals,
  models,
  chance,
  ceiling,
  fileHref,
}: {
  totals: ResultTotals;
  models: readonly SideComparison[];
  chance: number | null;
  /** People's agreement. */
  ceiling: readonly CeilingLine[];
  /** The address of the same figure as a file ("headline.svg"). */
  fileHref: (file: string) => string;
}) {
  return (
    <figure className="grid grid-cols-1 gap-4" data-drawn-as="headline">
      <Legend
        entries={[
          ...(totals.answers > 0
            ? [
                { mark: "majority" as const, label: "People, majority vote" },
                { mark: "person" as const, label: "People, one at a time" },
              ]
            : []),
          ...(models.length > 0 ? [{ mark: "model" as const, label: "Model" }] : []),
          ...(chance === null ? [] : [{ mark: "chance" as const, label: "Chance level" }]),
          ...(ceiling.length === 0 ? [] : [{ mark: "ceiling" as const, label: ceilingLegend(ceiling) }]),
        ]}
      />
      <div className="rounded-lg border border-rule bg-surface px-4 pb-2 sm:px-6">
        <Row head={null} picture={<ShareAxis />} figures={null} isAxis />
        {totals.answers > 0 && (
          <Row
            head={
              <>
                <span className="font-serif text-lg leading-snug">People</span>
                <span className="text-sm text-ink-soft">all {formatCount(totals.majority.n)} answered cells</span>
              </>
            }
            picture={
              <GapRow
                majority={totals.majority}
                other={totals.people}
                otherIs="person"
                chance={chance}
                ceiling={ceiling}
                label={`People. The majority: ${describeShare(totals.majority)}. One at a time: ${describeShare(totals.people)}.`}
              />
            }
            figures={
              <>
                <Figure strong={formatShare(totals.majority.value)} side="people" rest="majority vote" />
                <Figure strong={formatShare(totals.people.value)} side="people" rest="mean individual" />
              </>
            }
          />
        )}
        {models.map((model) => (
          <Row
            key={model.series.id}
            head={
              <>
                <span className="font-serif text-lg leading-snug">{model.label}</span>
                <span className="text-sm text-ink-soft">
                  {model.shared > 0
                    ? `${formatCount(model.shared)} cells that both answered`
                    : `${formatCount(model.alone.n)} cells, none with an answer of people`}
                </span>
                <span className="flex flex-wrap gap-1.5">
                  {model.series.isDemo && <Badge tone="info">Synthetic</Badge>}
                  <ParityBadges parity={model.parity} />
                </span>
              </>
            }
            picture={
              <GapRow
                majority={model.sides.majority.people}
                person={model.sides.person.people}
                other={model.shared > 0 ? model.sides.person.model : model.alone}
                otherIs="model"
                chance={chance}
                ceiling={ceiling}
                label={`On the cells that both answered, ${comparatorName("majority", model.voters, model.majorityOf)}: ${describeShare(model.sides.majority.people)}. The mean person: ${describeShare(model.sides.person.people)}. ${model.label}: ${describeShare(model.shared > 0 ? model.sides.person.model : model.alone)}.`}
              />
            }
            figures={<ModelFigures model={model} />}
          />
        ))}
      </div>
      <FigureDownloads
        name="headline"
        called="the headline above"
        svgHref={fileHref("headline.svg")}
        specificationHref={fileHref("headline.vl.json")}
      />
    </figure>
  );
}

function ModelFigures({ model }: { model: SideComparison }) {
  if (model.shared === 0) {
    return (
      <>
        <Figure strong={formatShare(model.alone.value)} side="models" rest="the model alone" />
        <p className="text-sm text-ink-soft tabular-nums">{formatInterval(model.alone)}</p>
      </>
    );
  }
  return (
    <>
      <Figure strong={formatShare(model.sides.person.model.value)} side="models" rest="the model" />
      <SideFigures model={model} comparator={model.leads} />
      <SideFigures model={model} comparator={model.leads === "majority" ? "person" : "majority"} />
      {model.reading.share !== null && model.reading.unparsed > 0 && (
        <p className="text-sm text-warn">
          {formatShare(model.reading.share)} unparsed ({formatCount(model.reading.unparsed)} of{" "}
          {formatCount(model.reading.asked)}), counted as wrong
        </p>
      )}
    </>
  );
}

/** One comparator and the model: its share, the difference and the conclusion. */
function SideFigures({ model, comparator }: { model: SideComparison; comparator: Comparator }) {
  const { people, difference, isSignificant, status } = model.sides[comparator];
  const isIncomplete = (model.reading.missing ?? 0) > maxMissingShare;
  return (
    <div>
      <Figure
        strong={formatShare(people.value)}
        side="people"
        rest={comparatorName(comparator, model.voters, model.majorityOf)}
      />
      <p className="text-sm text-ink-soft">
        <span className="font-semibold text-ink tabular-nums">{formatPoints(difference.value)} points</span>
        {difference.low !== null && <span className="tabular-nums"> ({formatInterval(difference)})</span>}
        <span className="block">
          {status.kind === "interim"
            ? "Interim: no conclusion"
            : isSignificant
              ? "Significant difference"
              : isIncomplete
                ? `No conclusion: ${formatShare(model.reading.missing)} missing`
                : "No significant difference"}
        </span>
      </p>
    </div>
  );
}

function Figure({ strong, rest, side }: { strong: string; rest: string; side: "people" | "models" }) {
  return (
    <p className="text-sm text-ink-soft">
      <span
        className={
          side === "people"
            ? "text-lg font-semibold text-people-ink tabular-nums"
            : "text-lg font-semibold text-models-ink tabular-nums"
        }
      >
        {strong}
      </span>{" "}
      {rest}
    </p>
  );
}

function Row({
  head,
  picture,
  figures,
  isAxis = false,
}: {
  head: ReactNode;
  picture: ReactNode;
  figures: ReactNode;
  isAxis?: boolean;
}) {
  return (
    <div
      className={
        isAxis
          ? "grid pt-3 lg:grid-cols-[15rem_minmax(0,1fr)_13rem] lg:gap-x-6"
          : "keep-together grid gap-y-1 border-t border-rule max-lg:py-3 lg:grid-cols-[15rem_minmax(0,1fr)_13rem] lg:gap-x-6"
      }
    >
      <div className={isAxis ? "max-lg:hidden" : "grid content-center gap-1 lg:py-3"}>{head}</div>
      <div className={isAxis ? "min-w-0" : "relative min-h-16 min-w-0"}>{picture}</div>
      <div className={isAxis ? "max-lg:hidden" : "flex flex-wrap items-baseline gap-x-5 lg:block lg:py-3"}>
        {figures}
      </div>
    </div>
  );
}
