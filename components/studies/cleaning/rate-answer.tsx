"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { type AnswerToRate, type ProcessMeasure, processMeasures } from "@/lib/domain/survey/cleaning/rated-answer.ts";

/** A verdict with its keyboard key. */
export interface RatingChoice {
  value: string;
  label: string;
  keyName: string;
}

/** Shows an answer as raters see it, and buttons for the verdicts, which also have keyboard shortcuts. */
export function RateAnswer({
  answer,
  action,
  field,
  choices,
  children,
}: {
  answer: AnswerToRate;
  action: FormAction;
  /** The name of the form field for the verdict. */
  field: "verdict" | "outcome";
  choices: readonly RatingChoice[];
  children?: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
      if (event.target instanceof HTMLElement && event.target.closest("textarea, input, select")) {
        if (event.key === "Escape") event.target.blur();
        return;
      }
      const key = event.key.toLowerCase();
      if (key === "n") {
        event.preventDefault();
        box.current?.querySelector("textarea")?.focus();
        return;
      }
      box.current?.querySelector<HTMLButtonElement>(`button[data-key="${CSS.escape(key)}"]`)?.click();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return (
    <div ref={box} className="grid max-w-[52rem] grid-cols-1 gap-6">
      <section aria-label="Statement">
        <h2 className="text-sm text-ink-soft">Statement</h2>
        <p className="mt-1 whitespace-pre-line font-serif text-xl leading-relaxed wrap-anywhere">{answer.statement}</p>
      </section>
      <section aria-label="Explanation" className="rounded-lg border border-edge bg-surface p-4">
        <h2 className="text-sm text-ink-soft">Explanation</h2>
        <p className="mt-1 whitespace-pre-line text-lg wrap-anywhere">
          {answer.explanation ?? <span className="text-ink-soft">No explanation.</span>}
        </p>
      </section>
      <section aria-labelledby="measures">
        <h2 id="measures" className="text-sm text-ink-soft">
          How the answer was given: percentile among comparable answers
        </h2>
        <dl className="mt-2 grid grid-cols-1 gap-x-8 gap-y-1 sm:grid-cols-2">
          {(Object.keys(processMeasures) as ProcessMeasure[]).map((name) => (
            <div key={name} className="flex justify-between gap-4 border-b border-rule py-1.5">
              <dt>{processMeasures[name]}</dt>
              <dd className="tabular-nums">
                {answer.measures[name] ?? <span className="text-ink-soft">unknown</span>}
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-2 text-sm text-ink-soft">
          0: no other answer has a smaller value. 100: all others have. An unknown value has no meaning.
        </p>
      </section>
      {children}
      <ActionForm action={action} hidden={{ review: answer.id }} label="Verdict" className="grid gap-4">
        <Field name="note" label="Note" hint="Press N to edit the note, and Escape to leave it." isOptional>
          <TextArea rows={2} maxLength={2_000} required={false} />
        </Field>
        <div className="grid grid-cols-1 gap-3 sm:flex sm:flex-wrap">
          {choices.map(({ value, label, keyName }) => (
            <SubmitButton
              key={value}
              name={field}
              value={value}
              look="secondary"
              data-key={keyName}
              aria-keyshortcuts={keyName}
            >
              {label}
              <span aria-hidden="true" className="ml-2 rounded-sm border border-edge px-1.5 text-xs uppercase">
                {keyName}
              </span>
            </SubmitButton>
          ))}
        </div>
      </ActionForm>
    </div>
  );
}
