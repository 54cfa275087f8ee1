import { Badge } from "@/components/ui/badge.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import type { LeadQuestion } from "@/lib/domain/annotation/question.ts";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatMoment } from "@/lib/domain/format/times.ts";
import { OpenedGroup } from "./opened-group.tsx";

/** The questions of annotators and reviewers. Questions without an answer are expanded. */
export function QuestionList({
  questions,
  action,
  itemHref,
}: {
  questions: readonly LeadQuestion[];
  action: FormAction;
  itemHref: string;
}) {
  if (questions.length === 0) return <p className="text-ink-soft">No questions yet.</p>;
  return (
    <ul className="grid max-w-[52rem] gap-3">
      {questions.map((question) => (
        <li key={question.id}>
          <OpenedGroup isOpen={question.answer === null} className="rounded-lg border border-rule">
            <summary className="px-4 py-2.5">
              {question.text}{" "}
              {question.answer === null ? <Badge tone="warn">open</Badge> : question.isCase && <Badge>case</Badge>}
              <span className="block text-sm text-ink-soft">
                {question.askedByName ?? "Unknown"}, {formatMoment(question.askedAt)}
              </span>
            </summary>
            <div className="grid gap-3 border-t border-rule p-4">
              {question.item && (
                <Link href={`${itemHref}${question.item.id}`} prefetch={false}>
                  {question.item.externalId}
                </Link>
              )}
              <ActionForm
                action={action}
                hidden={{ question: question.id }}
                label={`Answer: ${question.text.slice(0, 80)}`}
              >
                <Field name="answer" label="Answer">
                  <TextArea rows={3} maxLength={4_000} defaultValue={question.answer ?? ""} />
                </Field>
                <Checkbox
                  name="isCase"
                  label="Add the question to the guidelines as a case"
                  hint="All annotators can read the case; the name of the person who asked is not shown."
                  defaultChecked={question.answer === null || question.isCase}
                />
                <div>
                  <SubmitButton>Send the answer</SubmitButton>
                </div>
              </ActionForm>
            </div>
          </OpenedGroup>
        </li>
      ))}
    </ul>
  );
}
