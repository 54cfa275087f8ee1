import { Table, Td, Th } from "@/components/ui/table.tsx";
import { describeEstimate, hasLimits } from "@/lib/domain/format/estimates.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { Share } from "@/lib/domain/results/model/share.ts";
import type { ExclusionEffectRow } from "@/lib/domain/results/preparation/prepare-exclusion-effect.ts";

/** People's results with and without the excluded answers, side by side. */
export function ExclusionEffectTable({ rows }: { rows: readonly ExclusionEffectRow[] }) {
  return (
    <Table caption="People’s results with and without the excluded answers">
      <thead>
        <tr>
          <Th>Condition</Th>
          <Th>Measure</Th>
          <Th isNumber>Without excluded answers</Th>
          <Th isNumber>With excluded answers</Th>
        </tr>
      </thead>
      <tbody>
        {rows.flatMap(({ condition, people, majority }) => [
          <tr key={`${condition} people`}>
            <Th scope="row" rowSpan={2}>
              {condition ?? "All conditions"}
            </Th>
            <Td className="min-w-40">Mean individual accuracy</Td>
            <ShareCell share={people.counted} unit="answer" />
            <ShareCell share={people.all} unit="answer" />
          </tr>,
          <tr key={`${condition} majority`}>
            <Td className="min-w-40">Majority-vote accuracy</Td>
            <ShareCell share={majority.counted} unit="cell" />
            <ShareCell share={majority.all} unit="cell" />
          </tr>,
        ])}
      </tbody>
    </Table>
  );
}

function ShareCell({ share, unit }: { share: Share; unit: string }) {
  const { value, interval, n } = describeEstimate(share, `n = ${formatNumberOf(share.n, unit)}`);
  return (
    <Td isNumber className="min-w-44">
      {value}
      <span className="block text-xs text-ink-soft">{hasLimits(interval) ? `${interval} (95%)` : interval}</span>
      <span className="block text-xs text-ink-soft">{n}</span>
    </Td>
  );
}
