import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { ArchiveButton } from "@/components/ui/forms/archive-button.tsx";
import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";

/** Actions on a benchmark: rename it, archive it, or delete it if nothing depends on it. */
export function BenchmarkTools({
  benchmark: { id, name, description, licence, isArchived },
  update,
  archive,
  remove,
}: {
  benchmark: { id: string; name: string; description: string; licence: string; isArchived: boolean };
  update: FormAction<unknown>;
  archive: FormAction<unknown>;
  remove: FormAction<unknown>;
}) {
  return (
    <details className="no-print mt-6">
      <summary className="w-fit rounded-sm text-sm text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink">
        Rename, archive or delete
      </summary>
      <div className="mt-4 grid max-w-[36rem] gap-5">
        <ActionForm action={update} hidden={{ benchmark: id }} label="Details of the benchmark">
          <Field name="name" label="Name">
            <TextInput defaultValue={name} maxLength={200} required />
          </Field>
          <Field name="description" label="Description" isOptional>
            <TextArea defaultValue={description} maxLength={2000} rows={3} />
          </Field>
          <Field name="licence" label="Licence" isOptional>
            <TextInput defaultValue={licence} maxLength={300} />
          </Field>
          <div>
            <SubmitButton>Save</SubmitButton>
          </div>
        </ActionForm>
        <div className="flex flex-wrap gap-3">
          <ArchiveButton
            action={archive}
            hidden={{ benchmark: id }}
            isArchived={isArchived}
            titles={{ archive: "Archive this benchmark?", restore: "Restore this benchmark to the lists?" }}
            consequence="Items, studies and runs do not change."
          />
          <ConfirmButton
            action={remove}
            hidden={{ benchmark: id }}
            title="Delete this benchmark?"
            consequence="Items and keys are deleted and cannot be restored. A benchmark that a study, a run or a collection uses cannot be deleted."
            confirm="Delete"
          >
            Delete
          </ConfirmButton>
        </div>
      </div>
    </details>
  );
}
