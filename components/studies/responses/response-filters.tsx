import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { cleaningRuleNames, cleaningRuleTexts } from "@/lib/domain/survey/cleaning/cleaning-rules.ts";
import { outcomes } from "@/lib/domain/survey/protocol.ts";
import { newestFirst, type ResponseOrder } from "@/lib/domain/survey/responses/response-order.ts";
import { studyStages } from "@/lib/domain/survey/studies/study-draft.ts";
import { outcomeLabels, stageLabels } from "../study-labels.ts";

/** The label of each filter, by its parameter in the address. */
export const responseFilterLabels = {
  q: "Search",
  person: "Person",
  item: "Item",
  condition: "Condition",
  from: "Saved from (UTC)",
  until: "Saved before (UTC)",
  answered: "Correctness",
  timing: "Time limit",
  stage: "Stage",
  outcome: "Session",
  excluded: "Excluded",
  flag: "Flag",
  counts: "Counts",
} as const;
type FilterName = keyof typeof responseFilterLabels;

/** The search and the filters of the list of responses. It is a plain form, so that the address can be shared. */
export function ResponseFilters(props: {
  action: string;
  filter: Readonly<Partial<Record<FilterName, string>>>;
  /** The sort order of the list, which the form keeps. */
  order: ResponseOrder;
  conditions: readonly { id: string; label: string }[];
  items: readonly { id: string; label: string; story: string }[];
  canJudge: boolean;
  /** Whether the study's items have a time limit. */
  hasTimeLimit: boolean;
  isFiltered: boolean;
  isOpen: boolean;
}) {
  const { filter } = props;
  return (
    <details open={props.isOpen} className="no-print mb-6 rounded-md border border-rule">
      <summary className="px-4 py-3 font-medium">Search and filters</summary>
      <form action={props.action} aria-label="Filter responses" className="grid grid-cols-1 gap-4 px-4 pt-1 pb-4">
        {props.order.sort !== newestFirst.sort && <input type="hidden" name="sort" value={props.order.sort} />}
        {props.order.order !== newestFirst.order && <input type="hidden" name="order" value={props.order.order} />}
        <div className="grid grid-cols-1 items-end gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
          <Field name="q" label={responseFilterLabels.q} hint="Whole words in answers and explanations" isOptional>
            <TextInput type="search" required={false} maxLength={200} defaultValue={filter.q ?? ""} />
          </Field>
          <Field
            name="person"
            label={responseFilterLabels.person}
            hint="Session ID, or its first characters"
            isOptional
          >
            <TextInput required={false} maxLength={36} defaultValue={filter.person ?? ""} />
          </Field>
          <Time name="from" value={filter.from} />
          <Time name="until" value={filter.until} />
          <Choice name="condition" value={filter.condition} options={toOptions(props.conditions)} />
          <Field name="item" label={responseFilterLabels.item} isOptional={false}>
            <ItemSelect items={props.items} value={filter.item} />
          </Field>
          {props.canJudge && (
            <Choice
              name="answered"
              value={filter.answered}
              options={[
                { value: "correct", label: "Correct" },
                { value: "wrong", label: "Wrong" },
                { value: "undecided", label: "Not decided" },
              ]}
            />
          )}
          {(props.hasTimeLimit || filter.timing) && <TimeLimit value={filter.timing} />}
          <Choice
            name="outcome"
            value={filter.outcome}
            options={[
              ...outcomes.map((outcome) => ({ value: outcome, label: outcomeLabels[outcome] ?? outcome })),
              { value: "under-way", label: "Not finished" },
            ]}
          />
          <Choice
            name="counts"
            value={filter.counts}
            options={[
              { value: "yes", label: "Counted" },
              { value: "no", label: "Not counted" },
            ]}
          />
          <Choice
            name="excluded"
            value={filter.excluded}
            options={[
              { value: "no", label: "Not excluded" },
              { value: "yes", label: "Excluded" },
            ]}
          />
          <Choice
            name="flag"
            value={filter.flag}
            options={[
              { value: "any", label: "Any" },
              { value: "none", label: "None" },
              ...cleaningRuleNames.map((rule) => ({ value: rule, label: cleaningRuleTexts[rule].label })),
            ]}
          />
          <Choice
            name="stage"
            value={filter.stage}
            options={studyStages.map((stage) => ({ value: stage, label: stageLabels[stage]?.word ?? stage }))}
          />
        </div>
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit">Show these</Button>
          {props.isFiltered && <Link href={props.action}>Show all</Link>}
        </div>
      </form>
    </details>
  );
}

function TimeLimit({ value }: { value: string | undefined }) {
  return (
    <Choice
      name="timing"
      value={value}
      options={[
        { value: "in-time", label: "Answered in time" },
        { value: "timed-out", label: "Timed out" },
      ]}
    />
  );
}

function ItemSelect({
  items,
  value,
}: {
  items: readonly { id: string; label: string; story: string }[];
  value: string | undefined;
}) {
  const stories = [...new Set(items.map((item) => item.story))];
  return (
    <Select required={false} defaultValue={value ?? ""}>
      <option value="">All</option>
      {stories.map((story) => (
        <optgroup key={story} label={story}>
          {items
            .filter((item) => item.story === story)
            .map((item) => (
              <option key={item.id} value={item.id}>
                {item.label}
              </option>
            ))}
        </optgroup>
      ))}
    </Select>
  );
}

function Time({ name, value }: { name: FilterName; value: string | undefined }) {
  // The control has minutes, so a date without a time is shown as the start of the day.
  const minute = value && (value.includes("T") ? value : `${value}T00:00`);
  return (
    <Field name={name} label={responseFilterLabels[name]} isOptional>
      <TextInput type="datetime-local" required={false} defaultValue={minute ?? ""} />
    </Field>
  );
}

function Choice(props: {
  name: FilterName;
  value: string | undefined;
  options: readonly { value: string; label: string }[];
}) {
  return (
    <Field name={props.name} label={responseFilterLabels[props.name]}>
      <Select
        required={false}
        defaultValue={props.value ?? ""}
        options={[{ value: "", label: "All" }, ...props.options]}
      />
    </Field>
  );
}

function toOptions(entries: readonly { id: string; label: string }[]) {
  return entries.map(({ id, label }) => ({ value: id, label }));
}
