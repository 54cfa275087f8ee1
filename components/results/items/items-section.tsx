import { StatusCaption } from "@/components/charts/status-note.tsx";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { ResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import {
  cellsPerPage,
  maxModelsPerItem,
  type PreparedResults,
} from "@/lib/domain/results/preparation/prepare-results-page.ts";
import { PageLinks } from "../page-links.tsx";
import type { ResultAddresses } from "../result-addresses.ts";
import { RowFilterLinks, SortLinks } from "../sort-links.tsx";
import { ItemResultTable } from "./item-table.tsx";

/** The table of all cells, with the distribution of people's answers and the answer of each model. */
export function ItemResultsSection({
  prepared,
  query,
  labelOf,
  addresses: { here, hrefOf, tableHref },
}: {
  prepared: PreparedResults;
  query: ResultsQuery;
  /** The name of a series. */
  labelOf: (seriesId: string) => string;
  addresses: ResultAddresses;
}) {
  const { series, listed, page, pages } = prepared;
  const perPage = cellsPerPage(series.length);
  return (
    <Section
      id="items"
      title="Item by item"
      lead="The distribution of people’s answers, the majority’s answer and each model’s answer. Intervals are 95% Wilson intervals."
    >
      <div className="grid grid-cols-1 gap-4">
        <SortLinks sort={query.sort} hrefOf={(sort) => `${hrefOf({ sort })}#items`} />
        <RowFilterLinks show={query.show} hrefOf={(show) => `${hrefOf({ show })}#items`} />
        <ItemResultTable
          cells={prepared.cells}
          series={series.slice(0, maxModelsPerItem).map(({ id }) => ({ id, label: labelOf(id) }))}
          hrefOf={(item) => `${here}/items/${item.id}`}
        />
        {series.length > maxModelsPerItem && (
          <p className="text-ink-soft">
            {formatNumberOf(series.length - maxModelsPerItem, "more model")}: the filter above chooses which have a
            column; the files below contain all of them.
          </p>
        )}
        <StatusCaption status={prepared.unplanned} />
        <PageLinks
          label="Pages of the item table"
          page={page}
          pages={pages}
          shown={[Math.min(listed, (page - 1) * perPage + 1), Math.min(page * perPage, listed)]}
          total={listed}
          unit="cells"
          hrefOf={(number) => `${hrefOf({ page: number })}#items`}
        />
        <TableDownloads name="cells" fileHref={(file) => tableHref("cells", file)} />
      </div>
    </Section>
  );
}
