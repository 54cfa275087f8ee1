"use client";

import { useState } from "react";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { conditionSources } from "@/lib/domain/tasks/editor/edit-condition.ts";
import { createAnswerField, createStimulusField, namesOfFields } from "@/lib/domain/tasks/schema/new-field.ts";
import { parseTaskSchema, type TaskSchema } from "@/lib/domain/tasks/schema/task-schema.ts";
import { FieldList } from "./field-list.tsx";
import { GroupEditor } from "./group-editor.tsx";
import { ProblemList } from "./problem-list.tsx";
import { RuleList } from "./rule-list.tsx";
import { StimulusEditor } from "./stimulus-editor.tsx";
import { TaskPreview } from "./task-preview.tsx";
import { TaskQuestionEditor } from "./task-question-editor.tsx";
import { answerTypes, stimulusTypes } from "./type-labels.ts";

/** An answer that would not be valid under the edited task. */
interface ListedAnswer {
  item: string;
  problem: string;
}

/**
 * Edits a task with form fields and a preview of what annotators see, then checks it and stores it as a new version.
 */
export function SchemaEditor<Preview extends { incompatible: number; listed: ListedAnswer[] }, Change>({
  collectionId,
  stored,
  starts,
  preview,
  change,
}: {
  collectionId: string;
  /** The newest version. */
  stored: TaskSchema;
  /** Task schemas that can replace the edited one. */
  starts: readonly { id: string; label: string; schema: TaskSchema }[];
  preview: FormAction<Preview>;
  change: FormAction<Change>;
}) {
  const [text, setText] = useState(() => formatSchema(stored));
  const [schema, setSchema] = useState(stored);
  // The preview shows the last valid task: a scale of a million points cannot be drawn.
  const [valid, setValid] = useState(stored);
  const show = (next: TaskSchema) => {
    setSchema(next);
    setText(formatSchema(next));
    const checked = parseTaskSchema(next);
    if (checked.ok) setValid(checked.schema);
  };
  const write = (next: string) => {
    setText(next);
    const changed = parseTaskSchema(parseJsonOrNull(next));
    if (!changed.ok) return;
    setSchema(changed.schema);
    setValid(changed.schema);
  };
  const parsed = parseTaskSchema(parseJsonOrNull(text));
  return (
    <div className="grid items-start gap-8 xl:grid-cols-2">
      <div className="grid min-w-0 gap-6">
        <Field name="start" label="Start from" hint="Replaces the current draft. The stored version does not change.">
          <Select
            value=""
            options={[
              { value: "", label: "the current draft" },
              ...starts.map(({ id, label }) => ({ value: id, label })),
            ]}
            onChange={({ target }) => {
              const start = starts.find(({ id }) => id === target.value);
              if (start) show(start.schema);
            }}
          />
        </Field>
        <Field name="title" label="Title">
          <TextInput value={schema.title} onChange={({ target }) => show({ ...schema, title: target.value })} />
        </Field>
        <Field name="instruction" label="Instruction" isOptional>
          <TextArea
            rows={3}
            value={schema.instruction}
            onChange={({ target }) => show({ ...schema, instruction: target.value })}
          />
        </Field>
        <TaskEditors {...{ schema, stored }} onChange={show} />
        <details>
          <summary className="cursor-pointer font-medium">As JSON</summary>
          <Field name="document" label="Task schema" hint="One JSON document; docs/formats.md describes its fields.">
            <TextArea
              rows={24}
              spellCheck={false}
              className="font-mono text-sm"
              value={text}
              onChange={({ target }) => write(target.value)}
            />
          </Field>
        </details>
      </div>
      <div className="grid min-w-0 gap-6 xl:sticky xl:top-4">
        {!parsed.ok && <ProblemList schema={schema} problems={parsed.problems} />}
        <TaskPreview schema={valid} />
        <TaskForms {...{ collectionId, preview, change }} document={text} onDiscard={() => show(stored)} />
      </div>
    </div>
  );
}

/** What is shown, what is asked, and which answers are refused. */
function TaskEditors({
  schema,
  stored,
  onChange,
}: {
  schema: TaskSchema;
  stored: TaskSchema;
  onChange: (schema: TaskSchema) => void;
}) {
  const { stimulus, answer } = schema;
  const names = namesOfFields(schema);
  return (
    <>
      <FieldList
        title="Shown content"
        list={stimulus}
        types={stimulusTypes}
        names={names}
        onAdd={(type, name) =>
          onChange({ ...schema, stimulus: [...stimulus, createStimulusField(schema, type, name)] })
        }
        onList={(next) => onChange({ ...schema, stimulus: next })}
      >
        {(field, set) => <StimulusEditor field={field} onChange={set} />}
      </FieldList>
      <FieldList
        title="Questions"
        list={answer}
        types={answerTypes}
        names={names}
        onAdd={(type, name) => onChange({ ...schema, answer: [...answer, createAnswerField(schema, type, name)] })}
        onList={(next) => onChange({ ...schema, answer: next })}
      >
        {(field, set) => {
          const earlier = answer.slice(0, answer.indexOf(field));
          const sources = conditionSources(schema, earlier);
          if (field.type === "group")
            return <GroupEditor {...{ schema, stored, sources, field, earlier }} onChange={set} />;
          return <TaskQuestionEditor {...{ schema, stored, sources, field }} onChange={set} />;
        }}
      </FieldList>
      <RuleList schema={schema} onChange={(rules) => onChange({ ...schema, rules })} />
    </>
  );
}

/** Buttons that check the edited task against the stored answers, and store it as a new version. */
function TaskForms<Preview extends { incompatible: number; listed: ListedAnswer[] }, Change>({
  collectionId,
  document,
  preview,
  change,
  onDiscard,
}: {
  collectionId: string;
  document: string;
  preview: FormAction<Preview>;
  change: FormAction<Change>;
  onDiscard: () => void;
}) {
  return (
    <>
      <ActionForm action={preview} hidden={{ collection: collectionId, document }} label="Check the task">
        {(state) => (
          <>
            {state?.ok && state.value && (
              <IncompatibleAnswers answers={state.value.listed} total={state.value.incompatible} />
            )}
            <SubmitButton look="secondary">Check against the answers</SubmitButton>
          </>
        )}
      </ActionForm>
      <ActionForm action={change} hidden={{ collection: collectionId, document }} label="Save the task">
        <div className="flex flex-wrap gap-3">
          <SubmitButton>Save as a new version</SubmitButton>
          <Button look="quiet" onClick={onDiscard}>
            Discard the changes
          </Button>
        </div>
      </ActionForm>
    </>
  );
}

/** The answers that would not be valid under the edited task. */
function IncompatibleAnswers({ answers, total }: { answers: readonly ListedAnswer[]; total: number }) {
  if (answers.length === 0) return null;
  const listed = answers.length < total ? ` (first ${answers.length} of ${formatCount(total)})` : "";
  return (
    <Table caption={`Incompatible answers, which keep their version${listed}`} maxHeight="20rem">
      <thead>
        <tr>
          <Th>Item</Th>
          <Th>Problem</Th>
        </tr>
      </thead>
      <tbody>
        {answers.map(({ item, problem }, index) => (
          // An item can have several answers with the same problem.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
          <tr key={index}>
            <Th scope="row" className="wrap-anywhere">
              {item}
            </Th>
            <Td className="wrap-anywhere">{problem}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function formatSchema(schema: TaskSchema): string {
  return JSON.stringify(schema, null, 2);
}

function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
