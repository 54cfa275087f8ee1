import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { ExcludableStudy } from "@/lib/domain/survey/studies/study-rows.ts";
import { stageLabels } from "../study-labels.ts";

/**
 * The form that selects the studies whose participants cannot take part in this study. Studies with the same stories
 * come first, and pilots are preselected.
 */
export function DenialsForm({
  studyId,
  studies,
  save,
}: {
  studyId: string;
  studies: readonly ExcludableStudy[];
  save: FormAction;
}) {
  const proposed = studies.filter(({ sharedStories, isDenied }) => sharedStories > 0 || isDenied);
  const otherStudies = studies.filter((study) => !proposed.includes(study));
  return (
    <Section
      id="denials"
      title="Excluded participants"
      lead="People who took part in a selected study cannot start this study; they see how to return the task. They are identified by their recruiter ID only."
    >
      {studies.length === 0 ? (
        <p className="text-ink-soft">This project has no other study.</p>
      ) : (
        <ActionForm
          action={save}
          hidden={{ study: studyId }}
          label="Excluded participants"
          className="grid max-w-measure gap-5"
        >
          {studies.map(({ id }) => (
            <input key={id} type="hidden" name="listed" value={id} />
          ))}
          {proposed.length > 0 && (
            <fieldset>
              <legend className="font-medium">Studies with the same stories</legend>
              {proposed.map((study) => (
                <StudyBox key={study.id} study={study} />
              ))}
            </fieldset>
          )}
          {otherStudies.length > 0 && (
            <details open={proposed.length === 0}>
              <summary className="font-medium">Other studies of this project ({otherStudies.length})</summary>
              <fieldset>
                <legend className="sr-only">Other studies of this project</legend>
                {otherStudies.map((study) => (
                  <StudyBox key={study.id} study={study} />
                ))}
              </fieldset>
            </details>
          )}
          <div>
            <SubmitButton>Save</SubmitButton>
          </div>
        </ActionForm>
      )}
    </Section>
  );
}

function StudyBox({ study }: { study: ExcludableStudy }) {
  const facts = [
    stageLabels[study.stage]?.word ?? study.stage,
    study.sharedStories > 0
      ? `${formatNumberOf(study.sharedStories, "story", "stories")} in common`
      : "no story in common",
    `${formatNumberOf(study.people, "person", "people")} with a recruiter ID`,
    ...(study.isDecided ? [] : ["not decided yet"]),
  ];
  return (
    <Checkbox
      name="denied"
      value={study.id}
      defaultChecked={study.isDenied}
      label={<span className="break-words">{study.name}</span>}
      hint={facts.join(", ")}
    />
  );
}
