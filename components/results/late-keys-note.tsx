import { Callout } from "@/components/ui/callout.tsx";
import { formatNumberOf } from "@/lib/domain/results/figures/format-figures.ts";
import type { LateKeys } from "@/lib/domain/results/model/study-results.ts";

/** That a key was changed after answers were given: said on every page whose numbers rest on it. */
export function LateKeysNote({ lateKeys, hint = null }: { lateKeys: LateKeys | null; hint?: string | null }) {
  if (lateKeys === null) return null;
  return (
    <Callout tone="warn" title="A key was changed after answers were given">
      {formatNumberOf(lateKeys.items, "item")} of this study {lateKeys.items === 1 ? "is" : "are"} scored with a key
      saved after the first answer (newest: version {lateKeys.version}, {lateKeys.savedAt.toISOString().slice(0, 10)}).
      {hint && ` ${hint}`}
    </Callout>
  );
}
