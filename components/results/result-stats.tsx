import { estimateStat } from "@/components/charts/estimate.tsx";
import { StatusCaption } from "@/components/charts/status-note.tsx";
import { Stat, Stats } from "@/components/ui/stat.tsx";
import { WhatIsThis } from "@/components/ui/what-is-this.tsx";
import { describeEstimate } from "@/lib/domain/format/estimates.ts";
import { formatCount, formatNumberOf, formatRightOf } from "@/lib/domain/format/figures.ts";
import type { ResultTiePolicy } from "@/lib/domain/results/model/majority.ts";
import { tieWording } from "@/lib/domain/results/model/majority.ts";
import type { Share } from "@/lib/domain/results/model/share.ts";
import type { ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import type { ResultTotals } from "@/lib/domain/results/preparation/prepare-totals.ts";
import { isApproximate } from "@/lib/domain/statistics/clustered/interval-note.ts";

/** People's results: majority-vote accuracy, mean individual accuracy, ties, and number of answers per cell. */
export function ResultStats({
  totals,
  ties,
  itemsPerSession,
  status,
}: {
  totals: ResultTotals;
  ties: ResultTiePolicy;
  itemsPerSession: number;
  status: ResultStatus;
}) {
  const { perCell } = totals;
  return (
    <>
      <p className="text-sm text-ink-soft">
        Majority-vote accuracy <WhatIsThis term="Majority-vote accuracy" /> and mean individual accuracy{" "}
        <WhatIsThis term="Mean individual accuracy" />, over all answered cells.
      </p>
      <Stats>
        <Stat
          side="people"
          label="Majority-vote accuracy"
          {...shareStat(totals.majority, `${formatRightOf(totals.majority)} answered cells`)}
        />
        <Stat
          side="people"
          label="Mean individual accuracy"
          {...shareStat(
            totals.people,
            `${formatCount(totals.people.correct)} of ${formatCount(totals.people.n)} answers`,
          )}
          note={
            itemsPerSession > 1
              ? "The interval does not account for the correlation between answers of one person."
              : undefined
          }
        />
        <Stat
          label="Ties"
          value={formatCount(totals.ties)}
          n={`of ${formatNumberOf(totals.cells - totals.emptyCells, "answered cell")}`}
          note={`They ${tieWording(ties)}.`}
        />
        <Stat
          label="Answers per cell"
          value={perCell === null ? null : formatCount(perCell.median)}
          n={perCell === null ? undefined : `median; ${formatCount(perCell.least)} to ${formatCount(perCell.most)}`}
          note={`${formatCount(totals.cells - totals.emptyCells)} of ${formatCount(totals.cells)} cells are answered`}
        />
      </Stats>
      <StatusCaption status={status} />
    </>
  );
}

function shareStat(share: Share, n: string) {
  const intervalNotes = {
    clusters: `over ${formatNumberOf(share.clusters ?? 0, "story", "stories")}${isApproximate(share.interval, share.clusters ?? 0) ? ", approximate: 93 to 99% of such intervals contain the true value" : ""}`,
    "two-way": "over stories and people",
    items: "cells treated as independent",
    wilson: "all alike, Wilson",
  }[share.interval ?? "items"];
  const { reason, ...estimate } = share;
  return estimateStat(describeEstimate({ ...estimate, reason: share.low === null ? reason : null }, n), intervalNotes);
}
