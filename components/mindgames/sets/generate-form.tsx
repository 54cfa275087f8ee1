import type { ReactNode } from "react";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { maxPerSetup, offeredDepths, offeredPersons } from "@/lib/domain/epistemic/mindgames/generate/set-form.ts";
import { setups } from "@/lib/domain/epistemic/mindgames/problem.ts";
import { setupLabels } from "@/lib/domain/epistemic/mindgames/setup-labels.ts";
import type { FormAction } from "@/lib/domain/form-state.ts";

const orders = [
  "first order (“Ann can know …”)",
  "second order (“Ann can know whether Bob can …”)",
  "third order",
  "fourth order",
];

/** The form that generates a set of problems: number per setup, orders and seed. */
export function GenerateForm({ action }: { action: FormAction<unknown> }) {
  return (
    <ActionForm
      action={action}
      label="Generate problems"
      className="grid max-w-[52rem] items-start gap-x-6 gap-y-5 sm:grid-cols-2"
    >
      <Field name="benchmark" label="Name of the set" hint="The set is stored as a new benchmark.">
        <TextInput maxLength={200} required />
      </Field>
      <Field name="preset" label="Composition">
        <Select
          options={[
            { value: "balanced", label: "in pairs with opposite labels, all cells equal" },
            { value: "paper", label: "as in the paper" },
            { value: "released", label: "as in the released test split" },
          ]}
        />
      </Field>
      <Field name="seed" label="Seed" hint="The same seed and settings give the same problems.">
        <TextInput defaultValue="1" maxLength={100} required />
      </Field>
      <fieldset className="grid min-w-0 content-start gap-2 sm:col-span-2">
        <legend className="mb-1 font-medium leading-snug">Problems of each setup</legend>
        <p className="text-sm text-ink-soft">Must be even: half of the problems are entailed. 0 excludes a setup.</p>
        <div className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
          {setups.map((setup) => (
            <Field key={setup} name={setup} label={setupLabels[setup].name}>
              <TextInput type="number" min={0} max={maxPerSetup} step={2} defaultValue="100" required />
            </Field>
          ))}
        </div>
      </fieldset>
      <Field
        name="examples"
        label="Few-shot examples"
        hint="Additional problems with other premises, in the split “examples”. Evaluations use them only as few-shot examples."
      >
        <TextInput type="number" min={0} max={200} defaultValue="0" required />
      </Field>
      <CheckboxFieldset legend="Belief in the hypothesis">
        {offeredDepths.map((depth) => (
          <Checkbox key={depth} name="depths" value={depth} label={orders[depth]} defaultChecked={depth < 2} />
        ))}
      </CheckboxFieldset>
      <CheckboxFieldset legend="Persons">
        <div className="flex flex-wrap gap-x-6">
          {offeredPersons.map((persons) => (
            <Checkbox key={persons} name="persons" value={persons} label={persons} defaultChecked={persons < 4} />
          ))}
        </div>
      </CheckboxFieldset>
      <div className="sm:col-span-2">
        <SubmitButton>Generate</SubmitButton>
      </div>
    </ActionForm>
  );
}

function CheckboxFieldset({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 content-start gap-1">
      <legend className="mb-1 font-medium leading-snug">{legend}</legend>
      {children}
    </fieldset>
  );
}
