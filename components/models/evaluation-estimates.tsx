import { formatCount } from "@/lib/domain/format/figures.ts";
import {
  type BatchEstimate,
  type EvaluationEstimate,
  formatEstimate,
  formatExcludedItems,
  formatTotal,
} from "@/lib/domain/models/evaluation/estimate.ts";

/** The estimate of each evaluation. All models get the same prompts of a study, so these are listed once per study. */
export function EvaluationEstimates({ estimates }: { estimates: readonly BatchEstimate[] }) {
  const entries = estimates.map((estimate, index) => {
    const { model, study, prompts = [], leftOut = [] } = estimate;
    const isFirstOfStudy = estimates.findIndex((one) => one.study === study) === index;
    return (
      <div key={`${model}\n${study}`} className="not-first:mt-4">
        {estimates.length > 1 && <p className="font-medium">{study === null ? model : `${model}, ${study}`}</p>}
        <p>{formatEstimate(estimate)}</p>
        {isFirstOfStudy && <ComparedPrompts prompts={prompts} />}
        {isFirstOfStudy &&
          leftOut.map((one) => (
            <p key={one.label} className="mt-2 break-words">
              {formatExcludedItems(one)}
            </p>
          ))}
      </div>
    );
  });
  return (
    <>
      {estimates.length > 1 && <p className="mb-4">{formatTotal(estimates)}</p>}
      {entries}
    </>
  );
}

/** The prompts that will be sent. Each lists the conditions of people that its answers are compared with. */
function ComparedPrompts({ prompts }: { prompts: NonNullable<EvaluationEstimate["prompts"]> }) {
  if (prompts.length === 0) return null;
  return (
    <>
      <p className="mt-2">
        {prompts.length === 1
          ? "1 distinct prompt per item"
          : `${formatCount(prompts.length)} distinct prompts per item`}
        :
      </p>
      <ul className="mt-1 list-disc pl-5">
        {prompts.map(({ label, comparedWith }) => (
          <li key={label}>
            <code>{label}</code>:{" "}
            {comparedWith.length === 0 ? "not compared with people" : `compared with ${comparedWith.join("; ")}`}
          </li>
        ))}
      </ul>
    </>
  );
}
