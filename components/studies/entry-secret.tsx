"use client";

import { useState } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { CopyButton } from "@/components/ui/forms/copy-button.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";

/** A button that creates a new secret and shows it once. */
export function EntrySecret({ studyId, action }: { studyId: string; action: FormAction<{ secret: string }> }) {
  const [secret, setSecret] = useState<string | null>(null);
  const createSecret: FormAction = async (previous, form) => {
    const state = await action(previous as Parameters<typeof action>[0], form);
    if (state?.ok) setSecret(state.value.secret);
    return state;
  };
  return (
    <>
      <div>
        <ConfirmButton
          action={createSecret}
          hidden={{ study: studyId }}
          title="Create a new secret?"
          consequence={
            <p>
              Links signed with the old secret count as unsigned. People can still take part, but cannot continue a
              session on another device.
            </p>
          }
          confirm="Create a new secret"
        >
          Create a new secret
        </ConfirmButton>
      </div>
      <div role="status">
        {secret && (
          <Callout
            tone="good"
            title="Copy the secret now. It will not be shown again."
            actions={<CopyButton text={secret} />}
          >
            <code className="break-all">{secret}</code>
          </Callout>
        )}
      </div>
    </>
  );
}
