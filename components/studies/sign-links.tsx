"use client";

import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { CopyButton } from "@/components/ui/forms/copy-button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";

export interface SignedLinkLine {
  externalId: string;
  url: string;
}

/** The form that creates signed links for a list of IDs. */
export function SignLinks({ studyId, action }: { studyId: string; action: FormAction<SignedLinkLine[]> }) {
  return (
    <ActionForm<SignedLinkLine[]>
      action={action}
      hidden={{ study: studyId }}
      label="Signed links"
      className="grid grid-cols-1 gap-5"
    >
      {(state) => (
        <>
          <Field name="people" label="Participant IDs" hint="At most 5,000 per request. Nothing is stored.">
            <TextArea rows={4} spellCheck={false} />
          </Field>
          <div>
            <SubmitButton look="secondary">Sign</SubmitButton>
          </div>
          {state?.ok && (
            <div className="grid grid-cols-1 gap-2">
              <div className="flex flex-wrap items-center justify-between gap-3">
                <p>
                  {state.value.length === 1 ? "One link" : `${formatCount(state.value.length)} links`}, one per line,
                  each with its number first.
                </p>
                <CopyButton text={formatLinks(state.value)} label="Copy all" />
              </div>
              <textarea
                readOnly
                aria-label="Signed links"
                rows={Math.min(8, state.value.length + 1)}
                className="w-full rounded-md border border-edge bg-sunken p-3 font-mono text-xs"
                value={formatLinks(state.value)}
              />
            </div>
          )}
        </>
      )}
    </ActionForm>
  );
}

function formatLinks(links: readonly SignedLinkLine[]): string {
  return links.map((link) => `${link.externalId}\t${link.url}`).join("\n");
}
