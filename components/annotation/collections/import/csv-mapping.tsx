"use client";

import { Callout } from "@/components/ui/callout.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { FileHead } from "@/lib/client/uploads/table-head.ts";
import { csvColumns } from "@/lib/domain/interchange/kste/csv.ts";
import {
  type CsvColumn,
  type CsvMapping,
  columnLabels,
  readMappedRecord,
} from "@/lib/domain/interchange/kste/csv-columns.ts";
import { collectTextFields } from "@/lib/domain/interchange/kste/row.ts";
import { storySource } from "@/lib/domain/stories/items/story-source.ts";

/** A form that maps a table's columns to the fields of an item, with a preview of the first rows. */
export function CsvMappingFields({
  head,
  mapping,
  genre,
  onChange,
}: {
  head: FileHead;
  mapping: CsvMapping;
  /** The default for stories without a genre; may be empty. */
  genre: string;
  onChange: (mapping: CsvMapping) => void;
}) {
  const choices = [
    { value: "", label: "not in the table" },
    ...head.header.filter((name) => name.trim() !== "").map((name) => ({ value: name, label: name })),
  ];
  const choose = (column: CsvColumn, name: string) => {
    const { [column]: _, ...others } = mapping;
    onChange(name === "" ? others : { ...others, [column]: name });
  };
  return (
    <div className="grid grid-cols-1 gap-5 sm:col-span-2">
      <fieldset className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <legend className="mb-3 font-medium">Column mapping</legend>
        {csvColumns.map((column) => (
          <Field key={column} name={`column-${column}`} label={columnLabels[column]} isOptional>
            <Select
              options={choices}
              value={mapping[column] ?? ""}
              onChange={({ target }) => choose(column, target.value)}
            />
          </Field>
        ))}
      </fieldset>
      <Preview head={head} mapping={mapping} genre={genre} />
    </div>
  );
}

function Preview({ head, mapping, genre }: { head: FileHead; mapping: CsvMapping; genre: string }) {
  if (head.records.length === 0) return <Callout tone="warn">The table has a header and no rows.</Callout>;
  const rows = head.records.map((record, place) =>
    readMappedRecord({ header: head.header, mapping, ...(genre === "" ? {} : { genre }) }, record, place + 2),
  );
  return (
    <Table caption="Preview of the first rows">
      <thead>
        <tr>
          <Th>Item</Th>
          <Th>Kind</Th>
          <Th>Content</Th>
          <Th>Problems</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ item, findings }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a table are identified by their index.
          <tr key={place}>
            <Th scope="row" className="wrap-anywhere">
              {item?.id ?? `row ${place + 1}`}
            </Th>
            <Td>{item?.kind ?? "–"}</Td>
            <Td>
              {item !== null && (
                <dl className="grid gap-1">
                  {Object.entries({ ...collectTextFields(item), ...storySource(item) })
                    .filter(([, value]) => value !== "")
                    .map(([name, value]) => (
                      <div key={name}>
                        <dt className="inline font-medium">{columnLabels[name as CsvColumn] ?? name}: </dt>
                        <dd className="inline wrap-anywhere">
                          {value.length > 120 ? `${value.slice(0, 119)}…` : value}
                        </dd>
                      </div>
                    ))}
                </dl>
              )}
            </Td>
            <Td>
              {findings.length === 0
                ? "nothing"
                : findings
                    .map(({ field, message }) => `${columnLabels[field as CsvColumn] ?? field} ${message}`)
                    .join("; ")}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
