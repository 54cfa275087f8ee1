import { groupSources } from "@/lib/domain/tasks/editor/edit-condition.ts";
import type { AnswerField, FieldOfType, SimpleField } from "@/lib/domain/tasks/schema/answer-field.ts";
import { createAnswerField, namesOfFields } from "@/lib/domain/tasks/schema/new-field.ts";
import { FieldList } from "./field-list.tsx";
import { FieldSelect } from "./field-select.tsx";
import type { QuestionProps } from "./question-props.ts";
import { TaskQuestionEditor } from "./task-question-editor.tsx";
import { simpleTypes } from "./type-labels.ts";

/** Questions that are asked for each mark: whose marks, and the questions. */
export function GroupEditor({
  earlier,
  ...props
}: Omit<QuestionProps, "field"> & {
  field: FieldOfType<"group">;
  /** The questions before the group. */
  earlier: readonly AnswerField[];
}) {
  const { schema, stored, field, onChange } = props;
  const marks = earlier.filter(({ type }) => type === "spans");
  return (
    <TaskQuestionEditor {...props}>
      <FieldSelect
        name={`${field.name}-per`}
        label="For each mark of"
        hint={marks.length === 0 ? "Add a question of the type “Marked words” before it." : undefined}
        value={field.per}
        fields={marks}
        onChange={(per) => onChange({ ...field, per })}
      />
      <FieldList<SimpleField>
        title={`Questions of “${field.label || field.name}”`}
        list={field.fields}
        types={simpleTypes}
        names={namesOfFields(schema)}
        onAdd={(type, name) =>
          onChange({ ...field, fields: [...field.fields, createAnswerField(schema, type, name) as SimpleField] })
        }
        onList={(fields) => onChange({ ...field, fields })}
      >
        {(inner, set) => (
          <TaskQuestionEditor
            {...{ schema, stored }}
            field={inner}
            sources={groupSources(schema, field, earlier, field.fields.indexOf(inner))}
            onChange={(changed) => set(changed as SimpleField)}
          />
        )}
      </FieldList>
    </TaskQuestionEditor>
  );
}
