import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { newCondition } from "@/lib/domain/tasks/editor/edit-condition.ts";
import { withProperty } from "@/lib/domain/tasks/editor/with-property.ts";
import { ConditionEditor } from "./condition-editor.tsx";
import type { QuestionProps } from "./question-props.ts";

/** Asks a question always, or only if a condition on earlier answers holds. */
export function ShownIf({ sources, field, onChange }: QuestionProps) {
  const { showIf } = field;
  const [source] = sources;
  if (!source && !showIf) return null;
  return (
    <>
      <Field name={`${field.name}-shown`} label="Asked">
        <Select
          value={showIf ? "if" : "always"}
          options={[
            { value: "always", label: "always" },
            { value: "if", label: "only if a condition holds" },
          ]}
          onChange={({ target }) =>
            onChange(withProperty(field, "showIf", target.value === "if" && source ? newCondition(source) : undefined))
          }
        />
      </Field>
      {showIf && (
        <ConditionEditor
          name={`${field.name}-if`}
          title={`Condition of “${field.label || field.name}”`}
          condition={showIf}
          sources={sources}
          onChange={(changed) => onChange({ ...field, showIf: changed })}
        />
      )}
    </>
  );
}
