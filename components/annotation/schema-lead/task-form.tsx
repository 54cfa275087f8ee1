"use client";

import { useState } from "react";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";

/** The task schema as a document: checked against the answers so far, then stored as a new version. */
export function CollectionTaskForm<Preview, Change>({
  collectionId,
  document,
  preview,
  change,
}: {
  collectionId: string;
  document: string;
  preview: FormAction<Preview>;
  change: FormAction<Change>;
}) {
  const [text, setText] = useState(document);
  return (
    <div className="grid max-w-[60rem] gap-5">
      <ActionForm action={preview} hidden={{ collection: collectionId }} label="Check the task" className="grid gap-4">
        <Field name="document" label="Task schema" hint="One JSON document; docs/formats.md describes its fields.">
          <TextArea
            rows={24}
            spellCheck={false}
            className="font-mono text-sm"
            value={text}
            onChange={({ target }) => setText(target.value)}
            required
          />
        </Field>
        <div>
          <SubmitButton look="secondary">Check against the answers</SubmitButton>
        </div>
      </ActionForm>
      <ActionForm action={change} hidden={{ collection: collectionId, document: text }} label="Save the task">
        <SubmitButton>Save as a new version</SubmitButton>
      </ActionForm>
    </div>
  );
}
