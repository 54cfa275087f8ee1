"use client";

import { type FormEvent, useState } from "react";
import { SendButton, SendingProgress } from "@/components/imports/send-button.tsx";
import { useUpload } from "@/components/imports/use-upload.ts";
import { Callout } from "@/components/ui/callout.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { RadioGroup } from "@/components/ui/forms/radio-group.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { type FactImport, factImportSchema } from "@/lib/domain/beliefs/import-summary.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { ImportSummaryView } from "./import-summary-view.tsx";

/** The form that uploads a file of facts, which the server reads as a stream. It then shows the result of each row. */
export function FactsForm({ projectId }: { projectId: string }) {
  const [format, setFormat] = useState("authors");
  const [completedImport, setCompletedImport] = useState<FactImport | null>(null);
  const { sending, problem, outcome, refuse, send } = useUpload();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending) return;
    const form = new FormData(event.currentTarget);
    const file = form.get("file");
    setCompletedImport(null);
    if (!(file instanceof File) || file.name === "") return refuse("Please choose a file.");
    const query = new URLSearchParams({ format, fileName: file.name });
    for (const name of ["benchmark", "seed"]) if (form.has(name)) query.set(name, String(form.get(name)));
    setCompletedImport(await send(`/api/v1/projects/${projectId}/facts?${query}`, file, factImportSchema));
  }

  return (
    <div className="grid grid-cols-1 gap-8">
      <form aria-label="Import facts" onSubmit={submit} className="grid max-w-[52rem] gap-5">
        <RadioGroup
          name="format"
          legend="File format"
          value={format}
          onChange={setFormat}
          options={[
            {
              value: "authors",
              label: "The authors’ tuples",
              hint: "JSON lines, each a fact with its false object. All valid facts are stored; invalid rows are rejected, and the report gives the reason.",
            },
            {
              value: "popqa",
              label: "PopQA rows",
              hint: "A table (TSV or CSV) with the columns subj, prop and obj. The paper’s filters are applied, and a false object is drawn for each fact.",
            },
          ]}
        />
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <Field name="benchmark" label="Name of the new benchmark">
            <TextInput maxLength={200} />
          </Field>
          {format === "popqa" && (
            <Field name="seed" label="Seed of the random draws">
              <TextInput defaultValue="42" maxLength={60} />
            </Field>
          )}
          <Field name="file" label={format === "popqa" ? "File (TSV or CSV)" : "File (JSON lines)"}>
            <TextInput
              type="file"
              accept={
                format === "popqa" ? ".tsv,.csv,.txt,text/csv,text/tab-separated-values" : ".jsonl,.ndjson,.json,.txt"
              }
            />
          </Field>
        </div>
        <div>
          <SendButton sending={sending !== null} label="Import" working="Reading …" />
        </div>
      </form>
      <SendingProgress sending={sending} />
      <div ref={outcome} tabIndex={-1} role="status" className="grid grid-cols-1 gap-5 outline-none">
        {problem && <Callout tone="bad">{problem}</Callout>}
        {completedImport && (
          <>
            {completedImport.benchmarkId && (
              <Callout
                tone={completedImport.importSummary.refused > 0 ? "warn" : "good"}
                actions={
                  <LinkButton look="primary" href={`/research/beliefs/${completedImport.benchmarkId}/facts`}>
                    Continue to the expressions
                  </LinkButton>
                }
              >
                {completedImport.isUnchanged
                  ? "These facts were already imported; nothing was changed."
                  : `${formatNumberOf(completedImport.importSummary.tuples, "fact")} stored${completedImport.importSummary.refused > 0 ? `, ${formatNumberOf(completedImport.importSummary.refused, "row")} rejected` : ""}.`}
              </Callout>
            )}
            <ImportSummaryView importSummary={completedImport.importSummary} />
          </>
        )}
      </div>
    </div>
  );
}
