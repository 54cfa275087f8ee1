"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import * as z from "zod";
import { BlockedCallout } from "@/components/annotation/collections/import/blocked-callout.tsx";
import { SendButton, SendingProgress } from "@/components/imports/send-button.tsx";
import { useUpload } from "@/components/imports/use-upload.ts";
import { Callout } from "@/components/ui/callout.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import {
  type FileHead,
  hasRecordLines,
  hasTableHead,
  readRecordHead,
  readTableHead,
} from "@/lib/client/uploads/table-head.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import {
  type ColumnMapping,
  guessColumns,
  hasColumns,
  isComplete,
} from "@/lib/domain/interchange/annotation/map-columns.ts";
import { isMedia } from "@/lib/domain/tasks/schema/stimulus-field.ts";
import type { TaskSchema } from "@/lib/domain/tasks/schema/task-schema.ts";

const importReport = z.object({
  rows: z.number(),
  inserted: z.number(),
  unchanged: z.number(),
  rejected: z.number(),
  rejections: z.array(z.object({ line: z.number(), field: z.string(), message: z.string() })),
  blockedCopies: z.number(),
});

/**
 * A form that imports a file of items. The columns of a table are recognised by name and can be mapped before the
 * import.
 */
export function SchemaImportForm({ address, schema }: { address: string; schema: TaskSchema }) {
  const router = useRouter();
  const { sending, problem, outcome, refuse, send } = useUpload();
  const [table, setTable] = useState<{ head: FileHead; mapping: ColumnMapping } | null>(null);
  const [done, setDone] = useState<z.infer<typeof importReport> | null>(null);

  async function loadTableHead(file: File | undefined) {
    setTable(null);
    if (file === undefined) return;
    if (hasRecordLines(file)) {
      const head = await readRecordHead(file);
      // Files of this application and of Prodigy have fields of their own, which need no mapping.
      if (head !== null && hasColumns(head.header)) setTable({ head, mapping: guessColumns(schema, head.header) });
      return;
    }
    if (!hasTableHead(file)) return;
    const head = await readTableHead(file);
    if (head === null) refuse("The file contains no table.");
    else setTable({ head, mapping: guessColumns(schema, head.header) });
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const file = form.get("file");
    setDone(null);
    if (!(file instanceof File) || file.name === "") return refuse("Please choose a file.");
    const query = new URLSearchParams({
      fileName: file.name,
      suggestionsShown: `${form.get("suggestionsShown") ?? 100}`,
    });
    const config = `${form.get("config") ?? ""}`.trim();
    if (config !== "") query.set("config", config);
    // Without a complete mapping, the server recognises lines of Prodigy, or names the field without a column.
    const isMapped = table !== null && (!hasRecordLines(file) || isComplete(schema, table.mapping));
    if (isMapped) query.set("columns", JSON.stringify(table.mapping));
    const answer = await send(`${address}?${query}`, file, importReport);
    if (answer === null) return;
    setDone(answer);
    router.refresh();
  }

  return (
    <div className="grid grid-cols-1 gap-6">
      <form aria-label="Import items" onSubmit={submit} className="grid max-w-[52rem] items-start gap-5 sm:grid-cols-2">
        <Field
          name="file"
          label="File"
          {...(schema.stimulus.some(isMedia)
            ? {
                hint: "For images and recordings: a .zip with the file and the media. The file refers to the media by path, each with an alternative text or transcript.",
              }
            : {})}
        >
          <TextInput
            type="file"
            accept=".csv,.tsv,.xlsx,.jsonl,.ndjson,.json,.conll,.bio,.iob,.txt,.zip"
            onChange={({ target }) => void loadTableHead(target.files?.[0])}
          />
        </Field>
        <Field
          name="suggestionsShown"
          label="Suggestions shown (%)"
          hint="Annotators see the file’s model answers for a random sample of this share of items. They are hidden for all other items."
        >
          <TextInput type="number" min={0} max={100} defaultValue={100} inputMode="numeric" />
        </Field>
        {table && <Columns {...{ schema, table }} onChange={(mapping) => setTable({ ...table, mapping })} />}
        <details className="sm:col-span-2">
          <summary className="w-fit rounded-sm text-sm text-ink-soft underline decoration-edge underline-offset-4">
            Label Studio tasks with different field names
          </summary>
          <div className="mt-3">
            <Field name="config" label="Labelling configuration" isOptional>
              <TextArea rows={5} spellCheck={false} className="font-mono text-sm" />
            </Field>
          </div>
        </details>
        <div className="sm:col-span-2">
          <SendButton sending={sending !== null} label="Import" working="Importing …" />
        </div>
      </form>
      <SendingProgress sending={sending} />
      <div ref={outcome} tabIndex={-1} role="status" className="grid min-w-0 gap-3 outline-none">
        {problem && <Callout tone="bad">{problem}</Callout>}
        {done && <ImportResult report={done} />}
      </div>
    </div>
  );
}

/** The numbers of rows of an import, and the first rejected rows. */
function ImportResult({ report }: { report: z.infer<typeof importReport> }) {
  return (
    <>
      <Callout tone={report.rejected === 0 ? "good" : "warn"} title={`${formatCount(report.inserted)} items imported`}>
        {formatCount(report.rows)} rows: {formatCount(report.inserted)} new, {formatCount(report.unchanged)} unchanged,{" "}
        {formatCount(report.rejected)} rejected.
      </Callout>
      <BlockedCallout copies={report.blockedCopies} />
      {report.rejections.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {report.rejections.slice(0, 20).map(({ line, field, message }) => (
            <li key={`${line} ${field}`} className="wrap-anywhere">
              Line {line}: {field} {message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** A form that maps columns to fields, with the first row as an item. */
function Columns({
  schema,
  table: { head, mapping },
  onChange,
}: {
  schema: TaskSchema;
  table: { head: FileHead; mapping: ColumnMapping };
  onChange: (mapping: ColumnMapping) => void;
}) {
  const options = [
    { value: "", label: "not in the table" },
    ...head.header.filter((name) => name.trim() !== "").map((name) => ({ value: name, label: name })),
  ];
  const columnSelect = (name: string, label: string, value: string, onChoose: (column: string) => void) => (
    <Field key={name} name={name} label={label} isOptional>
      <Select options={options} value={value} onChange={({ target }) => onChoose(target.value)} />
    </Field>
  );
  const optionalColumn = (key: "id" | "group" | "model" | "score", label: string) =>
    columnSelect(`column-${key}`, label, mapping[key] ?? "", (chosen) => {
      const { [key]: _, ...others } = mapping;
      onChange(chosen === "" ? others : { ...others, [key]: chosen });
    });
  return (
    <fieldset className="grid items-start gap-4 sm:col-span-2 sm:grid-cols-2 lg:grid-cols-3">
      <legend className="mb-3 font-medium">Columns</legend>
      {optionalColumn("id", "Item name")}
      {schema.stimulus.flatMap(({ name, label, type }) => {
        const columns = mapping.fields[name] ?? [];
        const values = type === "texts" ? [...columns, ""] : [columns[0] ?? ""];
        return values.map((value, index) =>
          columnSelect(
            `column-${name}-${index}`,
            `${label || name}${type === "texts" ? `, text ${index + 1}` : ""}`,
            value,
            (chosen) => {
              const next = [...columns];
              next[index] = chosen;
              onChange({ ...mapping, fields: { ...mapping.fields, [name]: next.filter((one) => one !== "") } });
            },
          ),
        );
      })}
      {schema.answer.map(({ name, label }) =>
        columnSelect(`suggested-${name}`, `Suggested: ${label}`, mapping.suggestion[name] ?? "", (chosen) => {
          const { [name]: _, ...others } = mapping.suggestion;
          onChange({ ...mapping, suggestion: chosen === "" ? others : { ...others, [name]: chosen } });
        }),
      )}
      {optionalColumn("model", "Model")}
      {optionalColumn("score", "Model score")}
      {optionalColumn("group", "Source")}
    </fieldset>
  );
}
