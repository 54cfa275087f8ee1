import { StatusCaption } from "@/components/charts/status-note.tsx";
import { IntervalBar } from "@/components/ui/interval-bar.tsx";
import { RenderInChunks } from "@/components/ui/render-in-chunks.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { describeShare, formatCount } from "@/lib/domain/format/figures.ts";
import type { Share } from "@/lib/domain/results/model/share.ts";
import type { ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import type { ConditionRow } from "@/lib/domain/results/preparation/prepare-conditions.ts";
import { ShareCell } from "./comparison-table.tsx";

/** Accuracy under each condition: people on all their cells, and each model on the corresponding cells. */
export function ConditionTable({
  rows,
  labels,
  chance,
  status,
}: {
  rows: readonly ConditionRow[];
  /** The labels of the models, in the order of the models in each row. */
  labels: readonly string[];
  chance: number | null;
  status: ResultStatus;
}) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <Table caption="Accuracy under each condition, with 95% intervals" isCaptionHidden takenAs="conditions">
        <thead>
          <tr>
            <Th>Condition</Th>
            <Th className="min-w-36">People</Th>
            <Th isNumber>Majority vote</Th>
            <Th isNumber>Mean individual</Th>
            <Th isNumber>Ties</Th>
            {labels.map((label) => (
              <Th key={label} isNumber className="min-w-32">
                {label}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          <RenderInChunks each={1}>
            {rows.map((row) => (
              <tr key={row.condition.id}>
                <Th scope="row" className="min-w-40">
                  {row.condition.label}
                </Th>
                <Td>
                  <PeopleBar share={row.majority} chance={chance} />
                </Td>
                <ShareCell share={row.majority} />
                <ShareCell share={row.people} unit="answers" />
                <Td isNumber>{formatCount(row.ties)}</Td>
                {row.models.map((share, index) => (
                  <ShareCell key={labels[index]} share={share} />
                ))}
              </tr>
            ))}
          </RenderInChunks>
        </tbody>
      </Table>
      <StatusCaption status={status} />
    </div>
  );
}

function PeopleBar({ share, chance }: { share: Share; chance: number | null }) {
  return (
    <IntervalBar
      value={share.value}
      low={share.low}
      high={share.high}
      side="people"
      {...(chance === null ? {} : { reference: chance })}
      label={describeShare(share)}
    />
  );
}
