"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { SendButton, SendingProgress } from "@/components/imports/send-button.tsx";
import { useUpload } from "@/components/imports/use-upload.ts";
import { Callout } from "@/components/ui/callout.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { zipFolder } from "@/lib/client/uploads/pack-files.ts";
import { type FileHead, hasTableHead, readTableHead } from "@/lib/client/uploads/table-head.ts";
import { type CsvMapping, guessMapping } from "@/lib/domain/interchange/kste/csv-columns.ts";
import { genreLabels, genres } from "@/lib/domain/stories/genres.ts";
import { CsvMappingFields } from "./csv-mapping.tsx";
import { StoryImportOutcome } from "./story-import-outcome.tsx";
import { type StoryImportReport, storyImportReport } from "./story-import-report.ts";

/**
 * Imports a file or a folder of stories. A file is uploaded unchanged, and a folder as one archive; the server reads
 * both as a stream. The result of each row is shown below the form.
 */
export function StoryImport({ address }: { address: string }) {
  const router = useRouter();
  const { sending, problem, outcome, refuse, send } = useUpload();
  const [table, setTable] = useState<{ head: FileHead; mapping: CsvMapping } | null>(null);
  const [genre, setGenre] = useState("");
  const [completedImport, setCompletedImport] = useState<{ report: StoryImportReport; fileName: string } | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending) return;
    const form = new FormData(event.currentTarget);
    setCompletedImport(null);
    const selectedUpload = await readChosenFile(form).catch(() => null);
    if (!selectedUpload) return refuse("Please choose a file, or a folder with stories.");
    const query = new URLSearchParams({ fileName: selectedUpload.name });
    if (genre !== "") query.set("genre", genre);
    if (table !== null) query.set("columns", JSON.stringify(table.mapping));
    const report = await send(`${address}?${query}`, selectedUpload.body, storyImportReport);
    if (report === null) return;
    setCompletedImport({ report, fileName: selectedUpload.name });
    router.refresh();
  }

  /** Reads the columns of a table, so that the user can map them before anything is stored. */
  async function loadTableHead(file: File | undefined) {
    setTable(null);
    if (file === undefined || !hasTableHead(file)) return;
    const head = await readTableHead(file);
    if (head === null) refuse("The file contains no table.");
    else setTable({ head, mapping: guessMapping(head.header) });
  }

  return (
    <div className="grid grid-cols-1 gap-6">
      <form
        aria-label="Import stories"
        onSubmit={submit}
        className="grid max-w-[52rem] items-start gap-5 sm:grid-cols-2"
      >
        <Field
          name="file"
          label="File"
          hint="A zip in the Act-on-Known layout or with JSONL files, one JSONL or JSON file, <response> XML, or a table. The columns of a table are shown before the import."
          isOptional
        >
          <TextInput
            type="file"
            accept=".zip,.jsonl,.ndjson,.json,.xml,.txt,.csv,.tsv,.xlsx"
            onChange={({ target }) => void loadTableHead(target.files?.[0])}
          />
        </Field>
        <Field
          name="folder"
          label="Or a folder"
          hint="JSON files in the Act-on-Known layout. Subfolders are included."
          isOptional
        >
          <TextInput type="file" multiple {...folderInputProps} />
        </Field>
        <Field
          name="genre"
          label="Default genre"
          hint="Used for stories without a genre, such as those in XML files from models and in many tables."
          isOptional
        >
          <Select
            value={genre}
            onChange={({ target }) => setGenre(target.value)}
            options={[
              { value: "", label: "unchanged" },
              ...genres.map((genre) => ({ value: genre, label: genreLabels[genre] })),
            ]}
          />
        </Field>
        {table !== null && (
          <CsvMappingFields
            head={table.head}
            mapping={table.mapping}
            genre={genre}
            onChange={(mapping) => setTable({ ...table, mapping })}
          />
        )}
        <div className="sm:col-span-2">
          <SendButton sending={sending !== null} label="Import" working="Importing …" />
        </div>
      </form>
      <SendingProgress sending={sending} />
      <div ref={outcome} tabIndex={-1} role="status" className="min-w-0 outline-none">
        {problem && <Callout tone="bad">{problem}</Callout>}
        {completedImport && <StoryImportOutcome report={completedImport.report} fileName={completedImport.fileName} />}
      </div>
    </div>
  );
}

/** Browsers support this non-standard attribute, but React's types do not include it. */
const folderInputProps = { webkitdirectory: "" };

/** The chosen file, or the chosen folder as an archive; null if the user chose nothing. */
async function readChosenFile(form: FormData): Promise<{ name: string; body: Blob } | null> {
  const file = form.get("file");
  if (file instanceof File && file.name !== "") return { name: file.name, body: file };
  const folder = form.getAll("folder").filter((one): one is File => one instanceof File && one.name !== "");
  return zipFolder(folder);
}
