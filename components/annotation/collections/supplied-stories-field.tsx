"use client";

import { useId, useState } from "react";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { readSuppliedStories } from "@/lib/domain/annotation/supplied-stories.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";

/** A field for input stories. They can be typed, pasted, or loaded from text or JSON files into the field. */
export function SuppliedStoriesField() {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const countId = useId();
  const stories = readSuppliedStories(text);

  async function loadFiles(files: FileList | null) {
    const contents = await Promise.all([...(files ?? [])].map(readTextFile));
    const unreadable = contents.find((one) => one === null);
    setProblem(unreadable === null ? "A file is not UTF-8 text, or longer than 2 MB." : null);
    const texts = contents.filter((one): one is string => one !== null && one.trim() !== "");
    if (texts.length === 0) return;
    const areLines = texts.every((one) => one.trimStart().startsWith("{"));
    setText(texts.map((one) => one.trim()).join(areLines ? "\n" : "\n\n---\n\n"));
  }

  return (
    <div className="grid gap-5">
      <Field
        name="text"
        label="Stories"
        hint="Separate stories with a line of three dashes. Lines such as “Title: …”, “Author: …”, “Address: …”, “Licence: …” before the first empty line of a story name its source. JSON lines with text, title, author, address and licence are also accepted."
      >
        <TextArea
          rows={8}
          maxLength={500_000}
          className="max-h-96"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <p id={countId} role="status" className="text-sm text-ink-soft">
        {text.trim() === "" ? "" : `${formatNumberOf(stories.length, "story", "stories")} in the field.`}
      </p>
      <Field
        name=""
        label="Or from files"
        hint="One or several .txt, .md or .jsonl files."
        isOptional
        {...(problem ? { error: problem } : {})}
      >
        <TextInput
          type="file"
          accept=".txt,.md,.jsonl,.ndjson"
          multiple
          onChange={({ target }) => void loadFiles(target.files)}
        />
      </Field>
    </div>
  );
}

/** Returns the text of a file; null if the file is not UTF-8 text or is too large. */
async function readTextFile(file: File): Promise<string | null> {
  if (file.size > 2_000_000) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return null;
  }
}
