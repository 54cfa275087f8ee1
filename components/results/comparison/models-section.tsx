import { Section } from "@/components/ui/page-header.tsx";
import type { ModelComparisons } from "@/lib/domain/results/comparison/compare-models.ts";
import type { CeilingLine } from "@/lib/domain/results/comparison/human-ceiling.ts";
import type { PlannedTestKind } from "@/lib/domain/results/plan/analysis-plan.ts";
import type { StoredPlan } from "@/lib/domain/results/plan/plan-record.ts";
import type { ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import { describeTestStatus, statusOfView } from "@/lib/domain/results/plan/test-status.ts";
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
  fileHref,
  pageHref,
}: {
  comparisons: ModelComparisons;
  /** The agreement of people, which charts of accuracy show as a line. */
  ceiling: readonly CeilingLine[];
  plan: StoredPlan | null;
  /** The status of results outside the plan. */
  status: ResultStatus;
  /** The address of one part as a file. */
  fileHref: (file: string) => string;
  /** The pages of long tables. Only set if the section is shown alone. */
  pageHref: (page: number) => string;
}) {
  const { pairs, chance } = comparisons;
  if (!pairs && !chance) return null;
  const found = modelComparisonsView(comparisons);
  const viewStatus = statusOfView(found, plan?.status ?? status);
  const view = withCeiling(found, ceiling);
  const describeTests = (kind: PlannedTestKind, names: readonly string[]) =>
    describeTestStatus(
      { id: found.id, tables: found.tables.filter(({ name }) => names.includes(name)) },
      plan?.plan ?? null,
      viewStatus,
      { kinds: [kind] },
    );
  return (
    <Section id="models" title={view.title} lead={view.lead}>
      <div className="grid grid-cols-1 gap-4">
        {pairs && (
          <TestStatusNote
            about="Models vs. models"
            tests={describeTests("model-against-model", ["pairs", "pairs-all"])}
          />
        )}
        {chance && (
          <TestStatusNote
            about="Comparison with the chance level"
            tests={describeTests("model-against-chance", ["chance"])}
          />
        )}
        <ViewTables view={view} status={viewStatus} page={1} fileHref={fileHref} pageHref={pageHref} />
      </div>
    </Section>
  );
}
