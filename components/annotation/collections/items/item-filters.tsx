import { Button } from "@/components/ui/forms/button.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { type AnswerFigureQuery, answerFigureQuery } from "@/lib/domain/annotation/figures/answer-figure-query.ts";
import { flagLabels, itemStatusLabels, kindLabels } from "@/lib/domain/annotation/labels.ts";
import { itemFlags, itemStatuses } from "@/lib/domain/annotation/task.ts";
import { genreLabels, genres } from "@/lib/domain/stories/genres.ts";

export interface ChosenFilters extends AnswerFigureQuery {
  status?: string | undefined;
  kind?: string | undefined;
  genre?: string | undefined;
  flag?: string | undefined;
  broken?: boolean | undefined;
  text?: string | undefined;
  words?: string | undefined;
  knowledgeType?: string | undefined;
  figure?: string | undefined;
  person?: string | undefined;
  other?: string | undefined;
  week?: string | undefined;
  code?: string | undefined;
  method?: string | undefined;
  label?: string | undefined;
  given?: string | undefined;
  copies?: string | undefined;
  shared?: string | undefined;
  reReview?: string | undefined;
  decision?: string | undefined;
  which?: string | undefined;
}

/**
 * Parameters that restrict the list to the items behind a figure of the report. They are kept when other filters
 * change.
 */
const figureParameters = [
  "knowledgeType",
  "figure",
  "person",
  "other",
  "week",
  "code",
  "method",
  "label",
  "given",
  "copies",
  "shared",
  "reReview",
  "decision",
  "which",
  ...answerFigureQuery.keyof().options,
] as const;

/** The filters of a collection's items: a plain form whose selection is in the query string. */
export function ItemFilters({
  chosen,
  base,
  hasStories,
  order,
}: {
  chosen: ChosenFilters;
  base: string;
  /** Whether the items are about stories, which have a kind and a genre. */
  hasStories: boolean;
  /** The sort order, which is kept when the filters change. */
  order: Readonly<Record<string, string>>;
}) {
  const allOption = { value: "", label: "all" };
  return (
    <search>
      <form action={base} aria-label="Filter items" className="mb-6 grid gap-4">
        <div className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <Field name="text" label="Name" isOptional>
            <TextInput type="search" maxLength={200} defaultValue={chosen.text ?? ""} />
          </Field>
          <Field name="words" label="Text contains" isOptional>
            <TextInput type="search" maxLength={200} defaultValue={chosen.words ?? ""} />
          </Field>
          <Field name="status" label="Status" isOptional>
            <Select
              defaultValue={chosen.status ?? ""}
              options={[
                allOption,
                ...itemStatuses.map((status) => ({ value: status, label: itemStatusLabels[status] })),
              ]}
            />
          </Field>
          {hasStories && (
            <>
              <Field name="kind" label="Kind" isOptional>
                <Select
                  defaultValue={chosen.kind ?? ""}
                  options={[allOption, ...Object.entries(kindLabels).map(([value, label]) => ({ value, label }))]}
                />
              </Field>
              <Field name="genre" label="Genre" isOptional>
                <Select
                  defaultValue={chosen.genre ?? ""}
                  options={[allOption, ...genres.map((genre) => ({ value: genre, label: genreLabels[genre] }))]}
                />
              </Field>
            </>
          )}
          <Field name="flag" label="Flag" isOptional>
            <Select
              defaultValue={chosen.flag ?? ""}
              options={[allOption, ...itemFlags.map((flag) => ({ value: flag, label: flagLabels[flag] }))]}
            />
          </Field>
        </div>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Checkbox
            name="broken"
            value="true"
            label="Defect in the imported item"
            defaultChecked={chosen.broken ?? false}
          />
          {Object.entries(order).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {figureParameters.map(
            (name) => chosen[name] && <input key={name} type="hidden" name={name} value={chosen[name]} />,
          )}
          <Button type="submit">Show</Button>
          {Object.values(chosen).some((value) => value) && <Link href={base}>Show all</Link>}
        </div>
      </form>
    </search>
  );
}
