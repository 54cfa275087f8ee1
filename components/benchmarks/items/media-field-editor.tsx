"use client";

import * as z from "zod";
import { SendingProgress } from "@/components/imports/send-button.tsx";
import { useUpload } from "@/components/imports/use-upload.ts";
import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { MediaField, MediaValue } from "@/lib/domain/tasks/schema/stimulus-field.ts";

const storedFile = z.object({ sha256: z.string(), type: z.string() });

/**
 * Fields for the file of a media field and its alternative text. A chosen file is uploaded immediately, but it is used
 * only after the item was saved.
 */
export function MediaFieldEditor({
  field,
  value,
  address,
  onChange,
}: {
  field: MediaField;
  value: MediaValue | undefined;
  /** The address to which files are uploaded, without parameters. */
  address: string;
  onChange: (value: MediaValue | undefined) => void;
}) {
  const { sending, problem, outcome, send } = useUpload();
  const { name, type, label } = field;
  const isRequired = field.required !== false;
  const isImage = type === "image";

  async function storeFile(file: File | undefined) {
    if (file === undefined) return;
    const query = new URLSearchParams({ type, fileName: file.name });
    const answer = await send(`${address}?${query}`, file, storedFile);
    // A new file requires a new alternative text.
    if (answer) onChange({ ...answer, alt: "" });
  }

  return (
    <fieldset className="grid gap-3 rounded-md border border-rule p-4">
      <legend className="px-1 font-medium">
        {label || name}
        {!isRequired && <span className="font-normal text-ink-soft"> (optional)</span>}
      </legend>
      <Field
        name={`file-${name}`}
        label={value ? "Another file" : "File"}
        hint={isImage ? "PNG, JPEG, WebP or GIF." : "At most 32 MB."}
        {...(problem ? { error: problem } : {})}
        isOptional={value !== undefined}
      >
        <TextInput
          type="file"
          name=""
          accept={`${type}/*`}
          required={isRequired && value === undefined}
          onChange={({ target }) => void storeFile(target.files?.[0])}
        />
      </Field>
      <SendingProgress sending={sending} />
      <div ref={outcome} tabIndex={-1} className="grid gap-3 outline-none empty:hidden">
        {value && (
          <Field
            name={`alt-${name}`}
            label={isImage ? "Alternative text" : "Transcript or description"}
            hint={isImage ? "For people who do not see the image." : "Shown below the player."}
          >
            <TextArea
              name=""
              rows={2}
              maxLength={2_000}
              required
              value={value.alt}
              onChange={({ target }) => onChange({ ...value, alt: target.value })}
            />
          </Field>
        )}
        {value && !isRequired && (
          <div>
            <Button type="button" size="small" onClick={() => onChange(undefined)}>
              Remove the file
            </Button>
          </div>
        )}
      </div>
    </fieldset>
  );
}
