"use client";

import { ActionForm } from "@/components/ui/action-form.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { CopyButton } from "@/components/ui/copy-button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Select } from "@/components/ui/select.tsx";
import { SubmitButton } from "@/components/ui/submit-button.tsx";
import { TextInput } from "@/components/ui/text-input.tsx";
import { roles } from "../role-words.ts";
import { inviteAction } from "./actions.ts";

/** Makes a link and shows it the one time that it can be shown. */
export function InviteForm({ projectId }: { projectId: string }) {
  return (
    <ActionForm
      action={inviteAction}
      hidden={{ projectId }}
      resetsOnSuccess
      label="Invite somebody"
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
            <SubmitButton look="secondary">Make a link</SubmitButton>
          </div>
          <div role="status">
            {state?.ok && (
              <Callout tone="good" title={`Send this link to ${state.value.email}`}>
                <p>It is shown only now. If it gets lost, invite the address again.</p>
                <p className="my-2 rounded-sm bg-surface px-2 py-1.5 font-mono text-sm break-all select-all">
                  {state.value.url}
                </p>
                <CopyButton text={state.value.url} label="Copy the link" />
              </Callout>
            )}
          </div>
        </>
      )}
    </ActionForm>
  );
}
