import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { type StorySource, sourceFields, sourceLabels } from "@/lib/domain/stories/items/story-source.ts";

const longest: Readonly<Record<keyof StorySource, number>> = { title: 500, author: 500, address: 1_000, licence: 200 };

/** A form to correct the source of an item's story. */
export function SourceForm({
  action,
  itemId,
  source,
}: {
  action: FormAction<{ items: number }>;
  itemId: string;
  source: StorySource;
}) {
  return (
    <ActionForm
      action={action}
      hidden={{ item: itemId }}
      label="Source of the story"
      className="grid max-w-[52rem] items-start gap-5 sm:grid-cols-2"
    >
      {sourceFields.map((field) => (
        <Field key={field} name={field} label={sourceLabels[field]} isOptional>
          <TextInput maxLength={longest[field]} defaultValue={source[field] ?? ""} autoComplete="off" />
        </Field>
      ))}
      <div className="sm:col-span-2">
        <SubmitButton look="secondary">Correct the source</SubmitButton>
      </div>
    </ActionForm>
  );
}
