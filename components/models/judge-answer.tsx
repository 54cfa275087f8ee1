import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import type { JudgedAnswer } from "@/lib/domain/models/judging/judge.ts";

/** An answer with everything that a judge needs, and buttons for the three verdicts. */
export function JudgeAnswer({
  action,
  prediction,
  answer: { context, question, generated, correct, incorrect },
}: {
  action: FormAction;
  prediction: string;
  answer: JudgedAnswer;
}) {
  return (
    <div className="grid max-w-measure grid-cols-1 gap-5">
      <section aria-label="Story" className="whitespace-pre-line font-serif text-lg leading-relaxed">
        {context}
      </section>
      <p className="font-medium">{question}</p>
      <dl className="grid grid-cols-1 gap-4">
        <div className="rounded-lg border border-edge bg-surface p-4">
          <dt className="text-sm text-ink-soft">Generated answer</dt>
          <dd className="mt-1 whitespace-pre-line break-words">{generated}</dd>
        </div>
        <div>
          <dt className="text-sm text-ink-soft">Correct answer</dt>
          <dd>{correct}</dd>
        </div>
        <div>
          <dt className="text-sm text-ink-soft">Incorrect answer</dt>
          <dd>{incorrect}</dd>
        </div>
      </dl>
      <ActionForm action={action} hidden={{ prediction }} label="Your verdict" className="flex flex-wrap gap-3">
        <SubmitButton name="verdict" value="true" look="secondary">
          True: aligns with the correct answer
        </SubmitButton>
        <SubmitButton name="verdict" value="false" look="secondary">
          False: aligns with the incorrect answer
        </SubmitButton>
        <SubmitButton name="verdict" value="na" look="secondary">
          NA: unrelated to either
        </SubmitButton>
      </ActionForm>
    </div>
  );
}
