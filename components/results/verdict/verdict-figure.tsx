import { GapRow } from "@/components/charts/gap-row.tsx";
import { Legend } from "@/components/charts/legend.tsx";
import { ShareAxis } from "@/components/charts/share-axis.tsx";
import { ParityBadge } from "@/components/ui/parity-badge.tsx";
import { describeShare } from "@/lib/domain/format/figures.ts";
import { type CeilingLine, ceilingLegend } from "@/lib/domain/results/comparison/human-ceiling.ts";
import { comparatorName } from "@/lib/domain/results/comparison/side-sentence.ts";
import type { VerdictLine } from "@/lib/domain/results/verdict/prepare-verdict.ts";

/** A chart of people and each model on one scale. The table above it shows the differences. */
export function VerdictFigure({
  lines,
  chance,
  ceiling,
  status,
}: {
  lines: readonly VerdictLine[];
  chance: number | null;
  ceiling: readonly CeilingLine[];
  /** The status of all lines, or of how many lines each. */
  status: string;
}) {
  return (
    <>
      <Legend
        entries={[
          { mark: "majority" as const, label: "People, majority vote" },
          { mark: "person" as const, label: "People, mean of individuals" },
          { mark: "model" as const, label: "Model" },
          ...(chance === null ? [] : [{ mark: "chance" as const, label: "Chance level" }]),
          ...(ceiling.length === 0 ? [] : [{ mark: "ceiling" as const, label: ceilingLegend(ceiling) }]),
        ]}
      />
      <div className="rounded-lg border border-rule bg-surface px-4 pb-2 sm:px-6">
        <div className="grid pt-3 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-x-6" data-axis>
          <div className="max-lg:hidden" />
          <div className="min-w-0">
            <ShareAxis />
          </div>
        </div>
        {lines.map(({ id, label, status, comparison: { sides, shared, alone, voters, majorityOf, parity } }) => (
          <div
            key={id}
            className="keep-together grid gap-y-1 border-t border-rule max-lg:py-3 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-x-6"
          >
            <div className="grid content-center gap-1 lg:py-3">
              <span className="font-serif text-lg leading-snug">{label}</span>
              {status !== null && <span className="text-sm text-ink-soft">{status}</span>}
              {parity.mismatch > 0 && <ParityBadge parity="mismatch" />}
            </div>
            <div className="relative min-h-16 min-w-0">
              <GapRow
                majority={sides.majority.people}
                person={sides.person.people}
                other={shared > 0 ? sides.person.model : alone}
                otherIs="model"
                chance={chance}
                ceiling={ceiling}
                label={`On the cells that people and the model answered, ${comparatorName("majority", voters, majorityOf)}: ${describeShare(sides.majority.people)}. The mean person: ${describeShare(sides.person.people)}. ${label}${status === null ? "" : ` (${status})`}: ${describeShare(shared > 0 ? sides.person.model : alone)}.`}
              />
            </div>
          </div>
        ))}
      </div>
      <p className="text-sm text-ink-soft">Status: {status}.</p>
    </>
  );
}
