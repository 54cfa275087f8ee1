"use client";

import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import type { QuestionStep } from "@/lib/domain/survey/screens.ts";
import { replaceQuestionPage } from "@/lib/domain/survey/studies/edit-draft.ts";
import { useDraft } from "./draft-context.tsx";
import { DraftRefusal, DraftSelect } from "./draft-fields.tsx";
import { MissedFields } from "./missed-fields.tsx";

/** The fields that turn a page of questions into a check of attention or understanding, and set its consequences. */
export function CheckFields({ step, index, path }: { step: QuestionStep; index: number; path: string }) {
  const { draft, set, change } = useDraft();
  const texts = draft.protocol.steps.slice(0, index).filter(({ kind }) => kind === "text");
  const rereads = step.check?.rereads;
  const toggle = (isOn: boolean) => {
    if (isOn) return set(`${path}.check`, { policy: "flag", tries: 1 });
    // Correct answers are removed together with the check; they would otherwise prevent saving an opened study.
    change((before) =>
      replaceQuestionPage(before, index, ({ check: _check, ...rest }) => ({
        ...rest,
        questions: rest.questions.map(({ right: _right, ...question }) => question),
      })),
    );
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <Checkbox
        label="This page checks attention or understanding"
        checked={step.check !== undefined}
        onChange={(event) => toggle(event.target.checked)}
      />
      <DraftRefusal path={`${path}.check`} />
      {step.check && (
        <div className="grid grid-cols-1 gap-4 border-l-2 border-rule pl-4">
          <p className="max-w-measure text-sm text-ink-soft">
            Enter the correct answer of each scored question. It is never sent to participants.
          </p>
          <MissedFields path={`${path}.check`} />
          {(texts.length > 0 || rereads !== undefined) && (
            <DraftSelect
              path={`${path}.check.rereads`}
              label="Before a repeated attempt"
              options={[
                { value: "", label: "only the questions are shown again" },
                ...texts.map(({ key, title }) => ({ value: key, label: `this text is shown again: ${title || key}` })),
              ]}
              onChoose={(key) => set(`${path}.check.rereads`, key === "" ? undefined : key)}
            />
          )}
        </div>
      )}
    </div>
  );
}
