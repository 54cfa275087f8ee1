"use client";

import * as z from "zod";
import { SendingProgress } from "@/components/imports/send-button.tsx";
import { useUpload } from "@/components/imports/use-upload.ts";
import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { DocumentedEthics } from "@/lib/domain/ethics-approval.ts";
import { useDraft } from "./draft-context.tsx";
import { DraftRefusal } from "./draft-fields.tsx";

const path = "protocol.consent.ethics";
const storedFile = z.object({ sha256: z.string() });

/** Ethics approval: institution, number, date and PDF. If all fields are empty, the study has none. */
export function EthicsFields({ savedHref }: { savedHref: string | null }) {
  const { draft, set } = useDraft();
  const { sending, problem, outcome, send } = useUpload();
  const { institution = "", number = "", date = "", file } = draft.protocol.consent.ethics ?? {};

  function change(part: Partial<DocumentedEthics>) {
    const { file: nextFile, ...texts } = { institution, number, date, file, ...part };
    const isEmpty = !nextFile && Object.values(texts).every((text) => text === "");
    set(path, isEmpty ? undefined : { ...texts, ...(nextFile ? { file: nextFile } : {}) });
  }
  async function storeFile(chosen: File | undefined) {
    if (chosen === undefined) return;
    const name = chosen.name.slice(-200);
    const query = new URLSearchParams({ type: "pdf", fileName: name });
    const stored = await send(`/api/v1/benchmarks/${draft.benchmarkId}/media?${query}`, chosen, storedFile);
    if (stored) change({ file: { sha256: stored.sha256, name } });
  }

  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-4 rounded-md border border-rule p-4">
      <legend className="px-1 font-medium">
        Ethics approval <span className="font-normal text-ink-soft">(optional)</span>
      </legend>
      <p className="text-sm text-ink-soft">
        Participants see institution, number and date below the consent text. Releases also contain the PDF.
      </p>
      <Field name={`${path}.institution`} label="Institution">
        <TextInput
          required={false}
          value={institution}
          maxLength={300}
          onChange={({ target }) => change({ institution: target.value })}
        />
      </Field>
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <Field name={`${path}.number`} label="Approval number">
          <TextInput
            required={false}
            value={number}
            maxLength={100}
            onChange={({ target }) => change({ number: target.value })}
          />
        </Field>
        <Field name={`${path}.date`} label="Approval date">
          <TextInput
            type="date"
            required={false}
            value={date}
            onChange={({ target }) => change({ date: target.value })}
          />
        </Field>
      </div>
      <Field
        name="ethics-file"
        label={file ? "Another PDF" : "PDF of the approval"}
        hint={draft.benchmarkId === "" ? "Choose a benchmark first." : "At most 10 MB. Participants cannot open it."}
        {...(problem ? { error: problem } : {})}
      >
        <TextInput
          type="file"
          name=""
          required={false}
          accept=".pdf,application/pdf"
          disabled={draft.benchmarkId === "" || sending !== null}
          onChange={({ target }) => void storeFile(target.files?.[0])}
        />
      </Field>
      <SendingProgress sending={sending} />
      <div ref={outcome} tabIndex={-1} className="grid gap-3 outline-none empty:hidden">
        {file && (
          <div className="flex flex-wrap items-center gap-3">
            <span className="min-w-0 break-words">{file.name}</span>
            <Button size="small" onClick={() => change({ file: undefined })}>
              Remove the PDF
            </Button>
          </div>
        )}
        {savedHref && (
          <a href={savedHref} className="underline">
            Download the saved PDF
          </a>
        )}
      </div>
      <DraftRefusal path={`${path}.file`} within />
    </fieldset>
  );
}
