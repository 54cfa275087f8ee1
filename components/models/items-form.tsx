import Form from "next/form";
import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";

/** The form that selects the items on which a model is scored. The selection is in the query string. */
export function ItemsForm({
  here,
  kept,
  items,
  problem,
}: {
  here: string;
  /** Further query parameters to keep; empty ones are omitted. */
  kept: Readonly<Record<string, string>>;
  /** The selection as text; empty for all items. */
  items: string;
  /** Why the line could not be read. */
  problem: string | null;
}) {
  return (
    <Form action={here} className="no-print mb-6 flex max-w-[52rem] flex-wrap items-end gap-3">
      {Object.entries(kept).map(
        ([name, value]) => value !== "" && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <div className="min-w-0 grow basis-72">
        <Field
          name="items"
          label="Items"
          hint="By attribute, mark or name, such as: order = 5, 6; marks = event; id = a, b. Leave empty for all items."
          isOptional
          {...(problem === null ? {} : { error: problem })}
        >
          <TextInput defaultValue={items} maxLength={4_000} />
        </Field>
      </div>
      <Button type="submit">Show</Button>
    </Form>
  );
}
