import { DescriptionList } from "@/components/ui/description-list.tsx";
import type { AnalysisPlan } from "@/lib/domain/results/plan/analysis-plan.ts";
import type { ReadinessCheck } from "@/lib/domain/survey/recruiters/readiness.ts";
import { planEntries } from "./plan-entries.ts";

/** Shown before a study is opened: requirements that are not met, settings that become fixed, and the analysis plan. */
export function OpeningSummary({
  missing,
  frozenSettings,
  commitment,
}: {
  missing: readonly ReadinessCheck[];
  /** The settings that become fixed, one per line. */
  frozenSettings: readonly string[];
  /** The analysis plan; null if it is not shown. */
  commitment: { plan: AnalysisPlan; isSaved: boolean } | null;
}) {
  return (
    <div className="mt-4 grid gap-4">
      <section>
        <h3 className="font-semibold">Missing</h3>
        {missing.length === 0 ? (
          <p>All requirements are met.</p>
        ) : (
          <ul className="list-disc pl-5">
            {missing.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
      </section>
      <section>
        <h3 className="font-semibold">Frozen when the study is opened</h3>
        <ul className="list-disc pl-5">
          {frozenSettings.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
      {commitment && (
        <section>
          <h3 className="mb-2 font-semibold">Analysis plan</h3>
          <DescriptionList entries={planEntries(commitment.plan, commitment.isSaved)} />
        </section>
      )}
    </div>
  );
}
