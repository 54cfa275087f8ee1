"use client";

import { useState } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import type { AnswerField } from "@/lib/domain/tasks/schema/answer-field.ts";
import { newAnswerField, newStimulusField } from "@/lib/domain/tasks/schema/new-field.ts";
import type { StimulusField } from "@/lib/domain/tasks/schema/stimulus-field.ts";
import { parseTaskSchema, type TaskSchema } from "@/lib/domain/tasks/schema/task-schema.ts";
import { FieldList } from "./field-list.tsx";
import { StimulusEditor } from "./stimulus-editor.tsx";
import { TaskPreview } from "./task-preview.tsx";
import { TaskQuestionEditor } from "./task-question-editor.tsx";

const stimulusTypes: Readonly<Record<StimulusField["type"], string>> = {
  text: "Text",
  title: "Title",
  markdown: "Markdown",
  dialogue: "Dialogue",
  texts: "List or pair of texts",
  image: "Image",
  audio: "Audio",
  video: "Video",
  context: "Key-value context",
};
const answerTypes: Readonly<Record<AnswerField["type"], string>> = {
  choice: "One of several",
  several: "Several of",
  rating: "Rating",
  ranking: "Ranking",
  pairwise: "Pairwise preference",
  number: "Number",
  text: "Text",
  spans: "Marked words",
  relations: "Relations between marks",
  edit: "Edit of a text",
  group: "Questions for each mark",
};

/** An answer that the entered task would refuse. */
interface Unfit {
  item: string;
  problem: string;
}

/** Changes a task without JSON, with a preview of what annotators see; then checks and stores it as a new version. */
export function SchemaEditor<Preview extends { incompatible: Unfit[] }, Change>({
  collectionId,
  stored,
  starts,
  preview,
  change,
}: {
  collectionId: string;
  /** The newest version. */
  stored: TaskSchema;
  /** Documents with which a task can begin. */
  starts: readonly { id: string; label: string; schema: TaskSchema }[];
  preview: FormAction<Preview>;
  change: FormAction<Change>;
}) {
  const [text, setText] = useState(() => written(stored));
  const [schema, setSchema] = useState(stored);
  const show = (next: TaskSchema) => {
    setSchema(next);
    setText(written(next));
  };
  const write = (next: string) => {
    setText(next);
    const parsed = parseTaskSchema(jsonOr(next));
    if (parsed.ok) setSchema(parsed.schema);
  };
  const parsed = parseTaskSchema(jsonOr(text));
  const { stimulus, answer } = schema;
  return (
    <div className="grid items-start gap-8 xl:grid-cols-2">
      <div className="grid min-w-0 gap-6">
        <Field name="start" label="Start from" hint="Replaces what is entered here; the stored version stays.">
          <Select
            value=""
            options={[
              { value: "", label: "the entered task" },
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
        <FieldList
          title="What is shown"
          list={stimulus}
          types={stimulusTypes}
          onAdd={(type) => show({ ...schema, stimulus: [...stimulus, newStimulusField(schema, type)] })}
          onList={(next) => show({ ...schema, stimulus: next })}
        >
          {(field, set) => <StimulusEditor field={field} onChange={set} />}
        </FieldList>
        <FieldList
          title="What is asked"
          list={answer}
          types={answerTypes}
          onAdd={(type) => show({ ...schema, answer: [...answer, newAnswerField(schema, type)] })}
          onList={(next) => show({ ...schema, answer: next })}
        >
          {(field, set) => <TaskQuestionEditor {...{ schema, stored, field }} onChange={set} />}
        </FieldList>
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
        {!parsed.ok && <Problems problems={parsed.problems} />}
        <TaskPreview schema={parsed.ok ? parsed.schema : schema} />
        <TaskForms {...{ collectionId, preview, change }} document={text} onDiscard={() => show(stored)} />
      </div>
    </div>
  );
}

function Problems({ problems }: { problems: readonly { field: string; message: string }[] }) {
  return (
    <Callout tone="warn" title="This task cannot be saved yet">
      <ul>
        {problems.slice(0, 10).map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            {field} {message}
          </li>
        ))}
      </ul>
    </Callout>
  );
}

/** Checks the entered task against the answers, and stores it as a new version. */
function TaskForms<Preview extends { incompatible: Unfit[] }, Change>({
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
            {state?.ok && state.value && <Incompatible answers={state.value.incompatible} />}
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

/** The answers that the entered task would refuse. */
function Incompatible({ answers }: { answers: readonly Unfit[] }) {
  if (answers.length === 0) return null;
  return (
    <Table caption="Answers that would not fit; they keep their version" maxHeight="20rem">
      <thead>
        <tr>
          <Th>Item</Th>
          <Th>Problem</Th>
        </tr>
      </thead>
      <tbody>
        {answers.map(({ item, problem }, index) => (
          // One item can have several answers with one problem.
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

function written(schema: TaskSchema): string {
  return JSON.stringify(schema, null, 2);
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
