"use client";

import { useState } from "react";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { ItemTask } from "@/lib/domain/items/item.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { taskScreen } from "@/lib/domain/tasks/screens/task-screen.ts";
import type { PreviewedItem } from "./import-answer.ts";
import { ItemScreen } from "./item-screen.tsx";

/** The first items of a file: a table of them, and the participant's page of the selected item. */
export function ImportPreviewItems({ items }: { items: readonly PreviewedItem[] }) {
  const describedItems = items.map((item) => ({ ...item, ...describeAnswers(item) }));
  const [chosen, setChosen] = useState("");
  const selectedItem = items.find(({ id }) => id === chosen) ?? items[0];
  if (!selectedItem) return null;
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <div className="grid grid-cols-1 content-start gap-3">
        <Field name="preview-item" label="Item on the participant’s page">
          <Select
            name=""
            value={selectedItem.id}
            onChange={(event) => setChosen(event.target.value)}
            options={describedItems.map(({ id, kind }) => ({ value: id, label: `${id} (${kind})` }))}
          />
        </Field>
        <ItemScreen item={selectedItem} />
      </div>
      <Table caption={`The first ${formatNumberOf(items.length, "item")} as they would be stored`} maxHeight="40rem">
        <thead>
          <tr>
            <Th isNumber>Row</Th>
            <Th>Item</Th>
            <Th>Question</Th>
            <Th>Options</Th>
            <Th>Key</Th>
          </tr>
        </thead>
        <tbody>
          {describedItems.map((item) => (
            <tr key={item.line}>
              <Td isNumber>{formatCount(item.line)}</Td>
              <Td className="min-w-28 wrap-anywhere">
                {item.id}
                <span className="block text-xs text-ink-soft">{item.kind}</span>
              </Td>
              <Td className="min-w-48">{item.text}</Td>
              <Td className="min-w-36">{item.options.join(" | ")}</Td>
              <Td className="min-w-24">{item.key || <span className="text-ink-soft">none</span>}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/** The kind of an item, and its options or scale points. */
function describeAnswers({ kind, options, task }: PreviewedItem): { kind: string; options: string[] } {
  if (!task) return { kind: itemKinds[kind]?.label ?? kind, options };
  const { schema, fields } = task as ItemTask;
  const [first] = taskScreen(schema, fields, false).asked;
  return { kind: schema.title, options: first?.options.map(({ label }) => label) ?? [] };
}
