import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { withProperty } from "@/lib/domain/tasks/editor/with-property.ts";
import type { TaskOption } from "@/lib/domain/tasks/schema/names.ts";
import { relabelOption, withOption } from "@/lib/domain/tasks/schema/new-field.ts";

/** The options of a question or the labels of marks, each with its explanation and its key of the keyboard. */
export function OptionList({
  name,
  member = "Option",
  options,
  stored,
  onChange,
}: {
  /** The name of the question. */
  name: string;
  /** The word for one entry in labels and buttons. */
  member?: "Option" | "Label";
  options: readonly TaskOption[];
  /** The option values of the stored version; existing answers may use them. */
  stored: ReadonlySet<string>;
  onChange: (options: TaskOption[]) => void;
}) {
  const set = (index: number, changed: TaskOption) =>
    onChange(options.map((one, at) => (at === index ? changed : one)));
  return (
    <div className="grid gap-3">
      {options.map((option, index) => (
        <div
          // The value can change while its label is typed.
          // biome-ignore lint/suspicious/noArrayIndexKey: the inputs have no state of their own
          key={index}
          className="grid grid-cols-[minmax(0,1fr)_5rem] items-end gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_5rem_auto]"
        >
          <Field name={`${name}-option-${index}`} label={`${member} ${index + 1}`}>
            <TextInput
              value={option.label}
              onChange={({ target }) => onChange(relabelOption(options, index, target.value, stored))}
            />
          </Field>
          <div className="order-1 sm:order-none">
            <Field name={`${name}-explanation-${index}`} label="Explanation" isOptional>
              <TextInput
                value={option.help ?? ""}
                onChange={({ target }) => set(index, withProperty(option, "help", target.value || undefined))}
              />
            </Field>
          </div>
          <Field name={`${name}-key-${index}`} label="Key" isOptional>
            <TextInput
              value={option.hotkey ?? ""}
              maxLength={1}
              onChange={({ target }) =>
                set(index, withProperty(option, "hotkey", target.value.toLowerCase() || undefined))
              }
            />
          </Field>
          <Button
            size="small"
            look="quiet"
            className="order-2 sm:order-none"
            onClick={() => onChange(options.filter((_, at) => at !== index))}
          >
            Remove<span className="sr-only"> {option.label}</span>
          </Button>
        </div>
      ))}
      <div>
        <Button size="small" onClick={() => onChange(withOption(options))}>
          Add {member === "Option" ? "an option" : "a label"}
        </Button>
      </div>
    </div>
  );
}
