"use client";

import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { listFieldChoices } from "@/lib/domain/tasks/answers/field-choices.ts";
import { type FieldAnswer, quantitySchema } from "@/lib/domain/tasks/answers/task-answer.ts";
import type { AnswerField, FieldOfType } from "@/lib/domain/tasks/schema/answer-field.ts";
import { KeyCaps } from "../keyboard/key-caps.tsx";
import type { AnswerFieldProps } from "./answer-field-props.ts";

interface InputProps<Field extends AnswerField> {
  field: Field;
  value: FieldAnswer | undefined;
  isReadOnly: boolean;
  onChange: (value: FieldAnswer | undefined) => void;
}

type SimpleInputProps = InputProps<AnswerField> & Pick<AnswerFieldProps, "schema" | "fields" | "isCurrent">;

/** The input for a field whose answer does not depend on other answers. */
export function SimpleInput(props: SimpleInputProps) {
  const { fields, field, value, isReadOnly, onChange } = props;
  const text = typeof value === "string" ? value : "";
  const common = { disabled: isReadOnly, "aria-label": field.label };
  switch (field.type) {
    case "rating":
      return field.display === "slider" ? <Slider {...props} field={field} /> : <Choices {...props} />;
    case "number":
      return <QuantityInput {...props} field={field} />;
    case "text": {
      const Input = field.isLong ? TextArea : TextInput;
      return (
        <Input
          {...(field.isLong ? { rows: 4 } : {})}
          maxLength={field.maximum}
          value={text}
          onChange={({ target }: { target: { value: string } }) =>
            onChange(target.value === "" ? undefined : target.value)
          }
          {...common}
        />
      );
    }
    case "edit": {
      const original = fields[field.of];
      return (
        <TextArea
          rows={8}
          value={value === undefined ? (typeof original === "string" ? original : "") : text}
          onChange={({ target }) => onChange(target.value)}
          {...common}
        />
      );
    }
    default:
      return <Choices {...props} />;
  }
}

function Slider({ field, value, isReadOnly, onChange }: InputProps<FieldOfType<"rating">>) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <span className="text-sm text-ink-soft">{field.labels[0] ?? field.minimum}</span>
      <input
        type="range"
        {...{ min: field.minimum, max: field.maximum, step: field.step }}
        value={typeof value === "number" ? value : (field.minimum + field.maximum) / 2}
        onChange={({ target }) => onChange(Number(target.value))}
        className="min-w-40 flex-1 accent-ink"
        disabled={isReadOnly}
        aria-label={field.label}
      />
      <span className="text-sm text-ink-soft">{field.labels.at(-1) ?? field.maximum}</span>
      <output className="tabular-nums">{typeof value === "number" ? value : "–"}</output>
    </div>
  );
}

/** An input for a number, with a unit if the field has units. */
function QuantityInput({ field, value, isReadOnly, onChange }: InputProps<FieldOfType<"number">>) {
  const quantity = quantitySchema.safeParse(typeof value === "number" ? { value } : value).data;
  const [first] = field.units;
  const unit = quantity?.unit ?? first?.name;
  const setQuantity = (text: string, nextUnit: string | undefined) =>
    onChange(
      text.trim() === "" || !Number.isFinite(Number(text))
        ? undefined
        : { value: Number(text), ...(nextUnit === undefined ? {} : { unit: nextUnit }) },
    );
  return (
    <div className="flex flex-wrap items-center gap-2">
      <TextInput
        type="number"
        step={field.isWhole ? 1 : "any"}
        defaultValue={quantity?.value ?? ""}
        onChange={({ target }) => setQuantity(target.value, unit)}
        className="max-w-40"
        disabled={isReadOnly}
        aria-label={field.label}
      />
      {field.units.length > 0 && (
        <select
          aria-label={`Unit of ${field.label}`}
          value={unit}
          disabled={isReadOnly}
          onChange={({ target }) => setQuantity(`${quantity?.value ?? ""}`, target.value)}
          className="rounded-md border border-edge bg-surface px-2 py-1.5"
        >
          {field.units.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
    </div>
  );
}

/** One button per option, each with its key. */
function Choices({ schema, fields, field, value, isCurrent, isReadOnly, onChange }: SimpleInputProps) {
  const choices = listFieldChoices(schema, field, value, fields);
  return (
    <fieldset aria-label={field.label} className="flex min-w-0 flex-wrap gap-2">
      {choices.map(({ label, hotkey, help, isChosen, rank, answer }, index) => {
        const key = hotkey ?? (isCurrent && index < 9 ? `${index + 1}` : null);
        return (
          <button
            key={label}
            type="button"
            aria-pressed={isChosen}
            aria-keyshortcuts={key ?? undefined}
            title={help || undefined}
            disabled={isReadOnly}
            onClick={() => onChange(answer)}
            className="inline-flex max-w-full items-center gap-2 rounded-md border border-edge bg-surface px-3 py-1.5 text-left wrap-anywhere hover:bg-sunken disabled:opacity-60 aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
          >
            {rank !== null && <span className="font-semibold tabular-nums">{rank}.</span>}
            <span>{label}</span>
            {key !== null && (
              <span aria-hidden="true" className="pointer-coarse:hidden">
                <KeyCaps keystroke={key} />
              </span>
            )}
          </button>
        );
      })}
    </fieldset>
  );
}
