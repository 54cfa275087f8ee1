"use client";

import type { ReactNode } from "react";
import type { AnswerFieldProps } from "./answer-field-props.ts";
import { GroupField } from "./group-field.tsx";
import { RelationsField } from "./relations-field.tsx";
import { SimpleInput } from "./simple-input.tsx";
import { SpansField } from "./spans-field.tsx";

/** One question of a task with its answer. */
export function AnswerFieldView(props: AnswerFieldProps) {
  const { field, isCurrent, problems } = props;
  const id = `field-${field.name}`;
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      data-current={isCurrent || undefined}
      className="grid scroll-mt-24 gap-2 rounded-md border border-rule px-4 py-3 focus:outline-2 focus:outline-ink data-current:border-ink"
    >
      <h2 id={`${id}-label`} className="font-medium">
        {field.label}
        {!field.required && <span className="font-normal text-ink-soft"> (optional)</span>}
      </h2>
      {field.help && <p className="max-w-measure text-sm text-ink-soft">{field.help}</p>}
      <FieldInput {...props} />
      {problems.length > 0 && (
        <ul role="alert" className="text-sm font-medium text-bad">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function FieldInput(props: AnswerFieldProps): ReactNode {
  const { field } = props;
  switch (field.type) {
    case "spans":
      return <SpansField {...props} field={field} />;
    case "relations":
      return <RelationsField {...props} field={field} />;
    case "group":
      return <GroupField {...props} field={field} />;
    default:
      return (
        <SimpleInput
          {...props}
          value={props.answer[field.name]}
          onChange={(value) => props.onAnswer(field.name, value)}
        />
      );
  }
}
