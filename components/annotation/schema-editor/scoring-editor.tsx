import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import type { AnswerField } from "@/lib/domain/tasks/schema/answer-field.ts";
import { scoringsOf, withScoring } from "@/lib/domain/tasks/schema/new-field.ts";
import { NumberInput } from "./number-input.tsx";

type ScoredField = Exclude<AnswerField, { type: "group" }>;
type Scoring = ScoredField["scoring"];

const scoringLabels: Readonly<Record<Scoring["by"], string>> = {
  none: "not scored",
  key: "equal to the key",
  range: "within the range of the key",
  tolerance: "within a tolerance of the key",
  overlap: "overlap with the key",
  distribution: "share of people with the same answer",
};
const keyForms: Readonly<Record<Scoring["by"], string>> = {
  none: "",
  key: "The key of an item is the right answer, or a list of right answers.",
  range: "The key of an item is a minimum and a maximum.",
  tolerance: "The key of an item is a number.",
  overlap: "The key of an item is an answer.",
  distribution: "The key of an item is the share of people for each answer.",
};

/** How answers are compared with the keys of the items, with tolerance or threshold. */
export function ScoringEditor({ field, onChange }: { field: ScoredField; onChange: (field: AnswerField) => void }) {
  const { scoring } = field;
  const set = (changed: Scoring) => onChange({ ...field, scoring: changed } as AnswerField);
  return (
    <>
      <Field
        name={`${field.name}-scoring`}
        label="Scoring"
        hint={keyForms[scoring.by] && `${keyForms[scoring.by]} Items are imported with their keys, as gold.`}
      >
        <Select
          value={scoring.by}
          options={scoringsOf(field.type).map((by) => ({ value: by, label: scoringLabels[by] }))}
          onChange={({ target }) => onChange(withScoring(field, target.value))}
        />
      </Field>
      {scoring.by === "tolerance" && (
        <div className="grid gap-3 sm:grid-cols-2">
          <NumberInput
            name={`${field.name}-absolute`}
            label="Max. difference from the key"
            value={scoring.absolute}
            onChange={(absolute = 0) => set({ ...scoring, absolute })}
          />
          <NumberInput
            name={`${field.name}-relative`}
            label="or % of the key, if that is more"
            value={asPercent(scoring.relative)}
            onChange={(percent = 0) => set({ ...scoring, relative: percent / 100 })}
          />
        </div>
      )}
      {scoring.by === "overlap" && (
        <div className="grid gap-3 sm:grid-cols-2">
          <Field name={`${field.name}-measure`} label="Measure of overlap">
            <Select
              value={scoring.measure}
              options={[
                { value: "f1", label: "F1" },
                { value: "iou", label: "intersection over union" },
              ]}
              onChange={({ target }) => set({ ...scoring, measure: target.value === "iou" ? "iou" : "f1" })}
            />
          </Field>
          <NumberInput
            name={`${field.name}-threshold`}
            label="Minimum overlap (%)"
            value={asPercent(scoring.threshold)}
            onChange={(percent = 100) => set({ ...scoring, threshold: percent / 100 })}
          />
        </div>
      )}
    </>
  );
}

/** A share in percent, without the digits of binary rounding. */
function asPercent(share: number): number {
  return Math.round(share * 1e8) / 1e6;
}
