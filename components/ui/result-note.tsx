import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatMinute } from "@/lib/domain/format/times.ts";
import type { ResultState } from "@/lib/domain/result-state.ts";
import { Callout } from "./callout.tsx";
import { ActionForm } from "./forms/action-form.tsx";
import { SubmitButton } from "./forms/submit-button.tsx";
import { ResultWait } from "./result-wait.tsx";

/**
 * Shows the state of a result: the progress of its computation, the reason for a failure, or a note that its data have
 * changed. For the last two, there is a button to compute it again. Renders nothing if the result is current.
 * @param what the result as a noun phrase, for example "the errors found"
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
  const recomputeButton = (label: string) => (
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
        {recomputeButton("Try again")}
      </Callout>
    );
  if (!stored?.isStale) return null;
  return (
    <Callout tone="warn" title="Stale: the data have changed since">
      This was computed on {formatToMinute(stored.computedAt)} from data {stored.dataHash.slice(0, 12)}: {what}.
      {recomputeButton("Recompute")}
    </Callout>
  );
}

function formatToMinute(time: Date): string {
  return `${formatMinute(time)}`;
}
