import { Section } from "@/components/ui/page-header.tsx";
import type { ModelComparisons } from "@/lib/domain/results/comparison/compare-models.ts";
import type { CeilingLine } from "@/lib/domain/results/comparison/human-ceiling.ts";
import { limitViewToStatus } from "@/lib/domain/results/interim/without-conclusions.ts";
import type { StoredPlan } from "@/lib/domain/results/plan/plan-record.ts";
import type { ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import { decideTestStatus } from "@/lib/domain/results/plan/test-status.ts";
import { modelComparisonsView } from "@/lib/domain/results/views/models/models-view.ts";
import { withCeiling } from "@/lib/domain/results/views/view.ts";
import { TestStatusNote } from "../test-status-note.tsx";
import { ViewTables } from "../view-tables.tsx";

/** Comparisons of each pair of models on the cells that both answered, and of all subjects with the chance level. */
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
  /** The agreement of people, which charts of accuracy show as a line. */
  ceiling: readonly CeilingLine[];
  plan: StoredPlan | null;
  /** The status of results outside the plan. */
  status: ResultStatus;
  isNarrowed: boolean;
  /** The address of one part as a file. */
  fileHref: (file: string) => string;
  /** The pages of long tables. Only set if the section is shown alone. */
  pageHref: (page: number) => string;
}) {
  const { pairs, chance, isPlanned } = comparisons;
  if (!pairs && !chance) return null;
  const view = limitViewToStatus(withCeiling(modelComparisonsView(comparisons), ceiling), status);
  const isInterim = status.kind === "interim";
  return (
    <Section id="models" title={view.title} lead={view.lead}>
      <div className="grid grid-cols-1 gap-4">
        {pairs && (
          <TestStatusNote
            about="Models vs. models"
            stamp={decideTestStatus("model-against-model", isPlanned.pairs ? plan : null, { isNarrowed, isInterim })}
          />
        )}
        {chance && (
          <TestStatusNote
            about="Comparison with the chance level"
            stamp={decideTestStatus("model-against-chance", isPlanned.chance ? plan : null, { isNarrowed, isInterim })}
          />
        )}
        <ViewTables view={view} page={1} fileHref={fileHref} pageHref={pageHref} />
      </div>
    </Section>
  );
}
