import type { Metadata } from "next";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { formatMoment } from "@/lib/domain/format/times.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import { environment } from "@/lib/server/platform/environment.ts";
import { readProlificKeys } from "@/lib/server/studies/entry/prolific-keys.ts";
import { AdminTabs } from "../admin-tabs.tsx";
import { prolificKeysAction } from "./actions.ts";

export const metadata: Metadata = { title: "Recruiters" };

export default async function RecruitersPage() {
  const { actor } = await requireProject("users.manage");
  const { keys, isPasted, at } = await readProlificKeys();
  return (
    <Page>
      <PageHeader title="Administration" lead="Recruiter settings for all studies of this installation." />
      <AdminTabs current="/research/admin/recruiters" isOwner={actor.isOwner} />
      <Section
        title="Keys of Prolific"
        lead="Studies that require signed IDs verify the tokens of Prolific with these public keys."
      >
        <div className="grid max-w-measure grid-cols-1 gap-5">
          {keys.length === 0 ? (
            <p>
              No keys yet. They are fetched from <code className="break-all">{environment().prolificKeysUrl}</code> when
              the first token arrives, and then once a day.
            </p>
          ) : (
            <>
              <p>
                {isPasted ? "Pasted" : "Fetched"}
                {at && ` on ${formatMoment(new Date(at))}`}. {isPasted && "Pasted keys are not refreshed."}
              </p>
              <ul className="list-disc pl-5">
                {keys.map(({ kid }) => (
                  <li key={kid}>
                    <code className="break-all">{kid}</code>
                  </li>
                ))}
              </ul>
            </>
          )}
          {actor.isOwner ? (
            <ActionForm action={prolificKeysAction} label="Keys of Prolific">
              <Field
                name="keys"
                label="Key set"
                hint="Only if this server cannot reach Prolific: paste all of jwks.json. Save an empty field to fetch the keys again."
                isOptional
              >
                <TextArea spellCheck={false} maxLength={100_000} className="font-code text-sm" />
              </Field>
              <div>
                <SubmitButton look="secondary">Save the keys</SubmitButton>
              </div>
            </ActionForm>
          ) : (
            <p className="text-ink-soft">Only an owner of the installation can change them.</p>
          )}
        </div>
      </Section>
    </Page>
  );
}
