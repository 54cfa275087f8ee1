"use client";

import { type ReactNode, useState } from "react";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";

/** A list of short texts, one per line; blank lines are ignored. */
export function LinesInput({
  name,
  label,
  hint,
  lines,
  onChange,
}: {
  name: string;
  label: string;
  hint: ReactNode;
  lines: readonly string[];
  onChange: (lines: string[]) => void;
}) {
  // A line that is being typed may be blank.
  const [typed, setTyped] = useState({ text: lines.join("\n"), lines });
  const isOwn = typed.lines.length === lines.length && typed.lines.every((line, at) => line === lines[at]);
  return (
    <Field name={name} label={label} hint={hint} isOptional>
      <TextArea
        rows={2}
        value={isOwn ? typed.text : lines.join("\n")}
        onChange={({ target }) => {
          const next = target.value.split("\n").flatMap((line) => line.trim() || []);
          setTyped({ text: target.value, lines: next });
          onChange(next);
        }}
      />
    </Field>
  );
}
