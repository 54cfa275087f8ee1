"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import * as z from "zod";
import { SendButton } from "@/components/imports/send-button.tsx";
import { useUpload } from "@/components/imports/use-upload.ts";
import { Callout } from "@/components/ui/callout.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { RadioGroup } from "@/components/ui/forms/radio-group.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";

const answerSchema = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), problems: z.array(z.object({ place: z.string(), message: z.string() })) }),
]);

/**
 * The form that generates the expressions of a benchmark's facts. Problems of a template file are listed below it, each
 * with its position.
 */
export function ExpressionsForm({ benchmarkId, seed }: { benchmarkId: string; seed: string }) {
  const router = useRouter();
  const [templates, setTemplates] = useState("shipped");
  const [problems, setProblems] = useState<readonly { place: string; message: string }[]>([]);
  const { sending, problem, outcome, refuse, send } = useUpload();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending) return;
    const form = new FormData(event.currentTarget);
    const file = form.get("file");
    setProblems([]);
    const templateFile = templates === "own" && file instanceof File && file.name !== "" ? file : null;
    if (templates === "own" && templateFile === null) return refuse("Please choose a template file.");
    const query = new URLSearchParams({
      templates,
      seed: String(form.get("seed")),
      all: form.has("all") ? "yes" : "no",
      ...(templateFile ? { fileName: templateFile.name } : {}),
    });
    const address = `/api/v1/benchmarks/${benchmarkId}/expressions?${query}`;
    const answer = await send(address, templateFile ?? new Blob([]), answerSchema);
    if (answer?.ok) router.refresh();
    else setProblems(answer?.problems ?? []);
  }

  return (
    <div className="grid grid-cols-1 gap-6">
      <form aria-label="Generate the expressions" onSubmit={submit} className="grid max-w-[52rem] gap-5">
        <RadioGroup
          name="templates"
          legend="Templates"
          value={templates}
          onChange={setTemplates}
          isInline
          options={[
            { value: "shipped", label: "Parallax templates", hint: "Six for each of the 19 categories." },
            {
              value: "own",
              label: "Your own file",
              hint: "JSON in the authors’ format, with either set of placeholders.",
            },
          ]}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field name="seed" label="Seed" hint="Determines the drawn templates and sources.">
            <TextInput defaultValue={seed} maxLength={60} />
          </Field>
          {templates === "own" && (
            <Field
              name="file"
              label="Template file (JSON)"
              hint="At most 2 MB. Problems are listed with their position."
            >
              <TextInput type="file" accept=".json,application/json" />
            </Field>
          )}
        </div>
        <Checkbox
          name="all"
          value="yes"
          label="One expression per template"
          hint="If not selected: one expression per category, with a randomly drawn template."
        />
        <div>
          <SendButton sending={sending !== null} label="Generate the expressions" working="Generating …" />
        </div>
      </form>
      <div ref={outcome} tabIndex={-1} role="status" className="outline-none">
        {problem && <Callout tone="bad">{problem}</Callout>}
        {problems.length > 0 && (
          <Callout tone="bad" title="This template file cannot be used">
            <ul className="grid list-disc gap-1 pl-5">
              {problems.map(({ place, message }) => (
                <li key={`${place}/${message}`} className="break-words">
                  {place} {message}
                </li>
              ))}
            </ul>
          </Callout>
        )}
      </div>
    </div>
  );
}
