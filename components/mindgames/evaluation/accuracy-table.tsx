import { IntervalBar } from "@/components/ui/interval-bar.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { sliceTitle, sliceValue, sortSlices } from "@/lib/domain/epistemic/artefacts/slice-labels.ts";
import type { AnswerCounts, errorSlices } from "@/lib/domain/epistemic/evaluation/human-evaluation.ts";
import { describeEstimate, estimateSentence } from "@/lib/domain/format/estimates.ts";
import type { CeilingLine } from "@/lib/domain/results/comparison/human-ceiling.ts";
import { type RaterGroup, raterTableName } from "@/lib/domain/results/views/people/rater-view.ts";

/** The accuracy of people and each model, by one attribute of the problems. */
export function AccuracyTable({
  slice,
  groups,
  ceiling = [],
}: {
  slice: (typeof errorSlices)[number];
  groups: readonly RaterGroup[];
  /** The raters' agreement. */
  ceiling?: readonly CeilingLine[];
}) {
  const values = new Set(groups.flatMap(({ report }) => report.slices[slice].map(({ value }) => value)));
  const lines = [
    ...sortSlices([...values].map((value) => ({ value }))).map(({ value }) => ({
      key: value,
      head: sliceValue(slice, value),
      countsOf: ({ report }: RaterGroup) => report.slices[slice].find((own) => own.value === value)?.counts,
    })),
    { key: "all", head: "All", countsOf: ({ report }: RaterGroup) => report.all },
  ];
  return (
    <Table caption={`Right answers by ${sliceTitle[slice]}`} takenAs={raterTableName(slice)}>
      <thead>
        <tr>
          <Th>
            <span className="inline-block first-letter:uppercase">{sliceTitle[slice]}</span>
          </Th>
          {groups.map(({ label }) => (
            <Th key={label} className="min-w-44">
              {label}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, head, countsOf }) => (
          <tr key={key}>
            <Th scope="row">{head}</Th>
            {groups.map((group) => (
              <AccuracyCell key={group.label} counts={countsOf(group)} side={group.side} ceiling={ceiling} />
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function AccuracyCell({
  counts,
  side,
  ceiling,
}: {
  counts: AnswerCounts | undefined;
  side: RaterGroup["side"];
  ceiling: readonly CeilingLine[];
}) {
  if (!counts) return <Td className="text-ink-soft">no answer</Td>;
  const description = describeEstimate({ ...counts, value: counts.accuracy }, counts.n);
  return (
    <Td>
      <span className="flex flex-wrap items-baseline justify-between gap-x-3 tabular-nums">
        <span className={side === "people" ? "font-semibold text-people-ink" : "font-semibold text-models-ink"}>
          {description.value}
        </span>
        <span className="text-xs text-ink-soft">
          {description.interval}, {description.n}
        </span>
        {description.note && <span className="text-xs text-ink-soft">{description.note}</span>}
      </span>
      <IntervalBar
        side={side}
        value={counts.accuracy}
        low={counts.low}
        high={counts.high}
        reference={0.5}
        levels={ceiling}
        label={estimateSentence(description)}
      />
    </Td>
  );
}
