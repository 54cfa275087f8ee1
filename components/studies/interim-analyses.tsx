import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatPlanned } from "@/lib/domain/format/estimates.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import {
  findDueInterimAnalysis,
  type InterimAnalysis,
  sortInterimAnalyses,
} from "@/lib/domain/results/interim/interim-analyses.ts";
import type { AnalysisPlan } from "@/lib/domain/results/plan/analysis-plan.ts";
import { LocalTime } from "./local-time.tsx";

/**
 * The interim analyses of a plan, with the results of those that were carried out, and a button for the one that is
 * due.
 */
export function InterimAnalysisSection({
  studyId,
  declared,
  taken,
  counted,
  planned,
  action,
}: {
  studyId: string;
  declared: AnalysisPlan["stopping"]["looks"];
  /** The interim analyses that were carried out, oldest first. */
  taken: readonly InterimAnalysis[];
  /** Number of counted answers in the quota groups: now, and when the study is full. */
  counted: number;
  planned: number;
  /** Carries out the interim analysis that is due. Null for users who may not, and outside the main stage. */
  action: FormAction | null;
}) {
  if (declared.length === 0) return null;
  const fraction = planned === 0 ? 0 : counted / planned;
  const { due } = findDueInterimAnalysis(declared, taken, fraction);
  const lastFraction = taken.at(-1)?.fraction ?? 0;
  return (
    <>
      <h3 className="mt-6 font-medium">Interim analyses</h3>
      <ol className="list-decimal pl-5 tabular-nums">
        {sortInterimAnalyses(declared).map(({ share }, index) => {
          const takenAnalysis = taken.find(({ number }) => number === index + 1);
          const isDue = due?.number === index + 1;
          return (
            <li key={share}>
              At {formatPlanned(share)} of the planned answers:{" "}
              {takenAnalysis ? (
                <>
                  carried out <LocalTime at={takenAnalysis.takenAt.toISOString()} withDate />
                  {takenAnalysis.takenBy && ` by ${takenAnalysis.takenBy}`}, with {formatCount(takenAnalysis.counted)}{" "}
                  of {formatCount(takenAnalysis.planned)} answers ({formatPlanned(takenAnalysis.fraction)})
                </>
              ) : isDue ? (
                `due, with ${formatCount(counted)} of ${formatCount(planned)} answers (${formatPlanned(fraction)})`
              ) : share <= lastFraction || (due && share <= due.look.share) ? (
                "skipped, spends no level"
              ) : (
                "not reached"
              )}
            </li>
          );
        })}
      </ol>
      {due && action && (
        <div className="mt-3">
          <ConfirmButton
            action={action}
            hidden={{ study: studyId }}
            title="Carry out this interim analysis?"
            consequence={
              <p>
                The tests of the plan are carried out on the answers so far, at the nominal levels of{" "}
                {formatPlanned(fraction)} of the planned answers. This uses part of the level of the final analysis, is
                recorded, and cannot be repeated or undone.
              </p>
            }
            confirm="Carry out"
            look="secondary"
          >
            Carry out interim analysis {due.number}
          </ConfirmButton>
        </div>
      )}
    </>
  );
}
