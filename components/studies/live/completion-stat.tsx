import { Stat } from "@/components/ui/stat.tsx";
import type { Completion } from "@/lib/domain/survey/live/prepare-flow.ts";

/** How many of the sessions that ended were completed; null while too many are under way to be counted. */
export function CompletionStat({ completion }: { completion: Completion | null }) {
  const label = "Completed, of sessions that ended";
  if (completion === null) {
    return <Stat label={label} value={null} note="Shown when fewer than a thousand people are under way." />;
  }
  const { completed, dropped, share } = completion;
  return (
    <Stat
      label={label}
      value={share.estimate === null ? null : percent(share.estimate)}
      interval={share.estimate !== null && `95% interval ${percent(share.low)} to ${percent(share.high)}`}
      n={`n = ${(completed + dropped).toLocaleString("en")}: ${completed.toLocaleString("en")} completed, ${dropped.toLocaleString("en")} dropped out`}
      note={share.estimate === null && "No session has ended so far."}
    />
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}
