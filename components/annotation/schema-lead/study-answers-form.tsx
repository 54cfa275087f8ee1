import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";

/** A form that adds the answers of a study's participants to the collection. */
export function StudyAnswersForm({
  action,
  collectionId,
  studies,
}: {
  action: FormAction<{ added: number; unchanged: number; incompatible: number }>;
  collectionId: string;
  /** The studies that have items of the collection, each with the number of these items. */
  studies: readonly { id: string; name: string; items: number }[];
}) {
  return (
    <Section
      title="Answers of a study"
      lead="Participants’ answers to items with the same ID and fields are added as annotations; participants are identified by a code. Answers that do not count in the study are excluded. Repeat this to add new answers. Erasing a session also removes its annotations here."
    >
      <ActionForm
        action={action}
        hidden={{ collection: collectionId }}
        label="Answers of a study"
        className="flex max-w-[44rem] flex-wrap items-end gap-4"
      >
        <Field name="study" label="Study">
          <Select
            options={studies.map(({ id, name, items }) => ({
              value: id,
              label: `${name} (${formatNumberOf(items, "item")} of this collection)`,
            }))}
          />
        </Field>
        <SubmitButton>Add answers</SubmitButton>
      </ActionForm>
    </Section>
  );
}
