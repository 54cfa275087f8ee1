import type { Say } from "@/lib/domain/survey/languages/messages.ts";

const steps = Array.from({ length: 11 }, (_, place) => place / 10);

/** A choice of the confidence in steps of a tenth. It is optional, and nothing is preselected. */
export function ConfidenceInput({ say, given }: { say: Say; given: string | undefined }) {
  return (
    <div className="text-question" id="field-confidence">
      <label htmlFor="input-confidence" dir="auto">
        {say("confidenceTitle")} <span className="optional">{say("optional")}</span>
      </label>
      <select id="input-confidence" name="confidence" className="line-input" defaultValue={given ?? ""}>
        <option value="">–</option>
        {steps.map((step) => (
          <option key={step} value={String(step)}>
            {say("sureShare", { share: Math.round(step * 100) })}
          </option>
        ))}
      </select>
    </div>
  );
}
