"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import * as z from "zod";
import { Callout } from "@/components/ui/callout.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { rejectionSchema } from "@/lib/domain/interchange/import-report.ts";
import { ImportOutcome, Rejections, RepeatedLines } from "./import-outcome.tsx";
import { ImportPreview } from "./import-preview.tsx";
import { SendButton, SendingProgress } from "./send-button.tsx";
import { useUpload } from "./use-upload.ts";

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

/** The fields of the server's report that this form uses. */
const reportSchema = z.object({
  rows: z.number(),
  inserted: z.number(),
  unchanged: z.number(),
  rejected: z.number(),
  rejections: z.array(rejectionSchema),
  repeated: z.array(z.number()).optional(),
  parity: z.object({ verified: z.number(), mismatch: z.number(), unverified: z.number() }).optional(),
  withoutAnswer: z.number().optional(),
  isDryRun: z.boolean().optional(),
  format: z.string().optional(),
  remarks: z.array(z.string()).optional(),
  matched: z.object({ id: z.number(), fingerprint: z.number(), text: z.number() }).optional(),
  preview: z.array(previewRowSchema).optional(),
});
type Report = z.infer<typeof reportSchema>;
/** Parses the report and keeps the whole response, which has more data for some kinds of import. */
const answerSchema = z.unknown().transform((whole) => ({ report: reportSchema.parse(whole), whole }));

/**
 * Uploads a file, which the server reads as a stream, and shows the result of each row. The other fields are sent as
 * search parameters. With `hasPreview` the file is sent twice: the first time, the server only reports the changes.
 * After any later change of the form, another preview is required.
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
  /** The upload URL as a template; `{name}` is replaced by the value of the form field with this name. */
  addressOf: string;
  children: ReactNode;
  fileLabel?: string;
  /** Whether the server supports `dryRun=true`, so that the form has a preview. */
  hasPreview?: boolean;
  /** The file extensions that the file picker accepts. */
  accept?: string;
  /** Renders content below the outcome from the server's whole response. */
  renderMore?: (answer: unknown) => ReactNode;
}) {
  const router = useRouter();
  const formId = useId();
  const [report, setReport] = useState<Report | null>(null);
  const [answer, setAnswer] = useState<unknown>(null);
  const { sending, problem, outcome, refuse, send } = useUpload();

  const isPreviewed = report?.isDryRun === true;
  const isPreviewNext = hasPreview && !isPreviewed;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending) return;
    const form = new FormData(event.currentTarget);
    const file = form.get("file");
    if (isPreviewNext) setReport(null);
    if (!(file instanceof File) || file.name === "") return refuse("Please choose a file.");
    const body = await send(fillAddress(addressOf, form, file.name, isPreviewNext), file, answerSchema);
    if (body === null) return;
    setReport(body.report);
    setAnswer(body.whole);
    if (!isPreviewNext) router.refresh();
  }

  return (
    <div className="grid grid-cols-1 gap-5">
      <form
        id={formId}
        aria-label={label}
        onSubmit={submit}
        onChange={() => isPreviewed && setReport(null)}
        className="grid max-w-[52rem] items-end gap-4 sm:grid-cols-2"
      >
        {children}
        <Field name="file" label={fileLabel}>
          <TextInput type="file" accept={accept} />
        </Field>
        <div className="sm:col-span-2">
          {!isPreviewed && (
            <SendButton sending={sending !== null} label={hasPreview ? "Preview" : "Import"} working="Reading …" />
          )}
        </div>
      </form>
      <SendingProgress sending={sending} />
      <div ref={outcome} tabIndex={-1} role="status" className="outline-none">
        {problem && <Callout tone="bad">{problem}</Callout>}
        {report && isPreviewed && (
          <div className="grid grid-cols-1 gap-4">
            <ImportPreview {...report} taken={report.rows - report.rejected} />
            {report.repeated && <RepeatedLines lines={report.repeated} />}
            {report.rejections.length > 0 && <Rejections rejections={report.rejections} total={report.rejected} />}
            {report.rows > report.rejected && (
              <div>
                <Button type="submit" form={formId} look="primary" aria-disabled={sending !== null || undefined}>
                  {sending ? "Importing …" : "Import"}
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

/**
 * Builds the upload address: inserts field values into a template such as "/api/…/{benchmark}/…?source={source}", and
 * appends the file name.
 */
function fillAddress(template: string, form: FormData, fileName: string, isPreview: boolean): string {
  const address = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(form.get(name) ?? "")),
  );
  const preview = isPreview ? "&dryRun=true" : "";
  return `${address}${address.includes("?") ? "&" : "?"}fileName=${encodeURIComponent(fileName)}${preview}`;
}
