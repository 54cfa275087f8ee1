"use client";

import type { ReactNode } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { CopyButton } from "@/components/ui/forms/copy-button.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { CodeInput } from "./code-input.tsx";

type RecoveryCodesAction = FormAction<{ codes: string[] }>;

/** The form for the first code of an app, which then shows the app's recovery codes. */
export function ConfirmAuthenticatorForm({
  action,
  isConfirmed,
  children,
}: {
  action: RecoveryCodesAction;
  isConfirmed: boolean;
  children: ReactNode;
}) {
  return (
    <ActionForm action={action} label="Confirm the authenticator app">
      {(state) => (
        <>
          {children}
          {state?.ok && <RecoveryCodes codes={state.value.codes} />}
          {!isConfirmed && !state?.ok && (
            <>
              <CodeInput label="Code from the app" />
              <div>
                <SubmitButton>Confirm</SubmitButton>
              </div>
            </>
          )}
        </>
      )}
    </ActionForm>
  );
}

/** Replaces the recovery codes and shows the new ones. */
export function RenewRecoveryCodesForm({ action, children }: { action: RecoveryCodesAction; children: ReactNode }) {
  return (
    <ActionForm action={action} label="Create new recovery codes" resetsOnSuccess>
      {(state) => (
        <>
          {state?.ok ? <RecoveryCodes codes={state.value.codes} /> : children}
          <CodeInput label="Code to create new recovery codes" />
          <div>
            <SubmitButton look="secondary">Create new recovery codes</SubmitButton>
          </div>
        </>
      )}
    </ActionForm>
  );
}

/** The recovery codes. They are shown once; only their hashes are stored. */
function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div role="status">
      <Callout tone="good" title="Your recovery codes">
        <p>
          You can use each code once instead of a code from your authenticator app. Store them where you can find them
          without your phone: they are not shown again.
        </p>
        <ul className="my-3 grid gap-1 font-mono text-sm">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CopyButton text={codes.join("\n")} label="Copy the codes" />
      </Callout>
    </div>
  );
}
