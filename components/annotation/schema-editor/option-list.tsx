import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { TaskOption } from "@/lib/domain/tasks/schema/names.ts";
import { relabelled, withOption } from "@/lib/domain/tasks/schema/new-field.ts";

/** The options of a question or the labels of marks, each with its key of the keyboard. */
export function OptionList({
  name,
  options,
  stored,
  onChange,
}: {
  /** The name of the question. */
  name: string;
  options: readonly TaskOption[];
  /** The values of the stored version, which answers may have. */
  stored: ReadonlySet<string>;
  onChange: (options: TaskOption[]) => void;
}) {
  const set = (index: number, changed: TaskOption) =>
    onChange(options.map((one, at) => (at === index ? changed : one)));
  return (
    <div className="grid gap-2">
      {options.map((option, index) => (
        // The value can change while its label is typed.
        // biome-ignore lint/suspicious/noArrayIndexKey: the inputs have no state of their own
        <div key={index} className="grid grid-cols-[minmax(0,1fr)_5rem_auto] items-end gap-2">
          <Field name={`${name}-option-${index}`} label={`Option ${index + 1}`}>
            <TextInput
              value={option.label}
              onChange={({ target }) => onChange(relabelled(options, index, target.value, stored))}
            />
          </Field>
          <Field name={`${name}-key-${index}`} label="Key" isOptional>
            <TextInput
              value={option.hotkey ?? ""}
              maxLength={1}
              onChange={({ target }) => {
                const { hotkey: _, ...others } = option;
                set(index, target.value === "" ? others : { ...others, hotkey: target.value.toLowerCase() });
              }}
            />
          </Field>
          <Button size="small" look="quiet" onClick={() => onChange(options.filter((_, at) => at !== index))}>
            Remove<span className="sr-only"> {option.label}</span>
          </Button>
        </div>
      ))}
      <div>
        <Button size="small" onClick={() => onChange(withOption(options))}>
          Add an option
        </Button>
      </div>
    </div>
  );
}
