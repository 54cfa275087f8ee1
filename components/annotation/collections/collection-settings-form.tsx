import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import type { CollectionSettings } from "@/lib/domain/annotation/collection-settings.ts";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { takeOverMinutes } from "@/lib/domain/leases/take-over.ts";

/** All settings of a collection's work. */
export function CollectionSettingsForm({
  action,
  collection,
  pay,
  hasTask,
}: {
  action: FormAction;
  collection: { id: string; name: string; isTraining: boolean; settings: CollectionSettings };
  /** Amounts in whole currency units; an empty string if no pay is set. */
  pay: { perHour: string; perItem: string };
  /** Whether the items have a task schema; blind re-solves apply to stories only. */
  hasTask: boolean;
}) {
  const { settings } = collection;
  const percent = (share: number) => String(Math.round(share * 10_000) / 100);
  return (
    <ActionForm
      action={action}
      hidden={{ collection: collection.id }}
      label="Settings of the collection"
      className="block"
    >
      <WorkSettings {...{ collection, settings, pay, percent }} />
      <Section
        title="Review of unchanged items"
        lead="All changed items are reviewed. A random share of the unchanged items is also reviewed to estimate their defect rate."
      >
        <div className="grid max-w-[52rem] items-start gap-5 sm:grid-cols-2">
          <Field name="reviewShareUntouched" label="Unchanged items to review (%)">
            <TextInput defaultValue={percent(settings.reviewShareUntouched)} inputMode="decimal" maxLength={8} />
          </Field>
        </div>
      </Section>
      {hasTask ? (
        <>
          <input type="hidden" name="reSolveAnswers" value={settings.reSolveAnswers} />
          <input type="hidden" name="reSolveShare" value={percent(settings.reSolveShare)} />
          <input type="hidden" name="reSolveOverlap" value={percent(settings.reSolveOverlap)} />
        </>
      ) : (
        <ReSolveSettings {...{ settings, percent }} />
      )}
      <div className="mt-8">
        <SubmitButton>Save settings</SubmitButton>
      </div>
    </ActionForm>
  );
}

/** The settings of the blind re-solve of stories. */
function ReSolveSettings({ settings, percent }: { settings: CollectionSettings; percent: (share: number) => string }) {
  return (
    <Section
      title="Blind re-solve"
      lead="Before a reviewed item is accepted, people who have never seen it solve it. It is a quality check, not a baseline."
    >
      <div className="grid max-w-[52rem] items-start gap-5 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <Checkbox
            name="requiresReSolve"
            label="Reviewed items are solved blind before they are accepted"
            defaultChecked={settings.requiresReSolve}
          />
        </div>
        <Field name="reSolveAnswers" label="Answers for each item">
          <TextInput type="number" min={1} max={50} defaultValue={settings.reSolveAnswers} inputMode="numeric" />
        </Field>
        <Field name="reSolveShare" label="Minimum % correct">
          <TextInput defaultValue={percent(settings.reSolveShare)} inputMode="decimal" maxLength={8} />
        </Field>
        <Field
          name="reSolveOverlap"
          label="Minimum % overlap with the marked error"
          hint="Mean word overlap (IoU) of the right answers; erroneous stories only."
        >
          <TextInput defaultValue={percent(settings.reSolveOverlap)} inputMode="decimal" maxLength={8} />
        </Field>
      </div>
    </Section>
  );
}

/** The settings that distribute items to annotators and reviewers, and set their pay. */
function WorkSettings({
  collection,
  settings,
  pay,
  percent,
}: {
  collection: { id: string; name: string; isTraining: boolean; settings: CollectionSettings };
  settings: CollectionSettings;
  pay: { perHour: string; perItem: string };
  percent: (share: number) => string;
}) {
  return (
    <Section title="The work">
      <div className="grid max-w-[52rem] items-start gap-5 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <Field name="name" label="Name">
            <TextInput maxLength={200} defaultValue={collection.name} autoComplete="off" />
          </Field>
        </div>
        <Field
          name="overlap"
          label="Annotators for each item"
          hint="Raising the number adds copies to undecided items; lowering it removes none."
        >
          <TextInput type="number" min={1} max={20} defaultValue={settings.overlap} inputMode="numeric" />
        </Field>
        <Field
          name="leaseMinutes"
          label="Lease of a task (minutes)"
          hint={`Time after the last activity. The annotator can resume the task later; ${takeOverMinutes} minutes after the lease, other annotators can take it. No text is lost.`}
        >
          <TextInput type="number" min={1} max={1440} defaultValue={settings.leaseMinutes} inputMode="numeric" />
        </Field>
        <Field
          name="payPerHour"
          label="Pay per hour"
          hint="Per hour of active time. If pay per item is set, this is the minimum hourly pay. Never used to reject work."
          isOptional
        >
          <TextInput defaultValue={pay.perHour} inputMode="decimal" maxLength={20} />
        </Field>
        <Field
          name="payPerItem"
          label="Pay per item"
          hint="For each finished copy and each decided review. Leave empty to pay by the hour."
          isOptional
        >
          <TextInput defaultValue={pay.perItem} inputMode="decimal" maxLength={20} />
        </Field>
        <Field name="currency" label="Currency" hint="Three letters, such as USD.">
          <TextInput defaultValue={settings.currency} maxLength={3} autoComplete="off" />
        </Field>
        <Field
          name="practicePassMark"
          label="Required practice score (%)"
          hint="Minimum share of practice items on which the annotator’s first verdict agrees with the expert and finds the error. Leave empty if no practice is required."
          isOptional
        >
          <TextInput
            defaultValue={settings.practicePassMark == null ? "" : percent(settings.practicePassMark)}
            inputMode="decimal"
            maxLength={8}
          />
        </Field>
        <div className="sm:col-span-2">
          <Field name="instructions" label="Instructions" hint="Shown to annotators with the rules." isOptional>
            <TextArea rows={6} maxLength={20_000} defaultValue={settings.instructions} />
          </Field>
        </div>
      </div>
    </Section>
  );
}
