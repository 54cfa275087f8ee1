import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { confirmatoryTable } from "@/lib/domain/results/plan/confirmatory-family.ts";
import type { StoredPlan } from "@/lib/domain/results/plan/plan-record.ts";
import type { PlannedErrorTests } from "@/lib/domain/results/plan/planned-error-tests.ts";
import { type ResultStatus, statusNote } from "@/lib/domain/results/plan/result-status.ts";
import { NumberTable } from "./number-table.tsx";

/** The planned tests of marked words with their correction, and the number of unplanned tests on the page. */
export function ErrorPlanSection({
  stored,
  standing: { tests, withheld, exploratory },
  status,
  fileHref,
}: {
  stored: StoredPlan | null;
  standing: PlannedErrorTests;
  /** The status of the plan's tests. */
  status: ResultStatus;
  /** The address of a file of the study's analysis. */
  fileHref: (file: string) => string;
}) {
  const exploratoryText = `${formatNumberOf(exploratory, "test")} on this page ${exploratory === 1 ? "is" : "are"} exploratory.`;
  if (!stored || (tests.length === 0 && withheld === null))
    return (
      <p className="max-w-measure text-sm text-ink-soft">
        No analysis plan names a test of this page: {exploratoryText}
      </p>
    );
  return (
    <Section
      title="As planned"
      lead={`Analysis plan ${stored.hash.slice(0, 12)}, ${stored.record}. ${statusNote(status)} ${exploratoryText}`}
    >
      {withheld ? (
        <Callout tone="warn" title="The confirmatory tests are not shown here">
          {withheld}
        </Callout>
      ) : (
        <div className="grid grid-cols-1 gap-2">
          <NumberTable table={confirmatoryTable(tests, stored.plan)} status={status} page={1} />
          <TableDownloads name="confirmatory" called="the tests of the plan" fileHref={fileHref} />
        </div>
      )}
    </Section>
  );
}
