import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { ParityBadge } from "@/components/ui/parity-badge.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import type { ListedAnswer } from "@/lib/domain/models/registry-view.ts";

/** The answers of a run with the models' texts. Users with write access can correct a parsed answer. */
export function RunAnswerTable({
  answers,
  correct,
}: {
  answers: readonly ListedAnswer[];
  correct: FormAction<unknown> | null;
}) {
  return (
    <Table caption="Answers of the run" isCaptionHidden>
      <thead>
        <tr>
          <Th>Item</Th>
          <Th>Condition</Th>
          <Th>Answer</Th>
          <Th>Read</Th>
          <Th>Parity</Th>
          <Th>Model output</Th>
        </tr>
      </thead>
      <tbody>
        {answers.map((answer) => (
          <tr key={answer.id}>
            <Th scope="row">{answer.repeat === 0 ? answer.item : `${answer.item}, repeat ${answer.repeat}`}</Th>
            <Td className="text-ink-soft">{answer.condition.replaceAll(";", ", ") || "none named"}</Td>
            <Td className="min-w-40">
              <p>
                {answer.answer ?? "unparsed"}
                {answer.isRight !== null && (
                  <span className="text-ink-soft">, {answer.isRight ? "right" : "wrong"}</span>
                )}
              </p>
              {correct && <Correction answer={answer} action={correct} />}
            </Td>
            <Td>{answer.rule ?? answer.from ?? "not stated"}</Td>
            <Td>
              <ParityBadge parity={answer.parity} />
            </Td>
            <Td className="min-w-72 break-words whitespace-pre-wrap">
              {answer.output === null ? (
                <span className="text-ink-soft">no text was stored</span>
              ) : (
                answer.output || "(empty)"
              )}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Correction({ answer, action }: { answer: ListedAnswer; action: FormAction<unknown> }) {
  return (
    <details className="no-print">
      <summary className="w-fit rounded-sm text-sm text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink">
        Correct<span className="sr-only"> {answer.item}</span>
      </summary>
      <ActionForm
        action={action}
        hidden={{ prediction: answer.id }}
        label={`Correct ${answer.item}`}
        className="mt-2 grid gap-2"
      >
        <Field name="answer" label="Answer" isOptional>
          {answer.options.length > 0 ? (
            <Select defaultValue={answer.chosen} options={[{ value: "", label: "no answer" }, ...answer.options]} />
          ) : (
            <TextInput defaultValue={answer.chosen} maxLength={500} />
          )}
        </Field>
        <div>
          <SubmitButton size="small">Save the parsed answer</SubmitButton>
        </div>
      </ActionForm>
    </details>
  );
}
