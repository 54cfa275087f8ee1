import Form from "next/form";
import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { ParticipantStudy } from "@/lib/domain/beliefs/prepare/participant-study.ts";
import { type BeliefQuery, formatBeliefQuery } from "@/lib/domain/beliefs/prepare/view-query.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";

export interface ExtraChoice {
  name: keyof BeliefQuery;
  label: string;
  options: readonly { value: string; label: string }[];
}

/** The choice of models that are ranked. */
export const cellChoice: ExtraChoice = {
  name: "among",
  label: "Models",
  options: [
    { value: "all", label: "all" },
    { value: "base", label: "base models" },
    { value: "instruct", label: "instruct models" },
  ],
};

/**
 * The filters of a results page. They are a plain GET form, so they work without JavaScript and the address can be
 * shared.
 */
export function BeliefControls({
  action,
  query,
  studies,
  chosenStudy,
  extra = [],
  hasCells = true,
}: {
  action: string;
  query: BeliefQuery;
  studies: readonly ParticipantStudy[];
  /** The study whose people are shown. */
  chosenStudy: string | null;
  extra?: readonly ExtraChoice[];
  /** Whether the page shows single cells, which may have too few pairs. */
  hasCells?: boolean;
}) {
  return (
    <Form
      key={formatBeliefQuery(query)}
      action={action}
      aria-label="Figure filters"
      className="no-print mb-8 grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] items-end gap-x-4 gap-y-3 rounded-lg border border-rule bg-surface p-4 sm:p-5"
    >
      <Field name="people" label="People">
        <Select
          required={false}
          defaultValue={query.people === "none" ? "none" : (chosenStudy ?? "")}
          options={[
            ...(chosenStudy === null && query.people !== "none"
              ? [{ value: "", label: "No completed sessions yet" }]
              : []),
            ...studies
              .filter(({ complete }) => complete > 0)
              .map(({ id, name, complete }) => ({
                value: id,
                label: `${name}: ${formatNumberOf(complete, "person", "people")}`,
              })),
            { value: "none", label: "Exclude people" },
          ]}
        />
      </Field>
      {extra.map(({ name, label, options }) => (
        <Field key={name} name={name} label={label}>
          <Select required={false} defaultValue={String(query[name] ?? "")} options={options} />
        </Field>
      ))}
      <Field name="rule" label="Answer extraction">
        <Select
          required={false}
          defaultValue={query.rule}
          options={[
            { value: "reader", label: "the parser of model texts" },
            { value: "first-word", label: "its first word (replication)" },
            { value: "substring", label: "the authors’ substring (replication)" },
          ]}
        />
      </Field>
      <Field name="parity" label="Model answers">
        <Select
          required={false}
          defaultValue={query.parity}
          options={[
            { value: "all", label: "all of them" },
            { value: "matching", label: "none to a different text than the benchmark’s" },
          ]}
        />
      </Field>
      {hasCells ? (
        <Field name="least" label="Minimum pairs in a cell">
          <TextInput type="number" min={1} max={1000} defaultValue={query.least} required={false} />
        </Field>
      ) : (
        <input type="hidden" name="least" value={query.least} />
      )}
      <Button type="submit">Show</Button>
    </Form>
  );
}
