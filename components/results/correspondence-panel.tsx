import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import type { Correspondence } from "@/lib/domain/results/model/correspondence.ts";
import { formatLevels, pairFieldName, sameFieldName } from "@/lib/domain/results/model/correspondence-form.ts";
import type { ResultCondition } from "@/lib/domain/results/model/study-results.ts";
import { AmendmentReason } from "./amendment-reason.tsx";

/** The model conditions that are compared with each condition of people. Users with write access also see a form. */
export function CorrespondencePanel({
  studyId,
  conditions,
  correspondence,
  isDeclared,
  declare,
}: {
  studyId: string;
  conditions: readonly ResultCondition[];
  correspondence: Correspondence;
  isDeclared: boolean;
  declare: FormAction<null> | null;
}) {
  const factors = [...new Set(conditions.flatMap(({ levels }) => Object.keys(levels)))];
  const shownPairs = correspondence.pairs.length > 0 ? correspondence.pairs : [{ people: {}, models: {} }];
  return (
    <div className="grid gap-4">
      <ul className="grid gap-1.5">
        {correspondence.pairs.map(({ people, models }) => (
          <li key={formatLevels(people)} className="flex flex-wrap items-center gap-x-2">
            <span className="rounded-sm bg-people-wash px-1.5 py-0.5 text-people-ink">
              people, {formatLevels(people) || "any condition"}
            </span>
            beside
            <span className="rounded-sm bg-models-wash px-1.5 py-0.5 text-models-ink">
              models, {formatLevels(models) || "any condition"}
            </span>
          </li>
        ))}
        <li>
          {correspondence.same.length > 0
            ? `Both must have the same ${correspondence.same.join(", ")}.`
            : "Only factors that exist on both sides must be equal."}{" "}
          {isDeclared ? "Declared by this study." : "The default, after Street et al. (2024)."}
        </li>
      </ul>
      {declare && (
        <details>
          <summary className="w-fit rounded-sm text-sm text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink">
            Declare another correspondence
          </summary>
          <ActionForm
            action={declare}
            hidden={{ studyId }}
            label="Correspondence of conditions"
            className="mt-4 grid max-w-measure gap-4"
          >
            {shownPairs.map(({ people, models }) => (
              <Field
                key={formatLevels(people)}
                name={pairFieldName(people)}
                label={`Model conditions compared with people under ${formatLevels(people) || "any condition"}`}
                hint="Factors and levels of the prediction file, such as prompt=human, shots=5. Leave empty for any condition."
                isOptional
              >
                <TextInput defaultValue={formatLevels(models)} />
              </Field>
            ))}
            <fieldset>
              <legend className="font-medium">Must be the same on both sides</legend>
              {factors.map((factor) => (
                <Checkbox
                  key={factor}
                  name={sameFieldName(factor)}
                  value="1"
                  defaultChecked={correspondence.same.includes(factor)}
                  label={factor}
                />
              ))}
            </fieldset>
            <AmendmentReason />
            <div className="flex flex-wrap gap-3">
              <Button type="submit" name="do" value="declare" look="primary">
                Declare
              </Button>
              <Button type="submit" name="do" value="default">
                Restore the default
              </Button>
            </div>
          </ActionForm>
        </details>
      )}
    </div>
  );
}
