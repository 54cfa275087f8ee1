"use client";

import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { roles } from "@/lib/domain/roles.ts";
import { inviteAction } from "./actions.ts";
import { SecretLink } from "./secret-link.tsx";

/** Creates a link and shows it once. */
export function InviteForm({ projectId }: { projectId: string }) {
  return (
    <ActionForm
      action={inviteAction}
      hidden={{ projectId }}
      resetsOnSuccess
      label="Invite a user"
      className="grid max-w-3xl gap-5"
    >
      {(state) => (
        <>
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <Field name="email" label="E-mail address">
              <TextInput type="email" inputMode="email" autoComplete="off" autoCapitalize="none" spellCheck={false} />
            </Field>
            <Field name="role" label="Role">
              <Select defaultValue="researcher" options={roles.map((role) => ({ value: role, label: role }))} />
            </Field>
          </div>
          <div>
            <SubmitButton look="secondary">Create a link</SubmitButton>
          </div>
          <div role="status">
            {state?.ok && (
              <SecretLink title={`Send this link to ${state.value.email}`} url={state.value.url}>
                The link is shown only once. If it is lost, invite the address again.
              </SecretLink>
            )}
          </div>
        </>
      )}
    </ActionForm>
  );
}
