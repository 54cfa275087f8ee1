"use client";

import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import type { ProtocolStep } from "@/lib/domain/survey/protocol-step.ts";
import type { Branch, Question } from "@/lib/domain/survey/questions/question.ts";
import type { ExitStep, QuestionStep } from "@/lib/domain/survey/screens.ts";
import { replaceQuestionPage } from "@/lib/domain/survey/studies/edit-draft.ts";
import { useDraft } from "./draft-context.tsx";
import { DraftChecks, DraftNumber, DraftRefusal, DraftSelect, DraftText } from "./draft-fields.tsx";
import { ConditionFields } from "./question-rules.tsx";

/** The fields for the condition of a page, which depends on an answer on an earlier page. */
export function PageBranch({ step, index, path }: { step: QuestionStep; index: number; path: string }) {
  const { draft, change } = useDraft();
  const earlier = listEarlierQuestions(draft.protocol.steps, index);
  const rule = step.skipIf ? "skipIf" : "showIf";
  const branch = step[rule];
  if (earlier.length === 0 && !branch) return null;
  const setRule = (name: "showIf" | "skipIf", next: Branch | undefined) =>
    change((before) =>
      replaceQuestionPage(before, index, ({ showIf: _shown, skipIf: _skipped, ...rest }) =>
        next ? { ...rest, [name]: next } : rest,
      ),
    );
  return (
    <div className="grid grid-cols-1 gap-3">
      <Field name={`${path}.branch`} label="Show this page">
        <Select
          required={false}
          value={branch ? rule : ""}
          options={[
            { value: "", label: "to everyone" },
            { value: "showIf", label: "only after certain answers" },
            { value: "skipIf", label: "except after certain answers" },
          ]}
          onChange={({ target }) =>
            setRule(
              target.value === "skipIf" ? "skipIf" : "showIf",
              target.value === "" ? undefined : (branch ?? createBranch(earlier)),
            )
          }
        />
      </Field>
      {branch && (
        <BranchRule
          path={`${path}.${rule}`}
          branch={branch}
          earlier={earlier}
          onChange={(next) => setRule(rule, next)}
        />
      )}
    </div>
  );
}

/** The fields that place a page of questions among the items. */
export function AmongItemsFields({ step, index, path }: { step: QuestionStep; index: number; path: string }) {
  const { draft, set } = useDraft();
  const block = draft.protocol.steps.findIndex(({ kind }) => kind === "items");
  const { amongItems } = step;
  if (!amongItems && (index > block || draft.itemsPerSession < 2)) return null;
  return (
    <div className="grid grid-cols-1 gap-3">
      <Checkbox
        label="Show this page among the items"
        checked={amongItems !== undefined}
        onChange={(event) => set(`${path}.amongItems`, event.target.checked ? { from: 1, to: 1 } : undefined)}
      />
      {amongItems && (
        <div className="grid grid-cols-1 gap-4 border-l-2 border-rule pl-4">
          <DraftNumber path={`${path}.amongItems.from`} label="After item" unit="at the earliest" min={1} max={499} />
          <DraftNumber
            path={`${path}.amongItems.to`}
            label="After item"
            unit="at the latest"
            hint="Same number: a fixed position. Larger number: the position varies between sessions, with each position equally often."
            min={1}
            max={499}
          />
        </div>
      )}
      <DraftRefusal path={`${path}.amongItems`} />
    </div>
  );
}

/** The fields of an exit: the answers that lead to it, and its end page. */
export function ExitFields({ step, index, path }: { step: ExitStep; index: number; path: string }) {
  const { draft, set } = useDraft();
  const { steps, recruiter } = draft.protocol;
  const isAfterItems = steps.slice(0, index).some(({ kind }) => kind === "items");
  return (
    <>
      <BranchRule
        path={`${path}.showIf`}
        branch={step.showIf}
        earlier={listEarlierQuestions(steps, index)}
        onChange={(next) => set(`${path}.showIf`, next)}
      />
      <DraftText path={`${path}.text`} label="Text of the end page" isOptional lines={3} />
      <DraftSelect
        path={`${path}.endsAs`}
        label="Outcome"
        hint="The session ends here with this outcome. The slot is released unless the session is complete."
        options={[
          { value: "screened-out", label: "Screened out" },
          { value: "quality", label: "Quality" },
          ...(isAfterItems || step.endsAs === "complete" ? [{ value: "complete", label: "Complete" }] : []),
        ]}
      />
      <DraftRefusal path={`${path}.endsAs`} />
      {recruiter && recruiter.kind !== "none" && (
        <DraftText path={`${path}.code`} label="Recruiter’s code" isOptional spellCheck={false} />
      )}
      <DraftText
        path={`${path}.returnUrl`}
        label="Return link"
        isOptional
        hint="{code}, {session}, {outcome}, {sig} and the panel’s own parameters are filled in."
        spellCheck={false}
      />
    </>
  );
}

/** The fields for a condition on an earlier answer: the question, and the answers for which the condition is true. */
function BranchRule(props: {
  path: string;
  branch: Branch;
  earlier: readonly Question[];
  onChange: (branch: Branch) => void;
}) {
  const { path, branch, earlier, onChange } = props;
  const question = earlier.find(({ key }) => key === branch.question);
  return (
    <div className="grid grid-cols-1 gap-3 border-l-2 border-rule pl-4">
      <Field name={`${path}.question`} label="Question">
        <Select
          required={false}
          value={branch.question}
          options={[
            ...(question ? [] : [{ value: branch.question, label: "Choose a question" }]),
            ...earlier.map(({ key, label }) => ({ value: key, label: label || key })),
          ]}
          onChange={({ target }) => onChange(createBranch(earlier.filter(({ key }) => key === target.value)))}
        />
      </Field>
      {question && "choices" in question ? (
        <DraftChecks
          path={`${path}.oneOf`}
          legend="Answers"
          options={question.choices.map(({ value, label }) => ({ value, label: label || value }))}
          chosen={branch.oneOf ?? []}
          onChange={(oneOf) => onChange({ ...branch, oneOf })}
        />
      ) : (
        <ConditionFields
          name={path}
          condition={branch}
          onChange={(condition) => onChange({ question: branch.question, ...condition })}
        />
      )}
      <DraftRefusal path={path} />
    </div>
  );
}

/** The questions on earlier pages, which the condition of a page can use. */
function listEarlierQuestions(steps: readonly ProtocolStep[], index: number): Question[] {
  const isAfterItems = steps.slice(0, index).some(({ kind }) => kind === "items");
  return steps
    .slice(0, index)
    .flatMap((step) => (step.kind === "questions" && (isAfterItems || !step.amongItems) ? step.questions : []));
}

function createBranch([question]: readonly Question[]): Branch {
  if (!question) return { question: "", oneOf: ["yes"] };
  if ("choices" in question) return { question: question.key, oneOf: [question.choices[0]?.value ?? ""] };
  return question.type === "text" ? { question: question.key, oneOf: ["yes"] } : { question: question.key, atLeast: 1 };
}
