import { Badge } from "@/components/ui/badge.tsx";
import { capitalize } from "@/lib/domain/format/capitalize.ts";
import { type ResultStatus, statusLabel, statusNote } from "@/lib/domain/results/plan/result-status.ts";

/** The status of the results below. Results of data that are not locked are not tested. */
export function StatusNote({ status, about }: { status: ResultStatus; about: string }) {
  return (
    <p className="mb-4 flex flex-wrap items-center gap-2 text-sm text-ink-soft">
      <Badge tone={status.kind === "interim" ? "warn" : "neutral"}>{capitalize(statusLabel(status))}</Badge>
      {about}
      {status.kind === "interim" && ": only estimates and intervals; nothing is tested before the data are locked"}.
    </p>
  );
}

/** The status of one figure or table, which may be read and copied without the notes around it. */
export function StatusCaption({ status }: { status: ResultStatus }) {
  return <p className="text-sm text-ink-soft">{statusNote(status)}</p>;
}
