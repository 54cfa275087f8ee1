import Form from "next/form";
import { Button } from "@/components/ui/forms/button.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import {
  type ListedProblem,
  listDistinctValues,
  type ProblemFilter,
} from "@/lib/domain/epistemic/mindgames/list-problems.ts";
import { setups } from "@/lib/domain/epistemic/mindgames/problem.ts";
import { setupLabels } from "@/lib/domain/epistemic/mindgames/setup-labels.ts";

/** The filters of the list of problems: a plain form whose selection is in the query string. */
export function ProblemFilters({
  action,
  filter,
  problems,
}: {
  action: string;
  filter: ProblemFilter;
  /** All problems of the set; the filters offer only values that occur in it. */
  problems: readonly ListedProblem[];
}) {
  const choices = [
    {
      name: "setup",
      label: "Setup",
      value: filter.setup,
      options: setups.map((setup) => ({ value: setup as string, label: setupLabels[setup].name })),
    },
    {
      name: "label",
      label: "Label",
      value: filter.label,
      options: [
        { value: "entailment", label: "Follows" },
        { value: "not_entailment", label: "Does not follow" },
      ],
    },
    { name: "depth", label: "Depth", value: filter.depth, options: numbers(problems, (row) => row.hypothesis_depth) },
    { name: "persons", label: "Persons", value: filter.persons, options: numbers(problems, (row) => row.names.length) },
    {
      name: "announcements",
      label: "Announcements",
      value: filter.announcements,
      options: numbers(problems, (row) => row.n_announcements),
    },
  ];
  const isFiltered = choices.some(({ value }) => value !== null) || filter.isDoubtful || filter.search !== "";
  return (
    <Form
      action={action}
      aria-label="Problem filters"
      className="no-print mb-5 grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] items-end gap-x-4 gap-y-3 rounded-lg border border-rule bg-surface p-4"
    >
      {choices.map(({ name, label, value, options }) => (
        <Field key={name} name={name} label={label}>
          <Select
            defaultValue={value === null ? "" : String(value)}
            required={false}
            options={[{ value: "", label: "All" }, ...options]}
          />
        </Field>
      ))}
      <Field name="search" label="Find">
        <TextInput type="search" defaultValue={filter.search} maxLength={200} required={false} />
      </Field>
      <Checkbox name="doubtful" value="yes" defaultChecked={filter.isDoubtful} label="Only with errors" />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit">Show</Button>
        {isFiltered && <Link href={action}>All problems</Link>}
      </div>
    </Form>
  );
}

function numbers(problems: readonly ListedProblem[], column: Parameters<typeof listDistinctValues>[1]) {
  return listDistinctValues(problems, column).map((value) => ({ value: String(value), label: String(value) }));
}
