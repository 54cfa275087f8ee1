"use client";

import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { Button } from "@/components/ui/forms/button.tsx";
import { controlStyle } from "@/components/ui/forms/control-style.ts";
import type { ProtocolStep } from "@/lib/domain/survey/protocol-step.ts";
import type { Question } from "@/lib/domain/survey/questions/question.ts";
import {
  choiceValue,
  moveListEntry,
  newQuestion,
  relabelChoice,
  removeListEntry,
  renameChoice,
  renameQuestion,
  valueAt,
  withValueAt,
} from "@/lib/domain/survey/studies/edit-draft.ts";
import type { StudyDraft } from "@/lib/domain/survey/studies/study-draft.ts";
import { useDraft } from "./draft-context.tsx";
import { DraftRefusal, DraftText, RowText } from "./draft-fields.tsx";
import { QuestionRules, questionKinds } from "./question-rules.tsx";
import { ShortNameField } from "./short-name-field.tsx";

type QuestionStep = Extract<ProtocolStep, { kind: "questions" }>;
type ChoiceQuestion = Extract<Question, { type: "choice" | "several" }>;

/** The editor for the questions of one page: their texts, their options, and the answers that end the session. */
export function QuestionEditor({ step, index }: { step: QuestionStep; index: number }) {
  const { draft, change, set } = useDraft();
  const path = `protocol.steps.${index}.questions`;
  const setQuestions = (questions: Question[]) => set(path, questions);
  return (
    <div className="grid grid-cols-1 gap-4">
      <DraftRefusal path={path} />
      {step.questions.map((question, place) => (
        <fieldset key={question.key} className="grid grid-cols-1 min-w-0 gap-4 border-l-2 border-rule pl-4">
          <legend className="sr-only">Question {place + 1}</legend>
          <DraftText path={`${path}.${place}.label`} label={`Question ${place + 1}, ${questionKinds[question.type]}`} />
          <DraftText path={`${path}.${place}.help`} label="Help text" isOptional />
          {(question.type === "choice" || question.type === "several") && (
            <ChoiceRows question={question} step={index} place={place} />
          )}
          <QuestionRules question={question} step={index} path={`${path}.${place}`} />
          <ShortNameField
            path={`${path}.${place}.key`}
            label="Short name of the question"
            hint="The column name in exports. Quotas refer to it."
            taken="questions"
            onName={(name) => change((before) => renameQuestion(before, index, place, name))}
          />
          <div className="flex flex-wrap gap-2">
            <Button
              size="small"
              disabled={place === 0}
              aria-label={`Move question ${place + 1} up`}
              onClick={() => setQuestions(moveListEntry(step.questions, place, -1))}
            >
              <ArrowUp aria-hidden="true" />
              Up
            </Button>
            <Button
              size="small"
              disabled={place === step.questions.length - 1}
              aria-label={`Move question ${place + 1} down`}
              onClick={() => setQuestions(moveListEntry(step.questions, place, 1))}
            >
              <ArrowDown aria-hidden="true" />
              Down
            </Button>
            <Button
              size="small"
              disabled={step.questions.length === 1}
              aria-label={`Remove question ${place + 1}`}
              onClick={() => setQuestions(removeListEntry(step.questions, place))}
            >
              <Trash2 aria-hidden="true" />
              Remove
            </Button>
          </div>
        </fieldset>
      ))}
      <div className="flex flex-wrap gap-3">
        {(Object.keys(questionKinds) as Question["type"][]).map((type) => (
          <Button
            key={type}
            size="small"
            onClick={() => setQuestions([...step.questions, newQuestion(type, draft.protocol)])}
          >
            <Plus aria-hidden="true" />
            Question, {questionKinds[type]}
          </Button>
        ))}
      </div>
    </div>
  );
}

const outcomeOptions = [
  { value: "", label: "continues" },
  { value: "screened-out", label: "is screened out" },
  { value: "quality", label: "fails a quality check" },
];

function ChoiceRows({ question, step, place }: { question: ChoiceQuestion; step: number; place: number }) {
  const { change, set } = useDraft();
  const path = `protocol.steps.${step}.questions.${place}.choices`;
  const { choices } = question;
  return (
    <div className="grid grid-cols-1 gap-2">
      <div
        aria-hidden="true"
        className="hidden gap-2 text-sm text-ink-soft sm:grid sm:grid-cols-[1fr_9rem_10rem_2.5rem]"
      >
        <span>Answer</span>
        <span>Stored as</span>
        <span>Outcome</span>
      </div>
      <ul className="grid grid-cols-1 gap-4 sm:gap-2">
        {choices.map((choice, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: answers may be equal while they are edited.
            key={index}
            className="grid grid-cols-1 gap-2 sm:grid-cols-[1fr_9rem_10rem_2.5rem]"
          >
            <RowText
              path={`${path}.${index}.label`}
              label={`Answer ${index + 1}`}
              onText={(label) => change((before) => relabelChoice(before, step, place, index, label))}
            />
            <RowText
              path={`${path}.${index}.value`}
              label={`Answer ${index + 1} stored as`}
              onText={(value) => change((before) => renameChoice(before, step, place, index, value))}
            />
            <label className="grid grid-cols-1 gap-1">
              <span className="text-sm text-ink-soft sm:sr-only">Outcome of answer {index + 1}</span>
              <select
                className={controlStyle}
                value={choice.endsAs ?? ""}
                onChange={(event) =>
                  change((before) => setOutcome(before, path, index, question.key, event.target.value || null))
                }
              >
                {outcomeOptions.map((lead) => (
                  <option key={lead.value} value={lead.value}>
                    {lead.label}
                  </option>
                ))}
              </select>
            </label>
            <Button
              look="quiet"
              aria-label={`Remove answer ${index + 1}`}
              disabled={choices.length <= 2}
              className="justify-self-start px-2"
              onClick={() =>
                change((before) =>
                  removeQuota(withValueAt(before, path, removeListEntry(choices, index)), question.key, choice.value),
                )
              }
            >
              <Trash2 aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
      <DraftRefusal path={path} />
      <div>
        <Button
          size="small"
          onClick={() =>
            set(path, [
              ...choices,
              {
                value: choiceValue(
                  "",
                  choices.map((choice) => choice.value),
                ),
                label: "",
                endsAs: null,
              },
            ])
          }
        >
          <Plus aria-hidden="true" />
          Answer
        </Button>
      </div>
    </div>
  );
}

/**
 * Sets the outcome of an answer. If the answer now ends the session, its quota is removed, because it cannot have one.
 */
function setOutcome(
  draft: StudyDraft,
  path: string,
  index: number,
  question: string,
  endsAs: string | null,
): StudyDraft {
  const next = withValueAt(draft, `${path}.${index}.endsAs`, endsAs);
  const value = valueAt(draft, `${path}.${index}.value`);
  return endsAs === null || typeof value !== "string" ? next : removeQuota(next, question, value);
}

function removeQuota(draft: StudyDraft, question: string, value: string): StudyDraft {
  const quotas = draft.quotas
    .map((quota) =>
      quota.question === question ? { ...quota, values: quota.values.filter((one) => one !== value) } : quota,
    )
    .filter((quota) => quota.values.length > 0);
  return { ...draft, quotas };
}
