"use client";

import { LoaderCircle } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState } from "react";
import { z } from "zod";
import { Button } from "@/components/ui/button.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { Checkbox } from "@/components/ui/checkbox.tsx";
import { Field } from "@/components/ui/field.tsx";
import { RadioGroup } from "@/components/ui/radio-group.tsx";
import { TextInput } from "@/components/ui/text-input.tsx";

const answerSchema = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), problems: z.array(z.object({ place: z.string(), message: z.string() })) }),
]);
const refusalSchema = z.object({ error: z.object({ message: z.string() }) });

/** Makes the expressions of a benchmark's facts; the problems of a template file stand below it, each with its place. */
export function ExpressionsForm({ benchmarkId, seed }: { benchmarkId: string; seed: string }) {
  const router = useRouter();
  const outcome = useRef<HTMLDivElement>(null);
  const [templates, setTemplates] = useState("shipped");
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [problems, setProblems] = useState<readonly { place: string; message: string }[]>([]);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const form = new FormData(event.currentTarget);
    const file = form.get("file");
    setProblem(null);
    setProblems([]);
    const isOwn = templates === "own";
    if (isOwn && (!(file instanceof File) || file.name === "")) {
      setProblem("Please choose a template file.");
      return;
    }
    const query = new URLSearchParams({
      templates,
      seed: String(form.get("seed")),
      all: form.has("all") ? "yes" : "no",
    });
    if (isOwn && file instanceof File) query.set("fileName", file.name);
    setSending(true);
    try {
      const response = await fetch(`/api/v1/benchmarks/${benchmarkId}/expressions?${query}`, {
        method: "POST",
        body: isOwn ? file : "",
      });
      const body: unknown = await response.json();
      if (!response.ok) setProblem(refusalSchema.parse(body).error.message);
      else {
        const answer = answerSchema.parse(body);
        if (answer.ok) {
          router.refresh();
          return;
        }
        setProblems(answer.problems);
      }
    } catch {
      setProblem("This did not arrive. Please try again.");
    } finally {
      setSending(false);
    }
    outcome.current?.focus();
  }

  return (
    <div className="grid grid-cols-1 gap-6">
      <form aria-label="Make the expressions" onSubmit={send} className="grid max-w-[52rem] gap-5">
        <RadioGroup
          name="templates"
          legend="Templates"
          value={templates}
          onChange={setTemplates}
          isInline
          options={[
            { value: "shipped", label: "Those of Parallax", hint: "Six for each of the 19 categories." },
            {
              value: "own",
              label: "A file of your own",
              hint: "JSON in the authors’ shape, with either slot vocabulary.",
            },
          ]}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field name="seed" label="Seed" hint="Fixes which template and which sources are drawn.">
            <TextInput defaultValue={seed} maxLength={60} />
          </Field>
          {templates === "own" && (
            <Field name="file" label="Template file (JSON)" hint="At most 2 MB. Problems are named with their place.">
              <TextInput type="file" accept=".json,application/json" />
            </Field>
          )}
        </div>
        <Checkbox
          name="all"
          value="yes"
          label="One expression for every template"
          hint="Otherwise one for every category, whose template is drawn."
        />
        <div>
          <Button type="submit" look="primary" aria-disabled={isSending || undefined}>
            {isSending && <LoaderCircle aria-hidden="true" className="animate-spin" />}
            Make the expressions
          </Button>
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
