import type { Metadata } from "next";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { formatMoment } from "@/lib/domain/format/times.ts";
import { maxReleaseK } from "@/lib/domain/release/release-request.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import { environment } from "@/lib/server/platform/environment.ts";
import { readLocalServers } from "@/lib/server/platform/network/address-policies.ts";
import { getProjectK } from "@/lib/server/release/project-k.ts";
import { readProlificKeys } from "@/lib/server/studies/entry/prolific-keys.ts";
import { AdminTabs } from "../admin-tabs.tsx";
import { localServersAction, prolificKeysAction, releaseKAction } from "./actions.ts";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage() {
  const { actor, project } = await requireProject("users.manage");
  const [{ keys, isPasted, at }, servers, k] = await Promise.all([
    readProlificKeys(),
    readLocalServers(),
    getProjectK(actor, project.id),
  ]);
  return (
    <Page>
      <PageHeader title="Administration" lead="Settings of the current project, and of this installation." />
      <AdminTabs current="/research/admin/settings" isOwner={actor.isOwner} />
      <ReleaseKSection project={project} k={k} />
      <LocalServersSection projectId={project.id} servers={servers} />
      <Section
        title="Prolific keys"
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
            <ActionForm action={prolificKeysAction} label="Prolific keys">
              <Field
                name="keys"
                label="Key set"
                hint="Only if this server cannot reach Prolific: paste all of jwks.json. To fetch the keys again, save an empty field."
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

/** How many people must share all of their attributes in releases of a project. */
function ReleaseKSection({ project, k }: { project: { id: string; name: string }; k: number }) {
  return (
    <Section
      title={`Releases of ${project.name}`}
      lead="A release is refused while fewer people than this share all of their released attributes (k-anonymity), unless its author gives a reason."
    >
      <ActionForm
        action={releaseKAction}
        hidden={{ project: project.id }}
        label="k-anonymity of releases"
        className="grid max-w-measure grid-cols-1 gap-5"
      >
        <Field name="k" label="Min. people with the same attribute values (k-anonymity)">
          <TextInput type="number" min={1} max={maxReleaseK} defaultValue={k} className="max-w-24" />
        </Field>
        <div>
          <SubmitButton look="secondary">Save</SubmitButton>
        </div>
      </ActionForm>
    </Section>
  );
}

/** The local servers at which models may be called. */
function LocalServersSection({ projectId, servers }: { projectId: string; servers: string[] }) {
  const { privateEndpoints } = environment();
  return (
    <Section
      title="Local model servers"
      lead="Models on this machine or in its networks can be called only at these servers. Public servers need no entry."
    >
      <div className="grid max-w-measure grid-cols-1 gap-5">
        {privateEndpoints !== null ? (
          <p>
            The operator has set <code>PARALLAX_PRIVATE_ENDPOINTS={privateEndpoints}</code>, so no list applies:{" "}
            {privateEndpoints === "allow"
              ? "admins may enter any address of this machine and its networks."
              : "only public servers can be called."}
          </p>
        ) : (
          <ActionForm action={localServersAction} hidden={{ projectId }} label="Local model servers">
            <Field
              name="servers"
              label="Servers"
              hint="One host:port in each line, such as localhost:11434. Every project can then call them. Changes are recorded in the audit log."
              isOptional
            >
              <TextArea
                spellCheck={false}
                maxLength={20_000}
                defaultValue={servers.join("\n")}
                className="font-code text-sm"
              />
            </Field>
            <div>
              <SubmitButton look="secondary">Save the list</SubmitButton>
            </div>
          </ActionForm>
        )}
      </div>
    </Section>
  );
}
