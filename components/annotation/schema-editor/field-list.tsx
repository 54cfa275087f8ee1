"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";

/** The fields of a task in their order: each can be changed, moved and removed, and another one added. */
export function FieldList<One extends { name: string; type: string; label: string }>({
  title,
  list,
  types,
  onAdd,
  onList,
  children,
}: {
  title: string;
  list: readonly One[];
  types: Readonly<Record<One["type"], string>>;
  onAdd: (type: One["type"]) => void;
  onList: (list: One[]) => void;
  children: (field: One, set: (field: One) => void) => ReactNode;
}) {
  const choices = Object.entries<string>(types).map(([value, label]) => ({ value, label }));
  const [type, setType] = useState(choices[0]?.value ?? "");
  const move = (index: number, by: number) => {
    const next = [...list];
    next.splice(index + by, 0, ...next.splice(index, 1));
    onList(next);
  };
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-lg">{title}</legend>
      {list.map((field, index) => {
        const called = `${types[field.type as One["type"]]}: ${field.label || field.name}`;
        return (
          <fieldset key={field.name} className="grid gap-3 rounded-md border border-rule px-4 py-3">
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
      <div className="flex flex-wrap items-end gap-3">
        <Field name={`add-${title}`} label={`Add to “${title}”`}>
          <Select value={type} options={choices} onChange={({ target }) => setType(target.value)} />
        </Field>
        <Button onClick={() => onAdd(type as One["type"])}>Add</Button>
      </div>
    </fieldset>
  );
}
