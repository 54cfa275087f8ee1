"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { UndoImportButton } from "@/components/imports/import-history.tsx";
import { ImportOutcome, Rejections, RepeatedLines } from "@/components/imports/import-outcome.tsx";
import { SendButton, SendingProgress } from "@/components/imports/send-button.tsx";
import { useUpload } from "@/components/imports/use-upload.ts";
import { Callout } from "@/components/ui/callout.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import { type ItemImportAnswer, itemImportSchema } from "./import-answer.ts";
import { ImportPreviewItems } from "./import-preview-items.tsx";
import { ItemColumns, type StatedColumns } from "./item-columns.tsx";

const acceptedFiles = ".csv,.tsv,.xlsx,.json,.jsonl,.ndjson,.txt,.zip,application/x-ndjson";

/**
 * Imports a file of items in two steps. The first is a dry run, which shows columns, problems and participants' pages.
 * The second is the import. A changed column mapping updates the preview; any other change requires another preview.
 */
export function ItemImportForm({
  address,
  undo,
  children,
}: {
  /** The upload URL without parameters. */
  address: string;
  undo: FormAction<unknown>;
  /** The other fields of the form, whose values are sent as search parameters. */
  children: ReactNode;
}) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const [mapping, setMapping] = useState<StatedColumns | null>(null);
  const [answer, setAnswer] = useState<ItemImportAnswer | null>(null);
  const [isUndone, setUndone] = useState(false);
  const { sending, problem, outcome, refuse, send } = useUpload();
  const isPreviewed = answer?.isDryRun === true;

  async function upload(isDryRun: boolean, columnMapping: StatedColumns | null) {
    if (sending || !form.current?.reportValidity()) return;
    const fields = new FormData(form.current);
    const file = fields.get("file");
    if (!(file instanceof File) || file.name === "") return refuse("Please choose a file.");
    fields.delete("file");
    const query = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
    if (columnMapping) {
      query.set("columns", JSON.stringify(columnMapping.columns));
      query.set("keys", columnMapping.keys);
    }
    query.set("fileName", file.name);
    if (isDryRun) query.set("dryRun", "true");
    const importAnswer = await send(`${address}?${query}`, file, itemImportSchema);
    if (importAnswer === null) return;
    setAnswer(importAnswer);
    if (!isDryRun) router.refresh();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void upload(!isPreviewed, mapping);
  }

  function changeForm() {
    setMapping(null);
    setAnswer(null);
    setUndone(false);
  }

  const undoAndReset: FormAction<unknown> = async (previous, sent) => {
    const state = await undo(previous, sent);
    if (state?.ok) {
      changeForm();
      setUndone(true);
    }
    return state;
  };

  function changeMapping(next: StatedColumns) {
    setMapping(next);
    void upload(true, next);
  }

  return (
    <div className="grid grid-cols-1 gap-5">
      <form
        ref={form}
        aria-label="Import items"
        onSubmit={submit}
        onChange={changeForm}
        className="grid max-w-[52rem] items-end gap-4 sm:grid-cols-2"
      >
        <Field name="file" label="File">
          <TextInput type="file" accept={acceptedFiles} />
        </Field>
        {children}
        <div className="sm:col-span-2">
          {!isPreviewed && <SendButton sending={sending !== null} label="Preview" working="Reading …" />}
        </div>
      </form>
      <SendingProgress sending={sending} />
      <div ref={outcome} tabIndex={-1} role="status" className="grid grid-cols-1 gap-5 outline-none">
        {problem && <Callout tone="bad">{problem}</Callout>}
        {answer && isPreviewed && (
          <Preview
            answer={answer}
            isSending={sending !== null}
            onMap={changeMapping}
            onImport={() => upload(false, mapping)}
          />
        )}
        {answer && !isPreviewed && <ImportResult answer={answer} undo={undoAndReset} />}
        {isUndone && <Callout tone="good">The import was undone. Nothing is stored.</Callout>}
      </div>
    </div>
  );
}

/** What the import would change, and the columns of the file. */
function Preview({
  answer,
  isSending,
  onMap,
  onImport,
}: {
  answer: ItemImportAnswer;
  isSending: boolean;
  onMap: (mapping: StatedColumns) => void;
  onImport: () => void;
}) {
  const { rows, rejected, unchanged, rejections, repeated, table, preview, newVersions, keysCorrected, withoutPoints } =
    answer;
  const accepted = rows - rejected;
  return (
    <>
      <Callout tone={rejected > 0 || accepted === 0 ? "warn" : "info"} title="Preview: nothing is stored yet">
        {table?.problem
          ? "No column was recognised as the question. Choose it below."
          : `${formatNumberOf(accepted, "item")} would be imported, ${formatCount(rejected)} rejected.`}
        {unchanged > 0 && ` ${formatCount(unchanged)} of them would change nothing.`}
        {newVersions > 0 && ` ${formatNumberOf(newVersions, "stored item")} would get a new version.`}
        {withoutPoints > 0 &&
          ` ${formatNumberOf(withoutPoints, "rating")} without points would be asked on seven points from “Strongly disagree” to “Strongly agree”. To change this, write the points in the option columns, or a range such as 1-5.`}
        {keysCorrected > 0 &&
          ` ${formatNumberOf(keysCorrected, "key")} would be corrected; results state the key version.`}
        {table &&
          table.unusedKeys > 0 &&
          ` ${formatNumberOf(table.unusedKeys, "key")} of ratings or text questions would not be stored, because these are not scored.`}
        {table?.isNumbered && accepted > 0 && " The file has no IDs, so the items are numbered by their rows."}
      </Callout>
      {table && <ItemColumns table={table} onChange={onMap} />}
      <RepeatedLines lines={repeated} />
      {rejections.length > 0 && (
        <Rejections rejections={rejections} total={rejected} isOfItems columns={table?.mapped} />
      )}
      <ImportPreviewItems items={preview} />
      {accepted > 0 && (
        <div>
          <Button look="primary" onClick={onImport} aria-disabled={isSending || undefined}>
            {isSending ? "Importing …" : "Import"}
          </Button>
        </div>
      )}
    </>
  );
}

/** What the import has changed, and the next steps. */
function ImportResult({ answer, undo }: { answer: ItemImportAnswer; undo: FormAction<unknown> }) {
  return (
    <>
      <ImportOutcome report={answer} isOfItems columns={answer.table?.mapped} />
      <div className="flex flex-wrap gap-3">
        <LinkButton href={`/research/studies/new?benchmark=${answer.benchmarkId}`} look="primary">
          New study with these items
        </LinkButton>
        <LinkButton href={`/research/benchmarks/${answer.benchmarkId}`}>Open {answer.benchmarkName}</LinkButton>
        {answer.inserted > 0 && <UndoImportButton id={answer.id} undo={undo} />}
      </div>
    </>
  );
}
