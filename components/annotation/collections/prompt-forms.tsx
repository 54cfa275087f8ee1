"use client";

import { useState } from "react";
import { Badge } from "@/components/ui/badge.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { Code } from "@/components/ui/code.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatMoment } from "@/lib/domain/format/times.ts";
import { type PromptTemplate, placeholders } from "@/lib/domain/stories/construction/prompt-template.ts";
import { type ConstructionStep, stepLabels } from "@/lib/domain/stories/construction/steps.ts";

export interface ShownPrompt extends PromptTemplate {
  id: string;
  step: ConstructionStep;
  isOwn: boolean;
  history: readonly { version: number; note: string; authorName: string | null; createdAt: Date; isOwn: boolean }[];
}

/** The prompt of each step: the current version, a form for a new version, and the earlier versions. */
export function PromptForms({
  prompts,
  action,
  collectionId,
}: {
  prompts: readonly ShownPrompt[];
  action: FormAction<{ id: string }>;
  collectionId: string;
}) {
  return (
    <div className="grid max-w-[52rem] gap-3">
      {prompts.map((prompt) => (
        <details key={prompt.step} className="rounded-lg border border-rule">
          <summary className="px-4 py-2.5">
            <strong>{stepLabels[prompt.step]}</strong> <Code>{prompt.id}</Code>{" "}
            {prompt.isOwn && <Badge tone="info">your prompt</Badge>}
          </summary>
          <div className="grid gap-5 border-t border-rule p-4">
            <ActionForm
              action={action}
              hidden={{ collection: collectionId, step: prompt.step }}
              label={stepLabels[prompt.step]}
              className="grid gap-5"
            >
              {(state) => (
                <>
                  {/* The fields are reset for each prompt; the result of submitting them is shown as long as it is valid. */}
                  <div role="status" className="contents">
                    {state?.ok && state.value.id === prompt.id && (
                      <Callout tone="good">
                        This prompt is now used. Generated texts record its ID: {prompt.id}.
                      </Callout>
                    )}
                  </div>
                  <PromptFields key={prompt.id} prompt={prompt} />
                  <div>
                    <SubmitButton look="secondary">Use this prompt</SubmitButton>
                  </div>
                </>
              )}
            </ActionForm>
            {prompt.isOwn && (
              <ConfirmButton
                size="small"
                action={action}
                hidden={{ collection: collectionId, step: prompt.step }}
                title="Restore the default prompt?"
                consequence="Generated texts keep the version that generated them. Your versions stay on record."
                confirm="Go back"
                isDangerous={false}
              >
                Use the default prompt
              </ConfirmButton>
            )}
            {prompt.history.length > 0 && (
              <ul aria-label="Versions" className="grid gap-1 text-sm text-ink-soft">
                {prompt.history.map(({ version, note, authorName, createdAt, isOwn }) => (
                  <li key={version}>
                    Version {version}
                    {!isOwn && " (reset to the default prompt)"}, {formatMoment(createdAt)}
                    {authorName && `, ${authorName}`}
                    {note && `: ${note}`}
                  </li>
                ))}
              </ul>
            )}
          </div>
        </details>
      ))}
    </div>
  );
}

function PromptFields({ prompt }: { prompt: ShownPrompt }) {
  const [text, setText] = useState({ system: prompt.system, user: prompt.user });
  const [problem, setProblem] = useState<string | null>(null);

  async function load(file: File | undefined) {
    if (file === undefined) return;
    const loadedPrompt = readPrompt(await file.text());
    setProblem(loadedPrompt === null ? "The file contains no prompt." : null);
    if (loadedPrompt !== null) setText((before) => ({ ...before, ...loadedPrompt }));
  }

  return (
    <>
      <Field
        name="file"
        label="Load from a file"
        hint="A text file with the prompt, or JSON with “system” and “user”. The prompt is shown below before it is used."
        isOptional
        {...(problem ? { error: problem } : {})}
      >
        <TextInput
          type="file"
          name=""
          accept=".txt,.md,.json"
          onChange={({ target }) => void load(target.files?.[0])}
        />
      </Field>
      <Field name="system" label="System message" isOptional>
        <TextArea
          rows={3}
          maxLength={20_000}
          value={text.system}
          onChange={({ target }) => setText({ ...text, system: target.value })}
        />
      </Field>
      <Field
        name="user"
        label="Prompt"
        hint={`Placeholders: ${placeholders[prompt.step].map((name) => `{${name}}`).join(", ")}.`}
      >
        <TextArea
          rows={12}
          maxLength={50_000}
          className="max-h-96 font-mono text-sm"
          value={text.user}
          onChange={({ target }) => setText({ ...text, user: target.value })}
        />
      </Field>
      <Field name="note" label="Changes" isOptional>
        <TextInput maxLength={500} autoComplete="off" />
      </Field>
    </>
  );
}

/**
 * Parses a prompt file: JSON with `system` and `user`, otherwise a text that is the user message. Null if the file
 * contains no prompt.
 */
export function readPrompt(content: string): Partial<PromptTemplate> | null {
  const text = content.replace(/^\uFEFF/u, "");
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return null;
    const { system, user } = value as Record<string, unknown>;
    if (typeof user !== "string") return null;
    return typeof system === "string" ? { system, user } : { user };
  } catch {
    return text.trim() === "" ? null : { user: text };
  }
}
