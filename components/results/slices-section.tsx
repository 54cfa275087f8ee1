import { Link } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { ResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import type { PreparedResults } from "@/lib/domain/results/preparation/prepare-results-page.ts";
import { BreakdownLinks } from "./breakdown-links.tsx";
import { DepthSection } from "./depth-section.tsx";
import type { ResultAddresses } from "./result-addresses.ts";

/** If there are more models than this, charts are drawn only for the first `firstDrawn` of them. */
const maxDrawnModels = 8;
const firstDrawn = 2;

/** The comparison for each value of an item attribute. Renders nothing if there is no such attribute. */
export function SlicesSection({
  prepared,
  query,
  labelOf,
  addresses: { hrefOf, tableHref, tablesPage },
}: {
  prepared: PreparedResults;
  query: ResultsQuery;
  /** The name of a series. */
  labelOf: (seriesId: string) => string;
  addresses: ResultAddresses;
}) {
  const { breakdowns, depth, chance, ceiling } = prepared;
  const drawnCount = depth.length > maxDrawnModels ? firstDrawn : depth.length;
  const hasPanels = depth.some(({ panels }) => panels.length > 0);
  if (breakdowns.length === 0 && !hasPanels) return null;
  return (
    <Section
      id="slices"
      title={query.by === null ? "By order and level" : `By ${query.by}`}
      lead={
        query.by === null
          ? "By order (theory of mind) and level (facts) of the items, if defined. In each row, people and the model answered the same cells."
          : `Items grouped by the attribute “${query.by}”. In each row, people and the model answered the same cells.`
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <BreakdownLinks by={query.by} breakdowns={breakdowns} hrefOf={(by) => `${hrefOf({ by })}#slices`} />
        {hasPanels ? (
          <>
            <DepthSection
              chance={chance}
              ceiling={ceiling}
              status={prepared.unplanned}
              fileHref={(file) => tableHref("beside", file)}
              series={depth.slice(0, drawnCount).map(({ seriesId, panels }) => ({
                id: seriesId ?? "people",
                label: seriesId && labelOf(seriesId),
                note: depthNote(seriesId, prepared),
                panels,
              }))}
            />
            {depth.length > drawnCount && (
              <p className="text-ink-soft">
                {formatNumberOf(depth.length - drawnCount, "more model")} are under{" "}
                <Link href={tablesPage("beside")}>By level, compared with each model</Link>; the filter above chooses
                which are drawn here.
              </p>
            )}
          </>
        ) : (
          <p className="text-ink-soft">
            {query.by === null
              ? "These items have neither order nor level. Choose another attribute above."
              : `These items have no attribute “${query.by}” with several values.`}
          </p>
        )}
      </div>
    </Section>
  );
}

function depthNote(seriesId: string | null, { comparisons, totals }: PreparedResults): string {
  if (seriesId === null) return formatNumberOf(totals.cells, "cell");
  const shared = comparisons.models.find(({ series }) => series.id === seriesId)?.shared ?? 0;
  return `${formatNumberOf(shared, "cell")} that both answered`;
}
