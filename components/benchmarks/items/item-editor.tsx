"use client";

import { type Dispatch, type SetStateAction, useState } from "react";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { tableTaskItem } from "@/lib/domain/interchange/item-files/table-task-row.ts";
import type { ItemForm as FormValues } from "@/lib/domain/interchange/item-form.ts";
import type { ItemTask } from "@/lib/domain/items/item.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { task as taskKind } from "@/lib/domain/items/kinds/task/task.ts";
import { formattedFields, markdownAttribute } from "@/lib/domain/items/text-format.ts";
import { findTableTask } from "@/lib/domain/tasks/templates/table-task.ts";
import { tableTaskForms } from "@/lib/domain/tasks/templates/table-task-form.ts";
import { ItemScreen } from "./item-screen.tsx";
import { KeyField, splitIntoLines } from "./key-field.tsx";
import { TaskFieldsEditor } from "./task-fields-editor.tsx";
import { TaskKeyFields } from "./task-key-fields.tsx";

/** The kinds of items that can be created in the browser. Items of a custom task schema can only be imported. */
const kinds = [
  ...Object.values(itemKinds).flatMap(({ name, formLabel }) =>
    formLabel === undefined ? [] : [{ value: name, label: formLabel }],
  ),
  ...Object.entries(tableTaskForms).map(([value, { label }]) => ({ value, label })),
];

/**
 * The form that creates an item, or a new version of an item with a reason. The participant's page is shown next to it.
 */
export function ItemEditor({
  benchmark,
  basedOn,
  initial,
  task,
  aboutStory,
  save,
}: {
  benchmark: string;
  /** The item version to change; null for a new item. */
  basedOn: string | null;
  initial: FormValues;
  task: ItemTask | null;
  /** The number of items about the story. */
  aboutStory: number;
  save: FormAction<unknown>;
}) {
  const [values, setValues] = useState(initial);
  const setValue = (name: keyof FormValues) => (event: { target: { value: string } }) =>
    setValues((before) => ({ ...before, [name]: event.target.value }));
  const { kind, title, genre, story, text, options, fields } = values;
  const isNew = basedOn === null;
  const table = findTableTask(kind);
  const customTask = table ? null : task;
  const shownTask = table
    ? tableTaskItem(table, { story, text, options: splitIntoLines(options) })
    : customTask && { schema: customTask.schema, fields: JSON.parse(fields) };
  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <ActionForm
        action={save}
        hidden={{ benchmark, basedOn: basedOn ?? "", fields, ...(isNew ? {} : { id: initial.id, kind }) }}
        label={isNew ? "New item" : "Item"}
      >
        {isNew && (
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <Field name="kind" label="Kind">
              <Select options={kinds} value={kind} onChange={setValue("kind")} />
            </Field>
            <Field name="id" label="ID" hint="Leave empty to use the next number." isOptional>
              <TextInput maxLength={200} defaultValue={initial.id} />
            </Field>
          </div>
        )}
        {customTask ? (
          <TaskFieldsEditor
            task={customTask}
            fields={fields}
            media={`/api/v1/benchmarks/${benchmark}/media`}
            onChange={(next) => setValues({ ...values, fields: next })}
            values={values}
          />
        ) : (
          <TextParts values={values} set={setValue} aboutStory={aboutStory} hasGenre={table === null} />
        )}
        <AnswerParts {...{ values, setValues, customTask, shownTask }} />
        <Field name="attributes" label="Attributes" hint="One per line, such as “order: 2”." isOptional>
          <TextArea value={values.attributes} onChange={setValue("attributes")} rows={3} />
        </Field>
        {isNew ? (
          <input type="hidden" name="reason" value="" />
        ) : (
          <Field name="reason" label="Reason for the change" hint="Stored with the new version.">
            <TextInput maxLength={2_000} required />
          </Field>
        )}
        <div>
          <SubmitButton>{isNew ? "Save the item" : "Save a new version"}</SubmitButton>
        </div>
      </ActionForm>
      <section aria-label="Participant’s page" className="grid grid-cols-1 content-start gap-3">
        <h2 className="font-medium">Participant’s page</h2>
        <ItemScreen
          item={{
            kind: table ? taskKind.name : kind,
            story: table ? { title, genre: "", text: "" } : { title, genre, text: story },
            text,
            options: table ? [] : splitIntoLines(options),
            attributes: isMarkdown(values) ? { [markdownAttribute]: markdownFieldNames(kind) } : {},
            ...(shownTask ? { task: shownTask } : {}),
          }}
        />
      </section>
    </div>
  );
}

/** The options and the key of an item, and whether its texts are Markdown. */
function AnswerParts({
  values,
  setValues,
  customTask,
  shownTask,
}: {
  values: FormValues;
  setValues: Dispatch<SetStateAction<FormValues>>;
  customTask: ItemTask | null;
  /** The task of the current values; null for other items, and while the options are incomplete. */
  shownTask: ItemTask | null;
}) {
  const { kind, options, key } = values;
  const table = findTableTask(kind);
  const optionField = table
    ? tableTaskForms[table].options
    : itemKinds[kind]?.optionSource === "item"
      ? { label: "Options", hint: "One per line." }
      : null;
  return (
    <>
      {optionField ? (
        <Field
          name="options"
          label={optionField.label}
          hint={optionField.hint}
          isOptional={table === "rating" || table === "spans"}
        >
          <TextArea
            value={options}
            onChange={({ target }) => setValues({ ...values, options: target.value })}
            rows={4}
          />
        </Field>
      ) : (
        <input type="hidden" name="options" value="" />
      )}
      {table || customTask ? (
        // Each kind has its own fields.
        <TaskKeyFields key={kind} task={shownTask} initial={key} />
      ) : (
        <>
          <KeyField values={values} onChange={(next) => setValues({ ...values, key: next })} />
          <Checkbox
            label="Markdown with formulas"
            hint="Story, question and options. LaTeX between $ or $$ is a formula; HTML is shown as text. Models receive the Markdown source."
            checked={isMarkdown(values)}
            onChange={({ target }) =>
              setValues({ ...values, attributes: setMarkdownAttribute(values.attributes, target.checked, kind) })
            }
          />
        </>
      )}
    </>
  );
}

function isMarkdown({ attributes }: FormValues): boolean {
  return splitIntoLines(attributes).some((line) => line.startsWith(`${markdownAttribute}:`));
}

/** The text fields of a kind that may be Markdown. A story stays plain text if words are identified by position. */
function markdownFieldNames(kind: string): string {
  return formattedFields.filter((field) => field !== "story" || !itemKinds[kind]?.marks).join(" ");
}

function setMarkdownAttribute(attributes: string, isChosen: boolean, kind: string): string {
  const otherLines = splitIntoLines(attributes).filter((line) => !line.startsWith(`${markdownAttribute}:`));
  return [...otherLines, ...(isChosen ? [`${markdownAttribute}: ${markdownFieldNames(kind)}`] : [])].join("\n");
}

function TextParts({
  values,
  set,
  aboutStory,
  hasGenre,
}: {
  values: FormValues;
  set: (name: keyof FormValues) => (event: { target: { value: string } }) => void;
  aboutStory: number;
  /** Items of a task store no genre. */
  hasGenre: boolean;
}) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field name="title" label="Title of the story" isOptional>
          <TextInput maxLength={500} value={values.title} onChange={set("title")} />
        </Field>
        {hasGenre ? (
          <Field name="genre" label="Genre" isOptional>
            <TextInput maxLength={100} value={values.genre} onChange={set("genre")} />
          </Field>
        ) : (
          <input type="hidden" name="genre" value="" />
        )}
      </div>
      <Field
        name="story"
        label="Story"
        hint={
          aboutStory > 1
            ? `${formatCount(aboutStory)} items are about this story. A change of the story affects all of them.`
            : "Leave empty for a question without a story."
        }
        isOptional={values.kind !== "spans"}
      >
        <TextArea value={values.story} onChange={set("story")} rows={6} />
      </Field>
      <Field name="text" label={itemKinds[values.kind]?.textLabel ?? "Question"}>
        <TextArea value={values.text} onChange={set("text")} rows={2} required />
      </Field>
    </>
  );
}
