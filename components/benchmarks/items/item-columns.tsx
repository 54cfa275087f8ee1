"use client";

import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import type { KeyCoding } from "@/lib/domain/interchange/item-files/key-coding.ts";
import type { MappedTable } from "./import-answer.ts";

/** The user's mapping of a table: the column of each part of an item, and how answer keys identify options. */
export interface StatedColumns {
  columns: Readonly<Record<string, string>>;
  keys: KeyCoding | "";
}

const parts: readonly { part: string; label: string; none: string }[] = [
  { part: "text", label: "Question or statement", none: "choose a column" },
  { part: "gold", label: "Key", none: "no keys" },
  { part: "kind", label: "Kind", none: "detected from the rows" },
  { part: "id", label: "ID", none: "assign numbers" },
  { part: "story", label: "Story", none: "no stories" },
  { part: "title", label: "Story title", none: "no titles" },
  { part: "storyId", label: "Story ID", none: "same text, same story" },
];
const codings: Readonly<Record<KeyCoding, string>> = {
  text: "the text of the option",
  letter: "its letter: A, B, C",
  "from-1": "its number: 1, 2, 3",
  "from-0": "its number from 0: 0, 1, 2",
};

/**
 * A form that assigns columns of a table to the parts of an item, with sample values. All other columns become
 * attributes.
 */
export function ItemColumns({
  table: { columns, mapped, keys },
  onChange,
}: {
  table: MappedTable;
  onChange: (mapping: StatedColumns) => void;
}) {
  const statedMapping = { columns: mapped, keys: keys ?? ("" as const) };
  const options: string[] = JSON.parse(mapped.options ?? "[]");
  const changeColumn = (part: string, column: string) => onChange({ columns: { ...mapped, [part]: column }, keys: "" });
  const usedNames = new Set([...Object.values(mapped), ...options]);
  const otherColumns = columns.filter(({ name }) => name !== "" && !usedNames.has(name));
  return (
    <fieldset className="grid grid-cols-1 gap-4">
      <legend className="mb-3 font-medium">Columns of the file</legend>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {parts.map(({ part, label, none }) => (
          <Field key={part} name={`column-${part}`} label={label}>
            <Select
              name=""
              value={mapped[part] ?? "-"}
              onChange={(event) => changeColumn(part, event.target.value)}
              options={[
                { value: "-", label: none },
                ...columns
                  .filter(({ name }) => name !== "")
                  .map((column) => ({ value: column.name, label: columnLabel(column) })),
              ]}
            />
          </Field>
        ))}
        <Field name="key-coding" label="Format of answer keys">
          <Select
            name=""
            value={keys ?? ""}
            onChange={(event) => onChange({ ...statedMapping, keys: event.target.value as StatedColumns["keys"] })}
            options={[
              ...(keys === null ? [{ value: "", label: "no key names an option" }] : []),
              ...Object.entries(codings).map(([value, label]) => ({ value, label })),
            ]}
          />
        </Field>
      </div>
      <details>
        <summary className="w-fit rounded-sm text-sm text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink">
          Options: {options.join(", ") || "no column"}
        </summary>
        <div className="mt-2 grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
          {columns
            .filter(({ name }) => name !== "")
            .map((column) => (
              <Checkbox
                key={column.name}
                label={column.name}
                hint={column.samples.join(" · ")}
                checked={options.includes(column.name)}
                onChange={(event) => {
                  const selectedNames = new Set(options);
                  if (event.target.checked) selectedNames.add(column.name);
                  else selectedNames.delete(column.name);
                  const orderedNames = columns.map(({ name }) => name).filter((name) => selectedNames.has(name));
                  changeColumn("options", JSON.stringify(orderedNames));
                }}
              />
            ))}
        </div>
      </details>
      <p className="text-sm text-ink-soft">
        {otherColumns.length > 0
          ? `Attributes of the items: ${otherColumns.map(({ name }) => name).join(", ")}.`
          : "No columns are left for attributes."}
      </p>
    </fieldset>
  );
}

function columnLabel({ name, samples }: MappedTable["columns"][number]): string {
  const shortSamples = samples.map((sample) =>
    sample.length > 24 ? `${sample.slice(0, 23).toWellFormed()}…` : sample,
  );
  return shortSamples.length === 0 ? `${name} (empty)` : `${name}: ${shortSamples.join(" · ")}`;
}
