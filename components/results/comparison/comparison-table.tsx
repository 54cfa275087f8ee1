import { RenderInChunks } from "@/components/ui/render-in-chunks.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { describeEstimate, describeLimits } from "@/lib/domain/format/estimates.ts";
import { formatCount, formatNumberOf, formatP, formatRightOf } from "@/lib/domain/format/figures.ts";
import type { SideComparison, SideComparisons } from "@/lib/domain/results/comparison/compare-sides.ts";
import { comparatorName } from "@/lib/domain/results/comparison/side-sentence.ts";
import { type Comparator, comparators, type SideTestName } from "@/lib/domain/results/comparison/side-test.ts";
import type { Share } from "@/lib/domain/results/model/share.ts";
import { planWords } from "@/lib/domain/results/plan/plan-words.ts";
import { statusLabel } from "@/lib/domain/results/plan/result-status.ts";
import { findIntervalNote } from "@/lib/domain/statistics/clustered/interval-note.ts";

/** Short names of the tests. The sentences above the table contain the full names. */
const shortNames: Record<SideTestName, string> = {
  "clustered-t": "t over stories, CR2",
  "items-t": "t over cells",
  "mcnemar-midp": "McNemar, mid-p, over cells",
};

/**
 * The numbers of the chart above: each model is compared with the majority and with the mean person, on the cells that
 * both answered, each with a separate test. A positive difference means that people are right more often. Models outside
 * the plan have separate tables, because their tests are corrected separately.
 */
export function ComparisonTable({ comparisons }: { comparisons: SideComparisons }) {
  const { models, sizes, leads, method, outside } = comparisons;
  const order: Comparator[] = [leads, ...comparators.filter((comparator) => comparator !== leads)];
  const isOutside = ({ series }: SideComparison) => outside?.seriesIds.includes(series.id) ?? false;
  const families = [
    { isPlan: true, sizes, models: models.filter((model) => !isOutside(model)) },
    { isPlan: false, sizes: outside?.sizes ?? sizes, models: models.filter(isOutside) },
  ].filter((family) => family.models.length > 0);
  return (
    <div className="grid grid-cols-1 gap-8">
      {families.flatMap((family) =>
        order.map((comparator) => (
          <FamilyTable
            key={`${family.isPlan}/${comparator}`}
            models={family.models}
            comparator={comparator}
            caption={family.isPlan ? captions[comparator].plan : captions[comparator].outside}
            correction={`${planWords.method[method]} correction (${formatNumberOf(family.sizes[comparator], "test")})`}
          />
        )),
      )}
    </div>
  );
}

const captions: Record<Comparator, { plan: string; outside: string }> = {
  majority: {
    plan: "Majority vote and each model on the cells that both answered",
    outside: "Models outside the plan, corrected separately: majority vote and each model",
  },
  person: {
    plan: "The mean person and each model on the cells that both answered",
    outside: "Models outside the plan, corrected separately: the mean person and each model",
  },
};

/** The tests of one comparator that are corrected together. */
function FamilyTable({
  models,
  comparator,
  caption,
  correction,
}: {
  models: readonly SideComparison[];
  comparator: Comparator;
  caption: string;
  correction: string;
}) {
  return (
    <Table takenAs="comparisons" caption={caption}>
      <thead>
        <tr>
          <Th>Model</Th>
          <Th>Status</Th>
          <Th isNumber>Shared cells</Th>
          <Th isNumber>Model</Th>
          <Th isNumber>{comparator === "majority" ? "Majority" : "Mean person"}</Th>
          <Th isNumber>People − model</Th>
          <Th isNumber>Simultaneous</Th>
          {comparator === "majority" && <Th isNumber>Right: only people / only model</Th>}
          <Th isNumber>Test (p)</Th>
          <Th isNumber>{correction}</Th>
          <Th isNumber>Sign patterns</Th>
          {comparator === "majority" && <Th isNumber>McNemar</Th>}
        </tr>
      </thead>
      <tbody>
        <RenderInChunks each={5}>
          {models.map((model) => (
            <SideRow key={model.series.id} model={model} comparator={comparator} />
          ))}
        </RenderInChunks>
      </tbody>
    </Table>
  );
}

function SideRow({ model, comparator }: { model: SideComparison; comparator: Comparator }) {
  const side = model.sides[comparator];
  const { difference, simultaneous, discordant, wild } = side;
  const description = describeEstimate({ ...difference, reason: findIntervalNote(difference) }, model.shared, {
    unit: "points",
  });
  return (
    <tr>
      <Th scope="row" className="min-w-44">
        {model.label}
        {model.voters && <Small>against {comparatorName(comparator, model.voters, model.majorityOf)}</Small>}
      </Th>
      <Td>{statusLabel(side.status)}</Td>
      <Td isNumber>{formatCount(model.shared)}</Td>
      <ShareCell share={side.model} />
      <ShareCell share={side.people} />
      <Td isNumber>
        {description.value}
        <Small>{description.interval}</Small>
        {description.note && <IntervalNote>{description.note}</IntervalNote>}
      </Td>
      <Td isNumber>{simultaneous === null ? "–" : describeLimits(simultaneous)}</Td>
      {comparator === "majority" && (
        <Td isNumber>
          {discordant ? `${formatCount(discordant.onlyPeople)} / ${formatCount(discordant.onlyModel)}` : "–"}
        </Td>
      )}
      <Td isNumber>
        {formatP(side.pvalue)}
        <Small>{side.decidedBy === null ? "no test" : shortNames[side.decidedBy]}</Small>
      </Td>
      <Td isNumber className={side.isSignificant ? "font-semibold" : undefined}>
        {formatP(side.adjusted)}
      </Td>
      <Td isNumber>
        {formatP(wild?.pvalue ?? null)}
        <Small>{wild === null ? "5 to 12 stories only" : `${formatCount(2 ** wild.clusters)} patterns`}</Small>
      </Td>
      {comparator === "majority" && (
        <Td isNumber>
          {formatP(side.mcnemar)}
          <Small>mid-p</Small>
        </Td>
      )}
    </tr>
  );
}

/** A share with its interval and n below it. */
export function ShareCell({ share, unit = "" }: { share: Share; unit?: string }) {
  if (share.n === 0) {
    return (
      <Td isNumber className="text-ink-soft">
        no answers
      </Td>
    );
  }
  const { value, interval, note, n } = describeEstimate(share, `${formatRightOf(share)}${unit && ` ${unit}`}`);
  return (
    <Td isNumber>
      {value}
      <Small>{interval}</Small>
      {note && <IntervalNote>{note}</IntervalNote>}
      <Small>{n}</Small>
    </Td>
  );
}

/** The notes on an interval. Renders nothing if there are none. */
function IntervalNote({ children }: { children: string | null }) {
  if (children === null) return null;
  return <span className="ml-auto block max-w-44 text-xs whitespace-normal text-ink-soft">{children}</span>;
}

export function Small({ children }: { children: React.ReactNode }) {
  return <span className="block text-xs text-ink-soft">{children}</span>;
}
