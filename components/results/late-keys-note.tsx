import { Callout } from "@/components/ui/callout.tsx";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { formatDay } from "@/lib/domain/format/times.ts";
import type { LateKeys } from "@/lib/domain/results/model/study-results.ts";

/** Warns that a key was changed after answers were given. Shown on every page with affected numbers. */
export function LateKeysNote({ lateKeys, hint = null }: { lateKeys: LateKeys | null; hint?: string | null }) {
  if (lateKeys === null) return null;
  return (
    <Callout tone="warn" title="A key was changed after answers were given">
      {formatNumberOf(lateKeys.items, "item")} of this study {lateKeys.items === 1 ? "is" : "are"} scored with a key
      saved after the first answer (newest: version {lateKeys.version}, {formatDay(lateKeys.savedAt)}).
      {hint && ` ${hint}`}
    </Callout>
  );
}
