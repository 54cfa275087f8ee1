import { type DemoPart, demoPartTitles } from "@/lib/domain/demo-parts.ts";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { Callout } from "./callout.tsx";
import { ActionForm } from "./forms/action-form.tsx";
import { SubmitButton } from "./forms/submit-button.tsx";

/** A notice for owners about demo parts of the new version that this installation does not have yet. */
export function NewDemoParts({
  parts,
  add,
  dismiss,
}: {
  parts: readonly DemoPart[];
  add: FormAction<void>;
  dismiss: FormAction<void>;
}) {
  return (
    <Callout
      className="mb-8"
      title="New demo parts are available"
      actions={
        <>
          <ActionForm action={add} label="Add demo parts">
            <SubmitButton size="small">Add to the first project</SubmitButton>
          </ActionForm>
          <ActionForm action={dismiss} label="Dismiss demo parts">
            <SubmitButton size="small" look="quiet">
              Dismiss
            </SubmitButton>
          </ActionForm>
        </>
      }
    >
      <ul className="list-disc pl-5">
        {parts.map((part) => (
          <li key={part}>{demoPartTitles[part]}</li>
        ))}
      </ul>
    </Callout>
  );
}
