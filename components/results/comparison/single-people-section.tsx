import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import type { ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import { NumberTable } from "../number-table.tsx";

/**
 * The headline comparison if its comparator is the best person or the distribution of people, from the stored analysis.
 */
export function SinglePeopleSection({
  comparator,
  stored,
  status,
  analysesHref,
  fileHref,
}: {
  comparator: "best-person" | "distribution";
  stored: { view: View; isStale: boolean } | null;
  /** The status of results outside the plan. */
  status: ResultStatus;
  analysesHref: string;
  /** The address of a file with one part of the analysis. */
  fileHref: (file: string) => string;
}) {
  const title =
    comparator === "best-person" ? "Compared with the best person" : "Compared with the distribution of people";
  const names = comparator === "best-person" ? ["best-person", "percentiles"] : ["percentiles", "distribution"];
  const link = <LinkButton href={analysesHref}>Open the analyses of single answers</LinkButton>;
  if (!stored || stored.view.refused !== null)
    return (
      <Callout title={title} actions={link}>
        {stored?.view.refused ??
          "This comparator needs the single answers of all people. The analyses have not been computed yet for the answers that this page counts."}
      </Callout>
    );
  const tables = names.flatMap((name) => stored.view.tables.filter((table) => table.name === name));
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-4">
      <h3 className="text-base font-semibold">{title}</h3>
      {stored.isStale && (
        <Callout tone="warn" title="Stale: the data have changed since" actions={link}>
          Answers or keys have changed since this analysis was computed.
        </Callout>
      )}
      {tables.map((table) => (
        <div key={table.name} className="grid grid-cols-1 gap-2">
          <NumberTable table={table} status={status} page={1} />
          <TableDownloads name={table.name} fileHref={fileHref} />
        </div>
      ))}
    </section>
  );
}
