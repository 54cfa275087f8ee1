import { Callout } from "@/components/ui/callout.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Progress } from "@/components/ui/progress.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import type { GenerativeProfile } from "@/lib/domain/results/simulation/generative-profile.ts";
import type { PowerTarget } from "@/lib/domain/results/simulation/plan-curves.ts";
import { formatOtherFields } from "@/lib/domain/results/simulation/profile-form.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import { ViewTables } from "../view-tables.tsx";

/** The latest simulation of a part of the plan: the planned tests, or the power curves. */
interface SimulatedPart {
  state: "working" | "done" | "failed" | "outdated";
  done: number;
  of: number;
  reason: string;
}

/** The simulations of the planned tests of a study: results, and a form that starts a new simulation. */
export function PlanSimulationSection({
  studyId,
  profile,
  times,
  seed,
  aim,
  parts,
  isFrozen,
  canInsert,
  actions,
}: {
  studyId: string;
  /** The assumptions of the latest simulation; without a simulation, those of the planner. */
  profile: GenerativeProfile;
  times: number;
  seed: string;
  aim: PowerTarget;
  parts: { name: "plan" | "curves"; label: string; simulated: SimulatedPart | null; view: View | null }[];
  /** Whether a change of the plan is an amendment. */
  isFrozen: boolean;
  /** Whether the latest simulation used the current design and plan. */
  canInsert: boolean;
  /** Null for users who may not change the study. */
  actions: { simulate: FormAction; insert: FormAction } | null;
}) {
  return (
    <Section
      title="Simulation of the analysis plan"
      lead="Runs the planned tests on simulated studies of this design: type I error, power, bias, coverage and widths, each with its Monte Carlo error. The curves show how power depends on people, stories, difference and margin, and how many people the wanted power needs. It runs in the background and continues after an interruption."
    >
      {parts.map(({ name, label, simulated, view }) => (
        <div key={name} className="mt-4 grid gap-4">
          {simulated?.state === "failed" && (
            <Callout tone="bad">
              {label}: the simulation failed. {simulated.reason}
            </Callout>
          )}
          {simulated?.state === "outdated" && (
            <Callout>{label}: the last simulation used older rules and is not shown. Simulate the plan again.</Callout>
          )}
          {simulated?.state === "working" && (
            <Progress label={`${label}, simulated`} side="people" value={simulated.done} maximum={simulated.of} />
          )}
          {view && (
            <details open={name === "plan"}>
              <summary className="cursor-pointer font-medium">{view.title}</summary>
              <div className="mt-4">
                <ViewTables
                  view={view}
                  status={null}
                  page={1}
                  fileHref={(file) => `/api/v1/studies/${studyId}/course/${file}?of=plan-${name}`}
                  pageHref={() => "#"}
                />
              </div>
            </details>
          )}
        </div>
      ))}
      {actions && <SimulationForm {...{ studyId, profile, times, seed, aim }} action={actions.simulate} />}
      {actions && canInsert && (
        <ActionForm
          action={actions.insert}
          label="Insert into the preregistration"
          hidden={{ study: studyId }}
          className="mt-6 grid max-w-xl gap-3"
        >
          {isFrozen && (
            <Field name="reason" label="Reason for the amendment">
              <TextInput />
            </Field>
          )}
          <div>
            <SubmitButton look="quiet">Insert into the preregistration</SubmitButton>
          </div>
        </ActionForm>
      )}
    </Section>
  );
}

function SimulationForm({
  studyId,
  profile,
  times,
  seed,
  aim,
  action,
}: {
  studyId: string;
  profile: GenerativeProfile;
  times: number;
  seed: string;
  aim: PowerTarget;
  action: FormAction;
}) {
  const fields = [
    ["accuracy", "Accuracy of one person (0 to 1)", profile.accuracy],
    ["storySd", "SD of stories (logits)", profile.storySd],
    ["itemSd", "SD of items (logits)", profile.itemSd],
    ["personSd", "SD of people (logits)", profile.personSd],
    ["dropOut", "Drop-out (0 to 0.95)", profile.dropOut],
    ["times", "Simulated studies", times],
    ["difference", "Curves: difference to detect (points)", Math.round(aim.difference * 1_000) / 10],
    ["power", "Curves: target power (0.5 to 0.99)", aim.power],
  ] as const;
  return (
    <ActionForm
      action={action}
      label="Simulation of the analysis plan"
      hidden={{ study: studyId }}
      className="mt-6 grid grid-cols-1 items-start gap-4 sm:grid-cols-2 lg:grid-cols-4"
    >
      <Field name="part" label="Simulate">
        <Select defaultValue="plan">
          <option value="plan">The planned tests</option>
          <option value="curves">Power curves</option>
        </Select>
      </Field>
      {fields.map(([name, label, value]) => (
        <Field key={name} name={name} label={label}>
          <TextInput inputMode="decimal" defaultValue={value} />
        </Field>
      ))}
      <Field name="seed" label="Seed">
        <TextInput defaultValue={seed} />
      </Field>
      <div className="sm:col-span-2 lg:col-span-4">
        <Field
          name="more"
          label="Additional assumptions (JSON)"
          hint="Model differences, accuracy by an attribute, effects of groups and conditions, drop-out by arm: see “Simulation of a plan” in docs/formats.md."
          isOptional
        >
          <TextArea rows={3} defaultValue={formatOtherFields(profile)} />
        </Field>
      </div>
      <div>
        <SubmitButton>Simulate the plan</SubmitButton>
      </div>
    </ActionForm>
  );
}
