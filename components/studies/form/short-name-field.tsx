"use client";

import { useState } from "react";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { shortName } from "@/lib/domain/survey/studies/edit-draft.ts";
import { useDraft, useDraftText } from "./draft-context.tsx";

/**
 * The field for the stored name of a page or a question. Other parts of the form refer to this name, so it is made
 * valid and unique when the field loses the focus.
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
  const storedName = useDraftText(path);
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
      keys.filter((key) => key !== storedName),
    );
    setTyped(null);
    if (name !== storedName) (onName ?? ((given: string) => set(path, given)))(name);
  };
  return (
    <Field name={path} label={<span className="font-normal text-ink-soft">{label}</span>} hint={hint}>
      <TextInput
        required={false}
        spellCheck={false}
        maxLength={40}
        className="max-w-72 font-mono text-sm"
        value={typed ?? storedName}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={applyName}
      />
    </Field>
  );
}
