import Form from "next/form";
import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { type BeliefQuery, formatBeliefQuery, pickSharedParameters } from "@/lib/domain/beliefs/prepare/view-query.ts";
import { dimensions } from "@/lib/domain/beliefs/typology.ts";

/** Links from a cell to the neighbouring cells. */
export function CellChoice({
  action,
  query,
  observers,
  observer,
  category,
  categories,
}: {
  action: string;
  query: BeliefQuery;
  observers: readonly { key: string; name: string }[];
  observer: string;
  category: string;
  categories: readonly { id: string; label: string; dimension: string }[];
}) {
  const sharedParameters = new URLSearchParams(formatBeliefQuery(pickSharedParameters(query)));
  return (
    <Form
      key={`${observer}/${category}`}
      action={action}
      aria-label="Cell"
      className="no-print mb-8 grid items-end gap-x-4 gap-y-3 rounded-lg border border-rule bg-surface p-4 sm:grid-cols-[1fr_1fr_auto] sm:p-5"
    >
      {[...sharedParameters].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Field name="observer" label="Observer">
        <Select
          required={false}
          defaultValue={observer}
          options={observers.map(({ key, name }) => ({ value: key, label: name }))}
        />
      </Field>
      <Field name="category" label="Category">
        <Select required={false} defaultValue={category}>
          {dimensions.map((dimension) => (
            <optgroup key={dimension.id} label={dimension.label}>
              {categories
                .filter((one) => one.dimension === dimension.id)
                .map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
            </optgroup>
          ))}
        </Select>
      </Field>
      <Button type="submit">Show</Button>
    </Form>
  );
}
