import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { StimulusField } from "@/lib/domain/tasks/schema/stimulus-field.ts";
import { LinesInput } from "./lines-input.tsx";
import { NumberInput } from "./number-input.tsx";

/** One part of what is shown. */
export function StimulusEditor({
  field,
  onChange,
}: {
  field: StimulusField;
  onChange: (field: StimulusField) => void;
}) {
  return (
    <>
      <Field name={`${field.name}-label`} label="Heading" hint={`In files: ${field.name}`} isOptional>
        <TextInput value={field.label} onChange={({ target }) => onChange({ ...field, label: target.value })} />
      </Field>
      {field.type === "texts" && (
        <div className="grid gap-3 sm:grid-cols-2">
          <NumberInput
            name={`${field.name}-minimum`}
            label="Minimum number of texts"
            value={field.minimum}
            onChange={(minimum) => onChange({ ...field, minimum: minimum ?? 1 })}
          />
          <NumberInput
            name={`${field.name}-maximum`}
            label="Maximum number of texts"
            value={field.maximum}
            onChange={(maximum) => onChange({ ...field, maximum: maximum ?? 26 })}
          />
          <LinesInput
            name={`${field.name}-names`}
            label="Names of the texts"
            hint="One per line; A, B and so on if empty"
            lines={field.names}
            onChange={(names) => onChange({ ...field, names })}
          />
        </div>
      )}
      {"playback" in field && (
        <Checkbox
          label="Must be played completely"
          checked={field.playback === "complete"}
          onChange={({ target }) => onChange({ ...field, playback: target.checked ? "complete" : "free" })}
        />
      )}
      <Checkbox
        label="Required in every item"
        checked={field.required}
        onChange={({ target }) => onChange({ ...field, required: target.checked })}
      />
    </>
  );
}
