import { Callout } from "@/components/ui/callout.tsx";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { UncountedPredictions } from "@/lib/domain/results/model/study-results.ts";

/** States that model answers are still being counted, with the progress. */
export function UncountedNote({ answers, runs, share, failed }: UncountedPredictions) {
  return (
    <Callout
      tone="warn"
      title={`${formatCount(answers)} answers of ${formatNumberOf(runs, "run")} are still being counted`}
    >
      {failed === null ? "" : `The last attempt failed (${failed}) and is being repeated. `}
      These answers are new or changed. Parallax is comparing each of them with the stimulus that people see. This runs
      in the background and is {Math.round(share * 100)}% done; reload the page to see more. These figures do not
      include answers that have not been counted yet.
    </Callout>
  );
}
