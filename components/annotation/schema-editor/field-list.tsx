"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { fieldNameSchema } from "@/lib/domain/tasks/schema/names.ts";
import { firstProblem } from "@/lib/domain/text.ts";

/** An ordered list of a task's fields. Fields can be added, changed, moved and removed. */
export function FieldList<One extends { name: string; type: string; label: string }>({
  title,
  list,
  types,
  names,
  onAdd,
  onList,
  children,
}: {
  title: string;
  list: readonly One[];
  types: Readonly<Record<One["type"], string>>;
  /** The names of all fields of the task. */
  names: ReadonlySet<string>;
  /** Adds a field of a type; without a name it gets one of its type. */
  onAdd: (type: One["type"], name?: string) => void;
  onList: (list: One[]) => void;
  children: (field: One, set: (field: One) => void) => ReactNode;
}) {
  const move = (index: number, by: number) => {
    const next = [...list];
    next.splice(index + by, 0, ...next.splice(index, 1));
    onList(next);
  };
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-2 text-lg">{title}</legend>
      {list.map((field, index) => {
        const called = `${types[field.type as One["type"]]}: ${field.label || field.name}`;
        return (
          <fieldset
            key={field.name}
            id={`task-${field.name}`}
            tabIndex={-1}
            className="grid min-w-0 scroll-mt-4 gap-3 rounded-md border border-rule px-4 py-3"
          >
            <legend className="px-1 font-medium wrap-anywhere">{called}</legend>
            {children(field, (changed) => onList(list.map((one, at) => (at === index ? changed : one))))}
            <div className="flex flex-wrap gap-2">
              <Button size="small" look="quiet" disabled={index === 0} onClick={() => move(index, -1)}>
                Move up<span className="sr-only">: {called}</span>
              </Button>
              <Button size="small" look="quiet" disabled={index === list.length - 1} onClick={() => move(index, 1)}>
                Move down<span className="sr-only">: {called}</span>
              </Button>
              <Button size="small" look="quiet" onClick={() => onList(list.filter((_, at) => at !== index))}>
                Remove<span className="sr-only">: {called}</span>
              </Button>
            </div>
          </fieldset>
        );
      })}
      <NewField {...{ title, types, names, onAdd }} />
    </fieldset>
  );
}

/** The type and the name of another field. */
function NewField<Type extends string>({
  title,
  types,
  names,
  onAdd,
}: {
  title: string;
  types: Readonly<Record<Type, string>>;
  names: ReadonlySet<string>;
  onAdd: (type: Type, name?: string) => void;
}) {
  const choices = Object.entries<string>(types).map(([value, label]) => ({ value, label }));
  const [type, setType] = useState(choices[0]?.value ?? "");
  const [name, setName] = useState("");
  const parsed = fieldNameSchema.safeParse(name);
  const problem =
    name === "" || (parsed.success && !names.has(name))
      ? undefined
      : parsed.success
        ? `Another field has the name “${name}”; choose another name.`
        : `The name ${firstProblem(parsed.error).message}.`;
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] sm:items-start">
      <Field name={`add-${title}`} label={`Add to “${title}”`}>
        <Select value={type} options={choices} onChange={({ target }) => setType(target.value)} />
      </Field>
      <Field name={`name-${title}`} label="Name in files" error={problem} isOptional>
        <TextInput spellCheck={false} value={name} onChange={({ target }) => setName(target.value)} />
      </Field>
      <Button
        className="justify-self-start sm:mt-7"
        disabled={problem !== undefined}
        onClick={() => {
          onAdd(type as Type, name || undefined);
          setName("");
        }}
      >
        Add
      </Button>
    </div>
  );
}
