"use client";

import { LoaderCircle } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { z } from "zod";
import { Button } from "@/components/ui/button.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { Field } from "@/components/ui/field.tsx";
import { TextInput } from "@/components/ui/text-input.tsx";
import { ImportOutcome, type ImportOutcomeReport } from "./import-outcome.tsx";

/** What the server answers, as far as this form reads it. */
const reportSchema = z.object({
  rows: z.number(),
  inserted: z.number(),
  unchanged: z.number(),
  rejected: z.number(),
  rejections: z.array(z.object({ line: z.number(), field: z.string(), message: z.string() })),
  balance: z.object({ ok: z.boolean(), errors: z.array(z.object({ message: z.string() })) }).nullish(),
  parity: z.object({ verified: z.number(), mismatch: z.number(), unverified: z.number() }).optional(),
  withoutAnswer: z.number().optional(),
});
const refusalSchema = z.object({ error: z.object({ message: z.string() }) });

/**
 * Sends a file as it is, in one piece that the server reads as it comes, and shows what became of each row. The other
 * fields go along in the address.
 */
export function ImportForm({
  label,
  addressOf,
  children,
  renderMore,
  accept = ".jsonl,.ndjson,.json,.txt,application/x-ndjson",
}: {
  label: string;
  /** Where to send the file, from the other fields. A string is used as it is; `{name}` stands for a field's value. */
  addressOf: string;
  children: ReactNode;
  /** Endings of the files that the picker offers. */
  accept?: string;
  /** What stands below the outcome, from everything the server answered. */
  renderMore?: (answer: unknown) => ReactNode;
}) {
  const router = useRouter();
  const outcome = useRef<HTMLDivElement>(null);
  const [isSending, setSending] = useState(false);
  const [report, setReport] = useState<ImportOutcomeReport | null>(null);
  const [answer, setAnswer] = useState<unknown>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const form = new FormData(event.currentTarget);
    const file = form.get("file");
    setReport(null);
    setProblem(null);
    if (!(file instanceof File) || file.name === "") {
      setProblem("Please choose a file.");
      return;
    }
    setSending(true);
    try {
      const response = await fetch(addressFor(addressOf, form, file.name), { method: "POST", body: file });
      const body: unknown = await response.json();
      if (response.ok) {
        setReport(reportSchema.parse(body));
        setAnswer(body);
        router.refresh();
      } else setProblem(refusalSchema.parse(body).error.message);
    } catch {
      setProblem("The file did not arrive. Nothing was stored; please try again.");
    } finally {
      setSending(false);
      outcome.current?.focus();
    }
  }

  return (
    <div className="grid grid-cols-1 gap-5">
      <form aria-label={label} onSubmit={send} className="grid max-w-[52rem] items-end gap-4 sm:grid-cols-2">
        {children}
        <Field name="file" label="File (JSON lines)">
          <TextInput type="file" accept={accept} />
        </Field>
        <div className="sm:col-span-2">
          <Button type="submit" look="primary" aria-disabled={isSending || undefined}>
            {isSending && <LoaderCircle aria-hidden="true" className="animate-spin" />}
            {isSending ? "Importing …" : "Import"}
          </Button>
        </div>
      </form>
      <div ref={outcome} tabIndex={-1} role="status" className="outline-none">
        {problem && <Callout tone="bad">{problem}</Callout>}
        {report && <ImportOutcome report={report} />}
        {report && renderMore?.(answer)}
      </div>
    </div>
  );
}

/** "/api/…/{benchmark}/…?source={source}" with the fields' values and the file's name put in. */
function addressFor(template: string, form: FormData, fileName: string): string {
  const address = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(form.get(name) ?? "")),
  );
  return `${address}${address.includes("?") ? "&" : "?"}fileName=${encodeURIComponent(fileName)}`;
}
