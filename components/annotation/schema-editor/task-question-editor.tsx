import type { ReactNode } from "react";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { withProperty } from "@/lib/domain/tasks/editor/with-property.ts";
import type { QuestionProps } from "./question-props.ts";
import { ScoringEditor } from "./scoring-editor.tsx";
import { ShownIf } from "./shown-if.tsx";
import { TypeProperties } from "./type-properties.tsx";

/** One question: its words, what can be answered, when it is asked, how answers are scored, and its own messages. */
export function TaskQuestionEditor({
  children,
  ...props
}: QuestionProps & {
  /** The questions of a group. */
  children?: ReactNode;
}) {
  const { field, onChange } = props;
  return (
    <>
      <Field name={`${field.name}-label`} label="Question" hint={`In files: ${field.name}`}>
        <TextInput value={field.label} onChange={({ target }) => onChange({ ...field, label: target.value })} />
      </Field>
      <Field name={`${field.name}-help`} label="Help" isOptional>
        <TextInput value={field.help} onChange={({ target }) => onChange({ ...field, help: target.value })} />
      </Field>
      {field.type === "group" ? children : <TypeProperties {...props} />}
      <ShownIf {...props} />
      {field.type !== "group" && <ScoringEditor {...{ field, onChange }} />}
      <Checkbox
        label="Must be answered"
        checked={field.required}
        onChange={({ target }) => onChange({ ...field, required: target.checked })}
      />
      {field.type !== "group" && <Messages {...{ field, onChange }} />}
    </>
  );
}

const messageLabels = {
  missing: "Message for a missing answer",
  invalid: "Message for an invalid answer",
} as const;

/** The task's own messages, instead of those of the application. */
function Messages({ field, onChange }: Pick<QuestionProps, "field" | "onChange">) {
  return (
    <details open={Object.keys(field.messages).length > 0}>
      <summary className="cursor-pointer">Custom messages</summary>
      <div className="mt-3 grid gap-3">
        {(["missing", "invalid"] as const).map((reason) => (
          <Field key={reason} name={`${field.name}-${reason}`} label={messageLabels[reason]} isOptional>
            <TextInput
              value={field.messages[reason] ?? ""}
              onChange={({ target }) =>
                onChange({ ...field, messages: withProperty(field.messages, reason, target.value || undefined) })
              }
            />
          </Field>
        ))}
      </div>
    </details>
  );
}
