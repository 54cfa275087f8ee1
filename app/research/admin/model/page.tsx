import type { Metadata } from "next";
import { Callout } from "@/components/ui/callout.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { reasoningEfforts } from "@/lib/domain/models/evaluation/endpoint-settings.ts";
import { readConstructionCaps } from "@/lib/server/construct/caps.ts";
import type { ReasoningEffort } from "@/lib/server/construct/endpoint.ts";
import { callDefaults, describeEndpoint } from "@/lib/server/construct/endpoint.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import type { ProjectChoice } from "@/lib/server/platform/auth/list-projects.ts";
import { AdminTabs } from "../admin-tabs.tsx";
import { setCapsAction, setEndpointAction, tryEndpointAction } from "./actions.ts";

export const metadata: Metadata = { title: "Language model" };

export default async function ModelPage() {
  const { actor, project } = await requireProject("users.manage");
  const [endpoint, caps] = await Promise.all([describeEndpoint(), readConstructionCaps()]);
  const endpointSettings = endpoint.ok
    ? endpoint
    : { url: "", model: "", hasKey: false, promptUsdPerMillion: null, completionUsdPerMillion: null, ...callDefaults };
  const isFromEnvironment = endpoint.ok && endpoint.source === "environment";
  return (
    <Page>
      <PageHeader
        title="Administration"
        lead="The language model that generates and rewrites stories for annotators."
      />
      <AdminTabs current="/research/admin/model" isOwner={actor.isOwner} />
      <Section
        title="Language model"
        lead="Any endpoint with the OpenAI chat-completions format, including local ones. It is used by all projects of this installation."
      >
        {isFromEnvironment && (
          <div className="mb-6">
            <Callout>
              PARALLAX_LLM_URL and PARALLAX_LLM_MODEL name {endpointSettings.model}; these settings have precedence over
              the values saved here. Further settings are in the variables PARALLAX_LLM_*.
            </Callout>
          </div>
        )}
        <ModelSettingsForm {...{ project, shown: endpointSettings }} />
      </Section>
      <Section title="Limits" lead="Limits on requests to the language model, for all projects of this installation.">
        <ActionForm
          action={setCapsAction}
          hidden={{ projectId: project.id }}
          label="Limits of the model"
          className="grid max-w-[52rem] items-start gap-5 sm:grid-cols-3"
        >
          <Field name="perBatch" label="Max. texts per request" hint="On a collection’s page “Construct”.">
            <TextInput type="number" min={1} max={100_000} defaultValue={caps.perBatch} />
          </Field>
          <Field name="perDay" label="Max. calls per project and day" hint="Including failed calls.">
            <TextInput type="number" min={1} max={1_000_000} defaultValue={caps.perDay} />
          </Field>
          <Field name="perItem" label="Max. candidates per item" hint="Requested by annotators.">
            <TextInput type="number" min={1} max={10_000} defaultValue={caps.perItem} />
          </Field>
          <div className="sm:col-span-3">
            <SubmitButton look="secondary">Save limits</SubmitButton>
          </div>
        </ActionForm>
      </Section>
      {endpoint.ok && (
        <Section title="Test the connection" lead="Sends one short request and shows the result.">
          <ActionForm action={tryEndpointAction} hidden={{ projectId: project.id }} label="Try the model">
            <div>
              <SubmitButton look="secondary">Ask {endpointSettings.model}</SubmitButton>
            </div>
          </ActionForm>
        </Section>
      )}
    </Page>
  );
}

/** Address, key and prices of the language model. */
function ModelSettingsForm({
  project,
  shown,
}: {
  project: ProjectChoice;
  shown:
    | {
        ok: true;
        source: "environment" | "settings";
        url: string;
        model: string;
        hasKey: boolean;
        promptUsdPerMillion: number | null;
        completionUsdPerMillion: number | null;
        temperature: number | null;
        reasoningEffort: ReasoningEffort | null;
        timeoutSeconds: number;
      }
    | {
        temperature: 0.8;
        reasoningEffort: null;
        timeoutSeconds: 1200;
        url: string;
        model: string;
        hasKey: boolean;
        promptUsdPerMillion: null;
        completionUsdPerMillion: null;
      };
}) {
  return (
    <ActionForm
      action={setEndpointAction}
      hidden={{ projectId: project.id }}
      label="Language model"
      className="grid max-w-[52rem] items-start gap-5 sm:grid-cols-2"
    >
      <Field name="url" label="Address" hint="The URL up to “/v1”.">
        <TextInput type="url" defaultValue={shown.url} maxLength={500} autoComplete="off" placeholder="https://…/v1" />
      </Field>
      <Field name="model" label="Model" hint="The model name at the endpoint.">
        <TextInput defaultValue={shown.model} maxLength={200} autoComplete="off" />
      </Field>
      <Field
        name="key"
        label="Key"
        hint={
          shown.hasKey
            ? "A key is stored and never shown. Leave empty to keep it. It is deleted if the address changes to another server."
            : "Stored encrypted, and never shown again. Local endpoints often do not need a key."
        }
        isOptional
      >
        <TextInput type="password" maxLength={500} autoComplete="new-password" />
      </Field>
      {shown.hasKey ? <Checkbox name="forgetKey" label="Delete the stored key" /> : <span />}
      <Field name="promptUsdPerMillion" label="USD per million input tokens" isOptional>
        <TextInput inputMode="decimal" maxLength={20} defaultValue={shown.promptUsdPerMillion ?? ""} />
      </Field>
      <Field name="completionUsdPerMillion" label="USD per million output tokens" isOptional>
        <TextInput inputMode="decimal" maxLength={20} defaultValue={shown.completionUsdPerMillion ?? ""} />
      </Field>
      <Field name="temperature" label="Temperature" hint="Empty: not sent, as required by some models." isOptional>
        <TextInput inputMode="decimal" maxLength={10} defaultValue={shown.temperature ?? ""} />
      </Field>
      <Field
        name="reasoningEffort"
        label="Reasoning effort"
        hint="For models that reason before they answer."
        isOptional
      >
        <Select
          defaultValue={shown.reasoningEffort ?? ""}
          options={[
            { value: "", label: "Not sent" },
            ...reasoningEfforts.map((effort) => ({ value: effort, label: effort })),
          ]}
        />
      </Field>
      <Field name="timeoutSeconds" label="Timeout of a call (seconds)" hint="1200 seconds are 20 minutes." isOptional>
        <TextInput type="number" min={10} max={3600} defaultValue={shown.timeoutSeconds} />
      </Field>
      <span />
      <div className="sm:col-span-2">
        <SubmitButton>Save</SubmitButton>
      </div>
    </ActionForm>
  );
}
