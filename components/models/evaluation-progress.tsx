import { Callout } from "@/components/ui/callout.tsx";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Progress } from "@/components/ui/progress.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { formatUsd } from "@/lib/domain/format/money.ts";
import {
  type EvaluationFailure,
  type EvaluationRow,
  estimateRemainingUsd,
} from "@/lib/domain/models/evaluation/evaluation-row.ts";

/** The progress, cost and failures of an evaluation, and the buttons that pause and resume it. */
export function EvaluationProgress({
  evaluation,
  failures,
  cutOff,
  tokens,
  canWrite,
  pause,
  resume,
}: {
  evaluation: EvaluationRow;
  failures: readonly EvaluationFailure[];
  cutOff: number;
  tokens: { prompt: number; completion: number };
  canWrite: boolean;
  pause: FormAction;
  resume: FormAction;
}) {
  const { id, state, reason, total, answered, failed, skipped, isStranded } = evaluation;
  const askedTotal = total - skipped;
  const isUnderWay = (state === "running" || state === "preparing") && !isStranded;
  return (
    <div className="grid grid-cols-1 gap-6">
      {state === "preparing" ? (
        <Callout>The questions are being stored.</Callout>
      ) : (
        <Progress
          label={state === "done" ? "Done" : isUnderWay ? "Asking" : "Paused"}
          value={answered + failed}
          maximum={askedTotal}
          text={`${formatCount(answered)} of ${formatCount(askedTotal)} answered${failed > 0 ? `, ${formatCount(failed)} failed` : ""}`}
          side="models"
        />
      )}
      {state === "paused" && reason !== "" && <Callout tone="bad">{reason}</Callout>}
      {isStranded && state !== "done" && (
        <Callout tone="bad">The background job failed after many attempts. Answers are stored; continue below.</Callout>
      )}
      <EvaluationFacts {...{ evaluation, cutOff, tokens }} />
      {failures.length > 0 && (
        <div>
          <h2 className="mb-2 font-medium">Failed questions</h2>
          <ul className="grid gap-1">
            {failures.map(({ reason: why, count }) => (
              <li key={why}>
                {formatCount(count)} × {why}
              </li>
            ))}
          </ul>
        </div>
      )}
      {canWrite && isUnderWay && (
        <ActionForm action={pause} hidden={{ evaluation: id }} label="Pause">
          <div>
            <SubmitButton look="secondary">Pause the evaluation</SubmitButton>
          </div>
        </ActionForm>
      )}
      {canWrite && !isUnderWay && (state !== "done" || failed > 0) && <ResumeForm {...{ evaluation, resume }} />}
    </div>
  );
}

/** Counts, cost and tokens of an evaluation. */
function EvaluationFacts({
  evaluation,
  cutOff,
  tokens,
}: {
  evaluation: EvaluationRow;
  cutOff: number;
  tokens: { prompt: number; completion: number };
}) {
  const { state, answered, unparsed, skipped, hasPrices, spentUsd, limitUsd } = evaluation;
  const projected = estimateRemainingUsd(evaluation);
  return (
    <DescriptionList
      entries={[
        {
          key: "unparsed",
          term: "Unparsed",
          value:
            answered === 0
              ? "no answer yet"
              : `${formatCount(unparsed)} of ${formatCount(answered)} answers could not be parsed; they count as wrong`,
        },
        ...(cutOff > 0
          ? [{ key: "cut", term: "Cut off", value: `${formatCount(cutOff)} answers ended at the token limit` }]
          : []),
        ...(skipped > 0
          ? [
              {
                key: "skipped",
                term: "Not asked",
                value: `${formatCount(skipped)}, because the model does not know the facts`,
              },
            ]
          : []),
        {
          key: "spent",
          term: "Spent",
          value: hasPrices
            ? `${formatUsd(spentUsd)}${limitUsd === null ? "" : ` of at most ${formatUsd(limitUsd)}`}${projected === null || state === "done" ? "" : `; about ${formatUsd(projected)} remaining`}`
            : "unknown, because the endpoint has no prices",
        },
        {
          key: "tokens",
          term: "Tokens",
          value: `${formatCount(tokens.prompt)} input, ${formatCount(tokens.completion)} output`,
        },
      ]}
    />
  );
}

/** The form that continues a paused evaluation, or repeats failed requests. */
function ResumeForm({ evaluation, resume }: { evaluation: EvaluationRow; resume: FormAction }) {
  const { id, state, failed, hasPrices, limitUsd } = evaluation;
  return (
    <ActionForm
      action={resume}
      hidden={{ evaluation: id }}
      label="Continue"
      className="grid max-w-[32rem] grid-cols-1 gap-4"
    >
      {failed > 0 && (
        <Checkbox
          name="retriesFailed"
          label={`Ask the ${formatCount(failed)} failed questions again`}
          defaultChecked={state === "done"}
        />
      )}
      {hasPrices && (
        <Field name="limitUsd" label="Limit in US$" hint="Leave empty for no limit." isOptional>
          <TextInput inputMode="decimal" defaultValue={limitUsd ?? ""} maxLength={12} />
        </Field>
      )}
      <div>
        <SubmitButton>Continue</SubmitButton>
      </div>
    </ActionForm>
  );
}
