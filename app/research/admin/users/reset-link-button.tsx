"use client";

import { useState } from "react";
import { Dialog } from "@/components/ui/dialog.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { resetLinkAction } from "./actions.ts";
import { SecretLink } from "./secret-link.tsx";

/** Creates a password reset link. */
export function ResetLinkButton({ hidden, name }: { hidden: Record<string, string>; name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" size="small" onClick={() => setOpen(true)}>
        New password
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={`A new password for ${name}`}>
        <ActionForm action={resetLinkAction} hidden={hidden} label={`A new password for ${name}`}>
          {(state) => (
            <>
              <p>
                You create a link and send it to the person, who sets a new password with it. It works once, for one
                day.
              </p>
              <div role="status">
                {state?.ok && (
                  <SecretLink title={`Send this link to ${name}`} url={state.value.url}>
                    Verify that the request came from this user: anyone with the link can sign in as them.
                  </SecretLink>
                )}
              </div>
              <div className="flex justify-end gap-3">
                <Button onClick={() => setOpen(false)}>Close</Button>
                <SubmitButton>Create a link</SubmitButton>
              </div>
            </>
          )}
        </ActionForm>
      </Dialog>
    </>
  );
}
