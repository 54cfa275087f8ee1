"use client";

import { LoaderCircle } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { z } from "zod";
import { Button } from "@/components/ui/button.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { Field } from "@/components/ui/field.tsx";
import { LinkButton } from "@/components/ui/link.tsx";
import { RadioGroup } from "@/components/ui/radio-group.tsx";
import { TextInput } from "@/components/ui/text-input.tsx";
import { type FactImport, factImportSchema } from "@/lib/domain/beliefs/import-summary.ts";
import { formatNumberOf } from "@/lib/domain/results/format-figures.ts";
import { ImportSummaryView } from "./import-summary-view.tsx";

const refusalSchema = z.object({ error: z.object({ message: z.string(), field: z.string().optional() }) });

/** Sends a file of facts as it is, which the server reads as it comes, and shows what became of every row. */
export function FactsForm({ projectId }: { projectId: string }) {
  const outcome = useRef<HTMLDivElement>(null);
  const [format, setFormat] = useState("authors");
  const [isSending, setSending] = useState(false);
  const [done, setDone] = useState<FactImport | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const form = new FormData(event.currentTarget);
    const file = form.get("file");
    setDone(null);
    setProblem(null);
    if (!(file instanceof File) || file.name === "") {
      setProblem("Please choose a file.");
      return;
    }
    const query = new URLSearchParams({ format, fileName: file.name });
    for (const name of ["benchmark", "seed"]) if (form.has(name)) query.set(name, String(form.get(name)));
    setSending(true);
    try {
      const response = await fetch(`/api/v1/projects/${projectId}/facts?${query}`, { method: "POST", body: file });
      const body: unknown = await response.json();
      if (response.ok) setDone(factImportSchema.parse(body));
      else setProblem(refusalSchema.parse(body).error.message);
    } catch {
      setProblem("The file did not arrive. Nothing was stored; please try again.");
    } finally {
      setSending(false);
      outcome.current?.focus();
    }
  }

  return (
    <div className="grid grid-cols-1 gap-8">
      <form aria-label="Import facts" onSubmit={send} className="grid max-w-[52rem] gap-5">
        <RadioGroup
          name="format"
          legend="What the file holds"
          value={format}
          onChange={setFormat}
          options={[
            {
              value: "authors",
              label: "The authors’ tuples",
              hint: "JSON lines, each a fact with its false object. All of them are kept; malformed ones are rejected with the reason.",
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
            <Field name="seed" label="Seed of the draws">
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
          <Button type="submit" look="primary" aria-disabled={isSending || undefined}>
            {isSending && <LoaderCircle aria-hidden="true" className="animate-spin" />}
            {isSending ? "Reading …" : "Import"}
          </Button>
        </div>
      </form>
      <div ref={outcome} tabIndex={-1} role="status" className="grid grid-cols-1 gap-5 outline-none">
        {problem && <Callout tone="bad">{problem}</Callout>}
        {done && (
          <>
            {done.benchmarkId && (
              <Callout
                tone={done.importSummary.refused > 0 ? "warn" : "good"}
                actions={
                  <LinkButton look="primary" href={`/research/beliefs/${done.benchmarkId}/facts`}>
                    Go on to the expressions
                  </LinkButton>
                }
              >
                {done.isUnchanged
                  ? "These facts are there already; nothing was changed."
                  : `${formatNumberOf(done.importSummary.tuples, "fact")} stored${done.importSummary.refused > 0 ? `, ${formatNumberOf(done.importSummary.refused, "row")} rejected` : ""}.`}
              </Callout>
            )}
            <ImportSummaryView importSummary={done.importSummary} />
          </>
        )}
      </div>
    </div>
  );
}
