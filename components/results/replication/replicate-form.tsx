"use client";

import { useState } from "react";
import * as z from "zod";
import { SendingProgress } from "@/components/imports/send-button.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { packFiles } from "@/lib/client/uploads/pack-files.ts";
import type { SendingState } from "@/lib/client/uploads/send-file.ts";
import { upload } from "@/lib/client/uploads/upload.ts";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";

/** The files that a replication reads, from a folder or from several chosen files. */
const readFiles = /\.(jsonl?|ndjson|csv|tsv|xlsx|eval)$/i;
const unusableFiles = "Choose either one zip archive or any number of tables, JSON files and .eval logs.";
const uploadSchema = z.object({ upload: z.string() });

interface OfferedEndpoint {
  name: string;
  isPriced: boolean;
}

/** The form to select the paper, its data, and the models. Files are uploaded first, each with its progress. */
export function ReplicateForm({
  action,
  project,
  papers,
  benchmarks,
  endpoints,
  maxMegabytes,
}: {
  action: FormAction<unknown>;
  project: string;
  papers: readonly { id: string; label: string }[];
  benchmarks: readonly { id: string; name: string }[];
  endpoints: readonly OfferedEndpoint[];
  /** The largest upload that the server accepts. */
  maxMegabytes: number;
}) {
  const limit = `${formatCount(maxMegabytes)} MB`;
  const [sending, setSending] = useState<SendingState | null>(null);

  const uploadAndReplicate: FormAction<unknown> = async (previous, form) => {
    const folder = takeFiles(form, "folder");
    const chosen = { data: [takeFiles(form, "data"), folder], logs: [takeFiles(form, "logs"), []] } as const;
    for (const [field, [files, ofFolder]] of Object.entries(chosen)) {
      if (files.length + ofFolder.length === 0) continue;
      const file = await packFiles(files, ofFolder, readFiles);
      if (file === null) return { ok: false, code: "invalid", message: unusableFiles, field };
      if (file.body.size > maxMegabytes * 2 ** 20)
        return { ok: false, code: "invalid", message: `larger than ${limit}: use the command below`, field };
      const address = `/api/v1/projects/${project}/replication-files?${new URLSearchParams({ fileName: file.name })}`;
      const sent = await upload(address, file.body, uploadSchema, setSending);
      setSending(null);
      if (!sent.ok) return { ok: false, code: "invalid", message: sent.problem, field };
      form.set(field, sent.answer.upload);
    }
    return action(previous, form);
  };

  return (
    <ActionForm
      action={uploadAndReplicate}
      hidden={{ project }}
      label="New replication"
      className="grid max-w-[52rem] items-start gap-6 sm:grid-cols-2"
    >
      <Field name="paper" label="Paper">
        <Select options={papers.map(({ id, label }) => ({ value: id, label }))} />
      </Field>
      <Field name="benchmark" label="Items" isOptional hint="A benchmark with the paper’s data, if they are stored.">
        <Select
          options={[
            { value: "", label: "Uploaded data" },
            ...benchmarks.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </Field>
      <Field
        name="data"
        label="Data"
        hint={`The released data: one file, several files, or a zip archive. At most ${limit}.`}
        isOptional
      >
        <TextInput type="file" multiple accept=".zip,.jsonl,.ndjson,.json,.csv,.tsv,.xlsx" />
      </Field>
      <Field name="folder" label="Or a folder" hint="Tables and JSON files. Subfolders are included." isOptional>
        <TextInput type="file" multiple {...folderInputProps} />
      </Field>
      <EndpointFields endpoints={endpoints} />
      <Field name="logs" label="Logs of models" hint="One file, several files, or a zip archive." isOptional>
        <TextInput type="file" multiple accept=".zip,.jsonl,.ndjson,.json,.eval,.csv,.tsv,.xlsx" />
      </Field>
      <Field
        name="maxCost"
        label="Maximum cost (US$)"
        hint="Total for all evaluations. Required for an endpoint with a price."
        isOptional
      >
        <TextInput inputMode="decimal" maxLength={40} />
      </Field>
      <Field
        name="study"
        label="Study"
        hint="The address of a study of the same items, if no new study should be created."
        isOptional
      >
        <TextInput maxLength={60} />
      </Field>
      <div className="grid gap-4 sm:col-span-2">
        <SubmitButton className="justify-self-start">Replicate</SubmitButton>
        <SendingProgress sending={sending} />
      </div>
    </ActionForm>
  );
}

function EndpointFields({ endpoints }: { endpoints: readonly OfferedEndpoint[] }) {
  return (
    <fieldset className="grid min-w-0 gap-1 sm:col-span-2">
      <legend className="mb-1 font-medium leading-snug">Models to ask</legend>
      {endpoints.length === 0 && (
        <p className="text-ink-soft">
          No endpoints yet. Without endpoints, models are listed as missing. Create endpoints under Models.
        </p>
      )}
      {endpoints.map(({ name, isPriced }) => (
        <Checkbox
          key={name}
          name="endpoints"
          value={name}
          label={name}
          hint={isPriced ? "Has a price: enter a maximum cost." : undefined}
        />
      ))}
      <Checkbox
        name="imported"
        label="Also use imported answers"
        hint="Model answers that were imported for these items."
      />
    </fieldset>
  );
}

/** A non-standard attribute that browsers support but React's types do not include. */
const folderInputProps = { webkitdirectory: "" };

/** The chosen files of a field, which the form no longer keeps. */
function takeFiles(form: FormData, field: string): File[] {
  const files = form.getAll(field).filter((one): one is File => one instanceof File && one.name !== "");
  form.delete(field);
  return files;
}
