"use client";

import { LoaderCircle } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState } from "react";
import { z } from "zod";
import { Button } from "@/components/ui/button.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Progress } from "@/components/ui/progress.tsx";
import { Select } from "@/components/ui/select.tsx";
import { TextInput } from "@/components/ui/text-input.tsx";
import { genreLabels, genres } from "@/lib/domain/stories/genres.ts";
import { folderAsZip } from "./folder-as-zip.ts";
import { type SendingState, sendFile } from "./send-file.ts";
import { StoryImportOutcome } from "./story-import-outcome.tsx";
import { type StoryImportReport, storyImportReport } from "./story-import-report.ts";

const refusalSchema = z.object({ error: z.object({ message: z.string() }) });

/**
 * Imports a file or a folder of stories. The file goes out as it is and is read as it comes; a folder goes as one
 * archive. What became of each row stands below.
 */
export function StoryImport({ address }: { address: string }) {
  const router = useRouter();
  const outcome = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<SendingState | null>(null);
  const [done, setDone] = useState<{ report: StoryImportReport; fileName: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (state) return;
    const form = new FormData(event.currentTarget);
    setDone(null);
    setProblem(null);
    const chosen = await chosenFile(form).catch(() => null);
    if (!chosen) {
      setProblem("Please choose a file, or a folder that holds stories.");
      outcome.current?.focus();
      return;
    }
    setState({ step: "sending", sent: 0, total: chosen.body.size });
    try {
      const query = new URLSearchParams({ fileName: chosen.name });
      const genre = form.get("genre");
      if (typeof genre === "string" && genre !== "") query.set("genre", genre);
      const { status, text } = await sendFile(`${address}?${query}`, chosen.body, setState);
      const body: unknown = JSON.parse(text);
      if (status === 200) {
        setDone({ report: storyImportReport.parse(body), fileName: chosen.name });
        router.refresh();
      } else setProblem(refusalSchema.parse(body).error.message);
    } catch {
      setProblem("The file did not arrive whole. Nothing was stored; please try again.");
    } finally {
      setState(null);
      outcome.current?.focus();
    }
  }

  return (
    <div className="grid grid-cols-1 gap-6">
      <form aria-label="Import stories" onSubmit={send} className="grid max-w-[52rem] items-start gap-5 sm:grid-cols-2">
        <Field
          name="file"
          label="File"
          hint="A zip of the released layout or of JSONL, one JSONL or JSON file, <response> XML, or our CSV."
          isOptional
        >
          <TextInput type="file" accept=".zip,.jsonl,.ndjson,.json,.xml,.txt,.csv" />
        </Field>
        <Field name="folder" label="Or a folder" hint="JSON files in the released layout, at any depth." isOptional>
          <TextInput type="file" multiple {...folderChoice} />
        </Field>
        <Field
          name="genre"
          label="Genre of stories that state none"
          hint="The XML that a model answers with says no genre."
          isOptional
        >
          <Select
            options={[
              { value: "", label: "as it stands" },
              ...genres.map((genre) => ({ value: genre, label: genreLabels[genre] })),
            ]}
          />
        </Field>
        <div className="sm:col-span-2">
          <Button type="submit" look="primary" aria-disabled={state !== null || undefined}>
            {state && <LoaderCircle aria-hidden="true" className="animate-spin" />}
            {state ? "Importing …" : "Import"}
          </Button>
        </div>
      </form>
      {state && (
        <div className="max-w-measure">
          {state.step === "sending" ? (
            <Progress
              label="Sending"
              value={state.sent}
              maximum={state.total}
              text={`${megabytes(state.sent)} of ${megabytes(state.total)} MB`}
            />
          ) : (
            <p role="status">The file has arrived. It is being read, checked and stored …</p>
          )}
        </div>
      )}
      <div ref={outcome} tabIndex={-1} role="status" className="min-w-0 outline-none">
        {problem && <Callout tone="bad">{problem}</Callout>}
        {done && <StoryImportOutcome report={done.report} fileName={done.fileName} />}
      </div>
    </div>
  );
}

/** Browsers know the attribute by this name; the types of React do not. */
const folderChoice = { webkitdirectory: "" };

/** The chosen file as it is, or the chosen folder as an archive; null when nothing was chosen. */
async function chosenFile(form: FormData): Promise<{ name: string; body: Blob } | null> {
  const file = form.get("file");
  if (file instanceof File && file.name !== "") return { name: file.name, body: file };
  const folder = form.getAll("folder").filter((one): one is File => one instanceof File && one.name !== "");
  return folderAsZip(folder);
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1);
}
