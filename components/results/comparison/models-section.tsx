import { Section } from "@/components/ui/page-header.tsx";
import type { ModelComparisons } from "@/lib/domain/results/comparison/compare-models.ts";
import type { CeilingLine } from "@/lib/domain/results/comparison/human-ceiling.ts";
import { viewForStatus } from "@/lib/domain/results/interim/without-conclusions.ts";
import type { StoredPlan } from "@/lib/domain/results/plan/plan-record.ts";
import type { ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import { decideTestStatus } from "@/lib/domain/results/plan/test-status.ts";
import { showModels } from "@/lib/domain/results/views/models/models-view.ts";
import { withCeiling } from "@/lib/domain/results/views/view.ts";
import { TestStatusNote } from "../test-status-note.tsx";
import { ViewTables } from "../view-tables.tsx";

/** Every pair of models on the cells that both answered, and all subjects compared with the chance level. */
export function ModelsSection({
  comparisons,
  ceiling,
  plan,
  status,
  isNarrowed,
  fileHref,
  pageHref,
}: {
  comparisons: ModelComparisons;
  /** People's agreement, drawn across figures of correct answers. */
  ceiling: readonly CeilingLine[];
  plan: StoredPlan | null;
  /** The status of results that are not part of a plan. */
  status: ResultStatus;
  isNarrowed: boolean;
  /** The address of one part as a file. */
  fileHref: (file: string) => string;
  /** Long tables are split into pages where they are shown alone. */
  pageHref: (page: number) => string;
}) {
  const { pairs, chance, isPlanned } = comparisons;
  if (!pairs && !chance) return null;
  const view = viewForStatus(withCeiling(showModels(comparisons), ceiling), status);
  const isInterim = status.kind === "interim";
  return (
    <Section id="models" title={view.title} lead={view.lead}>
      <div className="grid grid-cols-1 gap-4">
        {pairs && (
          <TestStatusNote
            about="Models against each other"
            stamp={decideTestStatus("model-against-model", isPlanned.pairs ? plan : null, { isNarrowed, isInterim })}
          />
        )}
        {chance && (
          <TestStatusNote
            about="Against the chance level"
            stamp={decideTestStatus("model-against-chance", isPlanned.chance ? plan : null, { isNarrowed, isInterim })}
          />
        )}
        <ViewTables view={view} page={1} fileHref={fileHref} pageHref={pageHref} />
      </div>
    </Section>
  );
}
