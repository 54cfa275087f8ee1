import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import type { ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import { NumberTable } from "../number-table.tsx";

/**
 * The tables that repeat the headline comparison with clustering by person and story: the two-way test of the mean
 * person, and the bootstrap of the majority vote.
 */
const tables = [
  ["clusters", "two-way"],
  ["resampling", "resampled"],
] as const;

/**
 * The comparison with clustering by person and story, from the stored analyses. The intervals in the sections above are
 * clustered by story only.
 */
export function ClusteredComparisonSection({
  stored,
  status,
  analysesHref,
  fileHref,
}: {
  stored: { views: View[]; isStale: boolean } | null;
  /** The status of results outside the plan. */
  status: ResultStatus;
  analysesHref: string;
  /** The address of a file with one part of a view. */
  fileHref: (view: string, file: string) => string;
}) {
  const link = <LinkButton href={analysesHref}>Open the analyses of single answers</LinkButton>;
  if (!stored)
    return (
      <p className="max-w-[48rem] text-sm text-ink-soft">
        Intervals above are clustered by story. Intervals clustered by person and story, for the mean person and the
        majority, are in{" "}
        <a className="underline" href={analysesHref}>
          two further views
        </a>
        , which have not been computed yet for the answers that this page counts.
      </p>
    );
  const shownTables = tables.flatMap(([view, name]) => {
    const found = stored.views.find(({ id }) => id === view);
    const table = found?.tables.find((one) => one.name === name);
    return found && (table || found.refused !== null)
      ? [{ view, title: found.title, table, refused: found.refused }]
      : [];
  });
  return (
    <section aria-label="Two-way clustering by person and story" className="grid grid-cols-1 gap-4">
      <h3 className="text-base font-semibold">Two-way clustering by person and story</h3>
      {stored.isStale && (
        <Callout tone="warn" title="Stale: the data have changed since" actions={link}>
          Answers or keys have changed since these analyses were computed.
        </Callout>
      )}
      {shownTables.map(({ view, title, table, refused }) =>
        table ? (
          <div key={title} className="grid grid-cols-1 gap-2">
            <NumberTable table={table} status={status} page={1} />
            <TableDownloads name={table.name} fileHref={(file) => fileHref(view, file)} />
          </div>
        ) : (
          <p key={title} className="max-w-[48rem] text-sm text-ink-soft">
            {title}: {refused}
          </p>
        ),
      )}
    </section>
  );
}
