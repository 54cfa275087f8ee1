import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";

const orders = [
  { value: "given", label: "As imported" },
  { value: "random", label: "Random" },
  { value: "lowest-score", label: "Lowest model score first" },
  { value: "disagreement", label: "Disagreement first" },
];

/** A form that sets the order in which open copies are assigned. */
export function WorkOrderForm({ action, collectionId }: { action: FormAction<number>; collectionId: string }) {
  return (
    <Section title="Order of work" lead="Sorts the open copies once. Copies that are in progress do not move.">
      <ActionForm
        action={action}
        hidden={{ collection: collectionId }}
        label="Order of work"
        className="flex max-w-[44rem] flex-wrap items-end gap-4"
      >
        <Field name="order" label="Order">
          <Select options={orders} defaultValue="given" />
        </Field>
        <SubmitButton>Reorder</SubmitButton>
      </ActionForm>
    </Section>
  );
}

/** Creates a new collection with the same task, settings and guidelines. */
export function DuplicateForm({
  action,
  collectionId,
  name,
}: {
  action: FormAction;
  collectionId: string;
  name: string;
}) {
  return (
    <Section title="Duplicate" lead="A new, empty collection with the same task, settings and guidelines.">
      <ActionForm
        action={action}
        hidden={{ collection: collectionId }}
        label="Duplicate"
        className="flex max-w-[44rem] flex-wrap items-end gap-4"
      >
        <Field name="name" label="Name of the copy">
          <TextInput maxLength={200} defaultValue={`${name} (copy)`.slice(0, 200)} autoComplete="off" required />
        </Field>
        <SubmitButton>Duplicate</SubmitButton>
      </ActionForm>
    </Section>
  );
}
