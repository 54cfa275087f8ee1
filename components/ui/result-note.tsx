import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatMinute } from "@/lib/domain/format/times.ts";
import type { ResultState } from "@/lib/domain/result-state.ts";
import { Callout } from "./callout.tsx";
import { ActionForm } from "./forms/action-form.tsx";
import { SubmitButton } from "./forms/submit-button.tsx";
import { ResultWait } from "./result-wait.tsx";

/**
 * The progress of a computation, the reason of its failure, or a note that its data have changed since, with a button
 * to compute again; empty if the result is current.
 *
 * @param what the result, as a part of a sentence: "the errors found"
 */
export function ResultNote({
  state: { kind, subject, stored, working, failed },
  what,
  recompute,
}: {
  state: ResultState<unknown>;
  what: string;
  recompute: FormAction<null>;
}) {
  if (working) return <ResultWait {...working} />;
  const again = (label: string) => (
    <ActionForm action={recompute} hidden={{ kind, subject }} label={`${label}: ${what}`}>
      <div>
        <SubmitButton look="secondary">{label}</SubmitButton>
      </div>
    </ActionForm>
  );
  if (failed !== null)
    return (
      <Callout tone="warn" title={`Could not be computed: ${what}`}>
        {failed}
        {again("Try again")}
      </Callout>
    );
  if (!stored?.isStale) return null;
  return (
    <Callout tone="warn" title="Stale: the data have changed since">
      This was computed on {minuteOf(stored.computedAt)} from data {stored.dataHash.slice(0, 12)}: {what}.
      {again("Recompute")}
    </Callout>
  );
}

function minuteOf(time: Date): string {
  return `${formatMinute(time)}`;
}
