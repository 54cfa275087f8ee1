import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";

/** The actions of a parity page; null for users with read access only. */
export interface ParityActions {
  sign: FormAction<null>;
  revoke: FormAction<null>;
  /** The benchmark of the study, for a new evaluation of models. */
  benchmarkId: string;
}

/** A form that signs off a stimulus with a name and a reason. If `stimulus` is undefined, it signs off all stimuli. */
export function SignForm({
  studyId,
  action,
  label,
  stimulus = {},
}: {
  studyId: string;
  action: FormAction<null>;
  label: string;
  stimulus?: Record<string, string>;
}) {
  return (
    <details className="mt-3">
      <summary className="w-fit rounded-sm underline decoration-edge underline-offset-4">{label}</summary>
      <ActionForm
        action={action}
        hidden={{ studyId, ...stimulus }}
        label={label}
        className="mt-4 grid max-w-measure gap-4"
      >
        <Field name="name" label="Your name">
          <TextInput maxLength={200} />
        </Field>
        <Field name="reason" label="Why this is acceptable">
          <TextInput maxLength={2000} />
        </Field>
        <div>
          <Button type="submit" look="primary">
            Sign
          </Button>
        </div>
      </ActionForm>
    </details>
  );
}
