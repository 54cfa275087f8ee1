import { estimateStat } from "@/components/charts/estimate.tsx";
import { Stat, Stats } from "@/components/ui/stat.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { HumanEvaluationReport } from "@/lib/domain/epistemic/evaluation/human-evaluation.ts";
import type { RaterAgreement } from "@/lib/domain/epistemic/evaluation/rater-agreement.ts";
import { describeEstimate } from "@/lib/domain/format/estimates.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import { formatKappa } from "@/lib/domain/results/figures/format-kappa.ts";

interface ShownEvaluation {
  items: number;
  /** The raters to list; `raterCount` is the total number of raters. */
  raters: readonly { label: string; answered: number; isFinished: boolean }[];
  raterCount: number;
  people: HumanEvaluationReport;
  agreement: RaterAgreement;
}

/** The raters' accuracy, agreement, and progress. */
export function EvaluationStats({ evaluation }: { evaluation: ShownEvaluation }) {
  const { items, raters, raterCount, people, agreement } = evaluation;
  return (
    <div className="grid grid-cols-1 gap-8">
      <Stats>
        <Stat
          side="people"
          label="Right answers"
          {...estimateStat(
            describeEstimate(
              { ...people.all, value: people.all.accuracy },
              `${formatCount(people.all.right)} of ${formatNumberOf(people.all.n, "answer")}`,
            ),
            "clustered by rater and problem where there are at least five",
          )}
        />
        <Stat
          side="people"
          label="Agreement (%)"
          {...estimateStat(describeEstimate(formatDescriptive(agreement.percent), formatSharedProblems(agreement)))}
          note={
            agreement.percent === null ? "No problem has two answers yet." : "of pairs of answers to the same problem"
          }
        />
        <Agreement agreement={agreement} />
      </Stats>
      {raters.length > 0 && (
        <Table
          takenAs="raters"
          caption={
            raterCount > raters.length
              ? `The first ${raters.length} of ${formatCount(raterCount)} raters, in the order in which they began; the export has all`
              : "Raters, in the order in which they began"
          }
        >
          <thead>
            <tr>
              <Th>Rater</Th>
              <Th isNumber>Answered</Th>
              <Th isNumber>Right</Th>
              <Th isNumber>95% interval</Th>
              <Th>State</Th>
            </tr>
          </thead>
          <tbody>
            {raters.map(({ label, answered, isFinished }) => {
              const counts = people.byRater.find(({ rater }) => rater === label)?.counts;
              const description = counts && describeEstimate({ ...counts, value: counts.accuracy }, counts.n);
              return (
                <tr key={label}>
                  <Th scope="row">{label}</Th>
                  <Td isNumber>
                    {formatCount(answered)} of {formatCount(items)}
                  </Td>
                  <Td isNumber>{description?.value ?? "–"}</Td>
                  <Td isNumber>{description?.interval ?? "–"}</Td>
                  <Td>{isFinished ? "finished" : "in progress or dropped out, not counted"}</Td>
                </tr>
              );
            })}
          </tbody>
        </Table>
      )}
    </div>
  );
}

/** The raters' agreement: Cohen's kappa for two raters, Krippendorff's alpha for more. */
function Agreement({ agreement }: { agreement: RaterAgreement }) {
  const { kappa, alpha } = agreement;
  if (kappa === null) {
    return (
      <Stat
        side="people"
        label="Krippendorff’s alpha"
        {...estimateStat(
          describeEstimate(formatDescriptive(alpha), formatSharedProblems(agreement), { unit: "number", decimals: 2 }),
        )}
        note={alpha === null ? "Not defined if no problem has two answers, or if only one answer occurs." : undefined}
      />
    );
  }
  const { value, interval, reason } = formatKappa(kappa);
  return (
    <Stat
      side="people"
      label="Cohen’s kappa"
      value={value}
      n={formatSharedProblems(agreement)}
      interval={interval ?? undefined}
      {...(reason === null ? {} : { note: reason })}
    />
  );
}

function formatSharedProblems({ items, raters }: RaterAgreement): string {
  return `${formatNumberOf(items, "problem")} that ${raters === 2 ? "both raters" : `at least two of ${formatNumberOf(raters, "rater")}`} answered`;
}

/** Formats a descriptive coefficient, which has no interval. */
function formatDescriptive(value: number | null) {
  return { value, low: null, high: null, reason: "describes these raters, no interval" };
}
