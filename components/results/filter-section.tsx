import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import { describeUnknownNames, unknownNames } from "@/lib/domain/items/item-selection.ts";
import { formatResultsQuery, parseItemSelection, type ResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import type { StudyResultsPage } from "@/lib/domain/results/model/study-results-page.ts";
import { listActiveFilters, prepareFilters } from "@/lib/domain/results/preparation/prepare-filters.ts";
import type { PreparedResults } from "@/lib/domain/results/preparation/prepare-results-page.ts";
import type { ResultAddresses } from "./result-addresses.ts";
import { ResultFilters } from "./result-filters.tsx";

/** The filters of the results page: a collapsed form, and a list of the active filters below it. */
export function FilterSection({
  page,
  prepared,
  query,
  labels,
  addresses: { here },
}: {
  page: StudyResultsPage;
  prepared: PreparedResults;
  query: ResultsQuery;
  /** The names of all series. */
  labels: Map<string, string>;
  addresses: ResultAddresses;
}) {
  const { results } = page;
  const { series } = prepared;
  const labelOf = (id: string) => labels.get(id) ?? "";
  const filters = prepareFilters(results, query, page);
  const active = listActiveFilters(results, query, labels);
  const { selection, problem } = parseItemSelection(query);
  const unknown = selection === null ? [] : unknownNames(selection, results.items);
  return (
    <ResultFilters
      action={here}
      formKey={formatResultsQuery(query)}
      choices={filters.choices}
      more={filters.more}
      items={{ value: query.items ?? "", problem: problem ?? describeUnknownNames(unknown) }}
      models={results.series.map(({ id }) => ({
        id,
        label: labelOf(id),
        isShown: series.some((one) => one.id === id),
      }))}
      checks={[
        {
          name: "surplus",
          label: "Count surplus answers",
          hint: `${formatCount(page.standings.surplusSessions)} people finished after their slots had been reassigned.`,
          isOn: query.surplus,
        },
        {
          name: "excluded",
          label: "Count excluded answers",
          hint: `${formatNumberOf(page.standings.excluded, "answer")} of this stage.`,
          isOn: query.excluded,
        },
        {
          name: "open",
          label: "Exclude people outside all quotas",
          value: "0",
          hint: `${formatNumberOf(page.standings.openStratum, "answer")} of this stage.`,
          isOn: !query.openStratum,
        },
        ...(page.data.locks.length > 0
          ? [
              {
                name: "data",
                value: "current",
                label: "Count answers and exclusions after the data lock",
                hint: "Tests are then “planned, amended after data”. Confirmatory tables do not change.",
                isOn: page.data.shown === "current",
              },
            ]
          : []),
      ]}
      active={active.map(({ label, without }) => ({ label, removeHref: here + formatResultsQuery(without) }))}
      clearHref={here}
      sort={query.sort}
    />
  );
}
