"use client";

import { useRouter } from "next/navigation";
import type { FormEvent } from "react";
import * as z from "zod";
import { Callout } from "@/components/ui/callout.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { SendButton, SendingProgress } from "./send-button.tsx";
import { useUpload } from "./use-upload.ts";

const requested = z.object({ id: z.string() });

/** Uploads a project archive, which is then imported in the background. */
export function ArchiveImportForm() {
  const router = useRouter();
  const { sending, problem, outcome, refuse, send } = useUpload();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const file = fields.get("file");
    if (!(file instanceof File) || file.size === 0) return refuse("Choose an archive first.");
    const query = new URLSearchParams({ fileName: file.name, slug: String(fields.get("slug") ?? "").trim() });
    if (!(await send(`/api/v1/project-archives?${query}`, file, requested))) return;
    form.reset();
    router.refresh();
  }

  return (
    <form onSubmit={submit} aria-label="Import a project archive" className="grid grid-cols-1 gap-5">
      <Field name="file" label="Project archive (ZIP)">
        <TextInput type="file" accept=".zip,application/zip" />
      </Field>
      <Field
        name="slug"
        label="Name in addresses"
        hint="If another project here has the name of the archive: lower-case letters, digits and single hyphens."
        isOptional
      >
        <TextInput maxLength={60} spellCheck={false} autoComplete="off" />
      </Field>
      <SendingProgress sending={sending} />
      <div ref={outcome} tabIndex={-1} className="outline-none empty:hidden">
        {problem && <Callout tone="bad">{problem}</Callout>}
      </div>
      <div>
        <SendButton sending={sending !== null} label="Import a project archive" working="Uploading …" />
      </div>
    </form>
  );
}
