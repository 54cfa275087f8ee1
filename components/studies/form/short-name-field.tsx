"use client";

import { useState } from "react";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { shortName } from "@/lib/domain/survey/studies/edit-draft.ts";
import { useDraft, useDraftText } from "./draft-context.tsx";

/**
 * The field for the name under which a page or a question is stored. When the field loses the focus, the name is made
 * unique and well-formed, because other parts of the form refer to it.
 */
export function ShortNameField({
  path,
  label,
  hint,
  taken,
  onName,
}: {
  path: string;
  label: string;
  hint?: string;
  taken: "steps" | "questions";
  onName?: (name: string) => void;
}) {
  const { draft, set } = useDraft();
  const stored = useDraftText(path);
  const [typed, setTyped] = useState<string | null>(null);
  const applyName = () => {
    if (typed === null) return;
    const { steps } = draft.protocol;
    const keys =
      taken === "steps"
        ? steps.map((step) => step.key)
        : steps.flatMap((step) => (step.kind === "questions" ? step.questions.map(({ key }) => key) : []));
    const name = shortName(
      typed,
      keys.filter((key) => key !== stored),
    );
    setTyped(null);
    if (name !== stored) (onName ?? ((given: string) => set(path, given)))(name);
  };
  return (
    <Field name={path} label={<span className="font-normal text-ink-soft">{label}</span>} hint={hint}>
      <TextInput
        required={false}
        spellCheck={false}
        maxLength={40}
        className="max-w-72 font-mono text-sm"
        value={typed ?? stored}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={applyName}
      />
    </Field>
  );
}
