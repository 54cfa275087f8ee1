"use client";

import { LoaderCircle } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { z } from "zod";
import { Button } from "@/components/ui/button.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { Field } from "@/components/ui/field.tsx";
import { TextInput } from "@/components/ui/text-input.tsx";
import { ImportOutcome, Rejections } from "./import-outcome.tsx";
import { ImportPreview } from "./import-preview.tsx";

const previewRowSchema = z.object({
  line: z.number(),
  name: z.string(),
  item: z.string(),
  by: z.enum(["id", "fingerprint", "text"]),
  model: z.string(),
  condition: z.string(),
  answer: z.string().nullable(),
  rule: z.string().nullable(),
  parity: z.enum(["verified", "mismatch", "unverified"]),
});

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
  isDryRun: z.boolean().optional(),
  format: z.string().optional(),
  remarks: z.array(z.string()).optional(),
  matched: z.object({ id: z.number(), fingerprint: z.number(), text: z.number() }).optional(),
  preview: z.array(previewRowSchema).optional(),
});
type Report = z.infer<typeof reportSchema>;
const refusalSchema = z.object({ error: z.object({ message: z.string() }) });

/**
 * Sends a file as it is, in one piece that the server reads as it comes, and shows what became of each row. The other
 * fields go along in the address. With a preview the file is sent twice: the first time the server only says what it would
 * do, and whatever is changed in the form afterwards asks for another preview.
 */
export function ImportForm({
  label,
  addressOf,
  children,
  renderMore,
  fileLabel = "File (JSON lines)",
  hasPreview = false,
  accept = ".jsonl,.ndjson,.json,.txt,application/x-ndjson",
}: {
  label: string;
  /** Where to send the file, from the other fields. A string is used as it is; `{name}` stands for a field's value. */
  addressOf: string;
  children: ReactNode;
  fileLabel?: string;
  /** Whether the server understands `dryRun=true`. */
  hasPreview?: boolean;
  /** Endings of the files that the picker offers. */
  accept?: string;
  /** What stands below the outcome, from everything the server answered. */
  renderMore?: (answer: unknown) => ReactNode;
}) {
  const router = useRouter();
  const outcome = useRef<HTMLDivElement>(null);
  const formId = useId();
  const [isSending, setSending] = useState(false);
  const [report, setReport] = useState<Report | null>(null);
  const [answer, setAnswer] = useState<unknown>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const isPreviewed = report?.isDryRun === true;
  const isPreviewNext = hasPreview && !isPreviewed;

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const form = new FormData(event.currentTarget);
    const file = form.get("file");
    if (isPreviewNext) setReport(null);
    setProblem(null);
    if (!(file instanceof File) || file.name === "") {
      setProblem("Please choose a file.");
      return;
    }
    setSending(true);
    try {
      const response = await fetch(addressFor(addressOf, form, file.name, isPreviewNext), {
        method: "POST",
        body: file,
      });
      const body: unknown = await response.json();
      if (response.ok) {
        setReport(reportSchema.parse(body));
        setAnswer(body);
        if (!isPreviewNext) router.refresh();
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
      <form
        id={formId}
        aria-label={label}
        onSubmit={send}
        onChange={() => isPreviewed && setReport(null)}
        className="grid max-w-[52rem] items-end gap-4 sm:grid-cols-2"
      >
        {children}
        <Field name="file" label={fileLabel}>
          <TextInput type="file" accept={accept} />
        </Field>
        <div className="sm:col-span-2">
          {!isPreviewed && (
            <Button type="submit" look="primary" aria-disabled={isSending || undefined}>
              {isSending && <LoaderCircle aria-hidden="true" className="animate-spin" />}
              {isSending ? "Reading …" : hasPreview ? "Preview" : "Import"}
            </Button>
          )}
        </div>
      </form>
      <div ref={outcome} tabIndex={-1} role="status" className="outline-none">
        {problem && <Callout tone="bad">{problem}</Callout>}
        {report && isPreviewed && (
          <div className="grid grid-cols-1 gap-4">
            <ImportPreview {...report} taken={report.rows - report.rejected} />
            {report.rejections.length > 0 && <Rejections rejections={report.rejections} total={report.rejected} />}
            {report.rows > report.rejected && (
              <div>
                <Button type="submit" form={formId} look="primary" aria-disabled={isSending || undefined}>
                  {isSending ? "Importing …" : "Import"}
                </Button>
              </div>
            )}
          </div>
        )}
        {report && !isPreviewed && <ImportOutcome report={report} />}
        {report && !isPreviewed && renderMore?.(answer)}
      </div>
    </div>
  );
}

/** "/api/…/{benchmark}/…?source={source}" with the fields' values and the file's name put in. */
function addressFor(template: string, form: FormData, fileName: string, isPreview: boolean): string {
  const address = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(form.get(name) ?? "")),
  );
  const preview = isPreview ? "&dryRun=true" : "";
  return `${address}${address.includes("?") ? "&" : "?"}fileName=${encodeURIComponent(fileName)}${preview}`;
}
