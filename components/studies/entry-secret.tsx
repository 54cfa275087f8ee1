"use client";

import { useState } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { CopyButton } from "@/components/ui/forms/copy-button.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";

/** Makes a new secret and shows it this once. */
export function EntrySecret({ studyId, action }: { studyId: string; action: FormAction<{ secret: string }> }) {
  const [secret, setSecret] = useState<string | null>(null);
  const act: FormAction = async (previous, form) => {
    const state = await action(previous as Parameters<typeof action>[0], form);
    if (state?.ok) setSecret(state.value.secret);
    return state;
  };
  return (
    <>
      <div>
        <ConfirmButton
          action={act}
          hidden={{ study: studyId }}
          title="Make a new secret?"
          consequence={
            <p>
              Links signed with the secret before lose their proof. Their people can still take part, but cannot open a
              session that they began on another device.
            </p>
          }
          confirm="Make a new secret"
        >
          Make a new secret
        </ConfirmButton>
      </div>
      <div role="status">
        {secret && (
          <Callout tone="good" title="Keep it now: it is not shown again" actions={<CopyButton text={secret} />}>
            <code className="break-all">{secret}</code>
          </Callout>
        )}
      </div>
    </>
  );
}
