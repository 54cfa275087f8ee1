import { estimateStat } from "@/components/charts/estimate.tsx";
import { Stat } from "@/components/ui/stat.tsx";
import { describeEstimate } from "@/lib/domain/format/estimates.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import type { CompletionRate } from "@/lib/domain/survey/live/prepare-flow.ts";

/**
 * The share of ended sessions that were completed. The value is null if there are too many sessions in progress to
 * count.
 */
export function CompletionStat({ completion }: { completion: CompletionRate | null }) {
  const label = "Completed (% of ended sessions)";
  if (completion === null) {
    return <Stat label={label} value={null} note="Not available with 1,000 or more sessions in progress." />;
  }
  const { completed, dropped, underWay, share } = completion;
  return (
    <Stat
      label={label}
      {...estimateStat(
        describeEstimate(
          { ...share, value: share.estimate },
          `n = ${formatCount(completed + dropped)}: ${formatCount(completed)} completed, ${formatCount(dropped)} dropped out`,
        ),
      )}
      note={[
        share.estimate === null ? "No session has ended so far." : "",
        underWay > 0
          ? `Not counted: ${formatCount(underWay)} sessions in progress (active within the lease duration).`
          : "",
      ]
        .join(" ")
        .trim()}
    />
  );
}
