import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { conditionSources, newCondition } from "@/lib/domain/tasks/editor/edit-condition.ts";
import type { TaskSchema } from "@/lib/domain/tasks/schema/task-schema.ts";
import { ConditionEditor } from "./condition-editor.tsx";
import { FieldSelect } from "./field-select.tsx";

/** The rules that refuse combinations of answers, each with the message that annotators read. */
export function RuleList({ schema, onChange }: { schema: TaskSchema; onChange: (rules: TaskSchema["rules"]) => void }) {
  const { answer, rules } = schema;
  const sources = conditionSources(schema, answer);
  const [source] = sources;
  const last = answer.at(-1);
  const set = (index: number, changed: TaskSchema["rules"][number]) =>
    onChange(rules.map((one, at) => (at === index ? changed : one)));
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-lg">Rules</legend>
      <p className="max-w-measure text-sm text-ink-soft">
        An answer that meets the condition of a rule cannot be submitted. The message appears at the question.
      </p>
      {rules.map((rule, index) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no name, and their inputs no state of their own
          key={index}
          className="grid min-w-0 gap-3 rounded-md border border-rule px-4 py-3"
        >
          <legend className="px-1 font-medium">Rule {index + 1}</legend>
          <Field name={`rule-${index}-message`} label="Message">
            <TextInput value={rule.message} onChange={({ target }) => set(index, { ...rule, message: target.value })} />
          </Field>
          <FieldSelect
            name={`rule-${index}-field`}
            label="Shown at"
            value={rule.field}
            fields={answer}
            onChange={(field) => set(index, { ...rule, field })}
          />
          <ConditionEditor
            name={`rule-${index}-if`}
            title={`Condition of rule ${index + 1}`}
            condition={rule.refuseIf}
            sources={sources}
            onChange={(refuseIf) => set(index, { ...rule, refuseIf })}
          />
          <div>
            <Button size="small" look="quiet" onClick={() => onChange(rules.filter((_, at) => at !== index))}>
              Remove<span className="sr-only">: rule {index + 1}</span>
            </Button>
          </div>
        </fieldset>
      ))}
      <div>
        <Button
          disabled={!source || !last}
          onClick={() => {
            if (!source || !last) return;
            const message = "These answers do not fit together.";
            onChange([...rules, { field: last.name, refuseIf: newCondition(source), message }]);
          }}
        >
          Add a rule
        </Button>
      </div>
    </fieldset>
  );
}
