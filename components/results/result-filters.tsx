import { X } from "lucide-react";
import Form from "next/form";
import { Button } from "@/components/ui/forms/button.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { AppLink } from "@/components/ui/navigation/app-link.tsx";

export interface FilterChoice {
  name: string;
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
}

/** An active filter, with the address of the page without this filter. */
export interface ActiveFilter {
  label: string;
  removeHref: string;
}

/**
 * The filters of the page. They are a plain GET form, so they work without JavaScript and the address can be shared.
 * Active filters are listed below, each with a link that removes it.
 */
export function ResultFilters({
  action,
  formKey,
  choices,
  more,
  items,
  models,
  checks,
  active,
  clearHref,
  sort,
}: {
  action: string;
  /** A key that changes with the address, so that following a link resets the fields. */
  formKey: string;
  choices: readonly FilterChoice[];
  /** Less common settings. */
  more: readonly FilterChoice[];
  /** The selection of items as the user typed it, and its problem if it is invalid. */
  items: { value: string; problem: string | null };
  models: readonly { id: string; label: string; isShown: boolean }[];
  /** `value` is the parameter's value if the filter is checked; the default is "1". */
  checks: readonly { name: string; label: string; hint: string; isOn: boolean; value?: string }[];
  active: readonly ActiveFilter[];
  clearHref: string;
  /** The parameters of the sort order, which is kept when filters change. */
  sort: string;
}) {
  return (
    <div className="no-print grid gap-4">
      <details className="rounded-lg border border-rule bg-surface" open={items.problem !== null}>
        <summary className="px-4 py-3 sm:px-5">Filters, models and counted answers</summary>
        <Form key={formKey} action={action} className="grid gap-4 px-4 pb-4 sm:px-5 sm:pb-5">
          {sort !== "file" && <input type="hidden" name="sort" value={sort} />}
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(7.5rem,100%),1fr))] items-end gap-x-4 gap-y-3">
            {choices.map((choice) => (
              <Choice key={choice.name} choice={choice} />
            ))}
            <Button type="submit">Show</Button>
          </div>
          <Field
            name="items"
            label="Items"
            hint="By attribute, mark or name, such as: order = 5, 6; marks = event; id = a, b. Leave empty for all items."
            isOptional
            {...(items.problem === null ? {} : { error: items.problem })}
          >
            <TextInput defaultValue={items.value} maxLength={4_000} />
          </Field>
          <details>
            <summary className="w-fit rounded-sm text-sm text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink">
              Models, ties and counted answers
            </summary>
            <div className="mt-4 grid gap-6 md:grid-cols-2">
              <fieldset className="min-w-0">
                <legend className="mb-1 font-medium">Models</legend>
                {models.length === 0 && <p className="text-sm text-ink-soft">No answers to these items yet.</p>}
                {models.map((model) => (
                  <Checkbox
                    key={model.id}
                    name="model"
                    value={model.id}
                    defaultChecked={model.isShown}
                    label={model.label}
                  />
                ))}
              </fieldset>
              <div className="grid content-start gap-3">
                {more.map((choice) => (
                  <Choice key={choice.name} choice={choice} />
                ))}
                {checks.map((check) => (
                  <Checkbox
                    key={check.name}
                    name={check.name}
                    value={check.value ?? "1"}
                    defaultChecked={check.isOn}
                    label={check.label}
                    hint={check.hint}
                  />
                ))}
              </div>
            </div>
          </details>
        </Form>
      </details>
      {active.length > 0 && <ActiveFilters active={active} clearHref={clearHref} />}
    </div>
  );
}

/** The active filters, each with a link that removes it. */
function ActiveFilters({ active, clearHref }: { active: readonly ActiveFilter[]; clearHref: string }) {
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-2 text-sm">
      {active.map((filter) => (
        <li key={filter.label}>
          <AppLink
            href={filter.removeHref}
            scroll={false}
            className="inline-flex items-center gap-1.5 rounded-full border border-edge px-3 py-1 hover:border-ink pointer-coarse:py-2"
          >
            {filter.label}
            <X aria-hidden="true" className="size-3.5" />
            <span className="sr-only">, remove</span>
          </AppLink>
        </li>
      ))}
      <li>
        <AppLink href={clearHref} scroll={false} className="px-2 py-1 underline decoration-edge underline-offset-4">
          Show everything
        </AppLink>
      </li>
    </ul>
  );
}

function Choice({ choice }: { choice: FilterChoice }) {
  return (
    <Field name={choice.name} label={choice.label}>
      <Select defaultValue={choice.value} options={choice.options} required={false} />
    </Field>
  );
}
