import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { type EndpointSettings, reasoningEfforts } from "@/lib/domain/models/evaluation/endpoint-settings.ts";

/** The address, settings and prices of an endpoint. */
export function EndpointForm<Value>({
  action,
  hidden,
  label,
  name = "",
  settings,
  hasKey,
}: {
  action: FormAction<Value>;
  hidden: Record<string, string>;
  label: string;
  name?: string;
  settings: EndpointSettings;
  hasKey: boolean;
}) {
  return (
    <ActionForm
      action={action}
      hidden={hidden}
      label={label}
      className="grid max-w-[52rem] items-start gap-5 sm:grid-cols-2"
    >
      <AddressFields name={name} settings={settings} hasKey={hasKey} />
      <SamplingFields settings={settings} />
      <PriceAndRateFields settings={settings} />
      <span className="max-sm:hidden" />
      <PromptFields settings={settings} />
      <div className="sm:col-span-2">
        <SubmitButton>Save</SubmitButton>
      </div>
    </ActionForm>
  );
}

type SettingsProps = { settings: EndpointSettings };

/** The fields for the address of the model and its API key. */
function AddressFields({ name, settings, hasKey }: SettingsProps & { name: string; hasKey: boolean }) {
  return (
    <>
      <Field name="name" label="Name" hint="The name of the model in lists and results.">
        <TextInput defaultValue={name} maxLength={200} required autoComplete="off" />
      </Field>
      <Field name="model" label="Model" hint="The model name at the endpoint.">
        <TextInput defaultValue={settings.model} maxLength={200} required autoComplete="off" />
      </Field>
      <Field name="url" label="Address" hint="The URL up to “/v1”.">
        <TextInput type="url" defaultValue={settings.url} maxLength={500} required placeholder="https://…/v1" />
      </Field>
      <Field name="style" label="Kind of endpoint">
        <Select
          defaultValue={settings.style}
          options={[
            { value: "chat", label: "Chat completions (tuned models)" },
            { value: "completions", label: "Completions (base models)" },
          ]}
        />
      </Field>
      <Field
        name="key"
        label="Key"
        hint={
          hasKey
            ? "A key is stored and never shown. Leave empty to keep it. It is deleted if the address changes to another server."
            : "Stored encrypted, and never shown again. Local endpoints often do not need a key."
        }
        isOptional
      >
        <TextInput type="password" maxLength={500} autoComplete="new-password" />
      </Field>
      {hasKey ? <Checkbox name="forgetKey" label="Delete the stored key" /> : <span className="max-sm:hidden" />}
    </>
  );
}

const mediaOptions = [
  { value: "none", label: "Text only" },
  { value: "images", label: "Text and images" },
  { value: "images-and-audio", label: "Text, images and audio" },
];

/** The fields for media input, answer length and sampling. */
function SamplingFields({ settings }: SettingsProps) {
  return (
    <>
      <Field
        name="media"
        label="Media"
        hint="Items with images or recordings are sent only to models that support them."
      >
        <Select defaultValue={settings.media} options={mediaOptions} />
      </Field>
      <Field name="temperature" label="Temperature" hint="Leave empty to not send it." isOptional>
        <TextInput inputMode="decimal" defaultValue={settings.temperature ?? ""} maxLength={10} />
      </Field>
      <Field name="reasoningEffort" label="Reasoning effort" hint="For reasoning models." isOptional>
        <Select
          defaultValue={settings.reasoningEffort ?? ""}
          options={[{ value: "", label: "Not sent" }, ...reasoningEfforts.map((value) => ({ value, label: value }))]}
        />
      </Field>
      <Field name="maximumTokens" label="Max. tokens per answer" hint="Includes reasoning tokens.">
        <TextInput inputMode="numeric" defaultValue={settings.maximumTokens} maxLength={10} required />
      </Field>
      <Field name="seed" label="Seed" hint="Leave empty to not send it." isOptional>
        <TextInput inputMode="numeric" defaultValue={settings.seed ?? ""} maxLength={16} />
      </Field>
    </>
  );
}

/** The fields for token prices and rate limits. */
function PriceAndRateFields({ settings }: SettingsProps) {
  return (
    <>
      <Field name="promptUsdPerMillion" label="USD per million input tokens" isOptional>
        <TextInput inputMode="decimal" defaultValue={settings.promptUsdPerMillion ?? ""} maxLength={20} />
      </Field>
      <Field name="completionUsdPerMillion" label="USD per million output tokens" isOptional>
        <TextInput inputMode="decimal" defaultValue={settings.completionUsdPerMillion ?? ""} maxLength={20} />
      </Field>
      <Field name="parallel" label="Parallel calls">
        <TextInput inputMode="numeric" defaultValue={settings.parallel} maxLength={4} required />
      </Field>
      <Field name="perMinute" label="Max. calls per minute" isOptional>
        <TextInput inputMode="numeric" defaultValue={settings.perMinute ?? ""} maxLength={8} />
      </Field>
      <Field name="timeoutSeconds" label="Timeout of a call (seconds)">
        <TextInput inputMode="numeric" defaultValue={settings.timeoutSeconds} maxLength={5} required />
      </Field>
    </>
  );
}

/** What is sent with every question. */
function PromptFields({ settings }: SettingsProps) {
  return (
    <>
      <div className="sm:col-span-2">
        <Field
          name="system"
          label="System message"
          hint="Sent before each question. People do not see it, so the stimulus counts as different."
          isOptional
        >
          <TextArea defaultValue={settings.system} maxLength={20_000} rows={2} />
        </Field>
      </div>
      <div className="sm:col-span-2">
        <Field name="extra" label="Additional request fields" hint='As JSON, such as {"top_p": 0.9}.' isOptional>
          <TextArea
            defaultValue={Object.keys(settings.extra).length === 0 ? "" : JSON.stringify(settings.extra, null, 2)}
            maxLength={20_000}
            rows={2}
          />
        </Field>
      </div>
    </>
  );
}
