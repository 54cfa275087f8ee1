"use client";

import { Callout } from "@/components/ui/callout.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { CopyButton } from "@/components/ui/forms/copy-button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { createTokenAction } from "./actions.ts";

const roleLabels: Readonly<Record<string, string>> = {
  viewer: "Read only",
  researcher: "Read and write",
  admin: "Administration",
};

const lifetimes = [7, 30, 90, 365];

interface TokenFormProps {
  /** The roles that the person may grant, from the fewest rights to the most. */
  roles: readonly string[];
  studies: readonly { id: string; name: string }[];
}

/** Creates a token and shows its secret once. */
export function TokenForm({ roles, studies }: TokenFormProps) {
  return (
    <ActionForm action={createTokenAction} resetsOnSuccess label="Create a token" className="grid max-w-3xl gap-5">
      {(state) => (
        <>
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <Field name="name" label="Name" hint="The program that uses it, for example “analysis notebook”.">
              <TextInput autoComplete="off" maxLength={100} />
            </Field>
            <Field name="role" label="Rights">
              <Select
                defaultValue={roles[0]}
                options={roles.map((role) => ({ value: role, label: roleLabels[role] ?? role }))}
              />
            </Field>
            <Field name="study" label="Studies" hint="A token for one study gives access to nothing else." isOptional>
              <Select
                defaultValue=""
                options={[
                  { value: "", label: "The whole project" },
                  ...studies.map(({ id, name }) => ({ value: id, label: name })),
                ]}
              />
            </Field>
            <Field name="days" label="Expires after">
              <Select
                defaultValue="30"
                options={lifetimes.map((days) => ({ value: String(days), label: `${days} days` }))}
              />
            </Field>
          </div>
          <div>
            <SubmitButton look="secondary">Create token</SubmitButton>
          </div>
          <div role="status">
            {state?.ok && (
              <Callout tone="good" title={`Copy the token “${state.value.name}” now`}>
                <p>The token is shown only once. If it is lost, revoke it and create another.</p>
                <p className="my-2 rounded-sm bg-surface px-2 py-1.5 font-mono text-sm break-all select-all">
                  {state.value.secret}
                </p>
                <CopyButton text={state.value.secret} label="Copy the token" />
              </Callout>
            )}
          </div>
        </>
      )}
    </ActionForm>
  );
}
