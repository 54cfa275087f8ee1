import { Callout } from "@/components/ui/callout.tsx";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";

/** A warning after an import, if the current team cannot finish all copies of the collection. */
export function BlockedCallout({ copies }: { copies: number }) {
  return (
    copies > 0 && (
      <Callout tone="warn" title="More annotators are needed">
        {formatNumberOf(copies, "copy", "copies")} of this collection cannot be finished by its current team. Invite
        annotators, or allow members under People; the overview lists the copies and the reasons.
      </Callout>
    )
  );
}
