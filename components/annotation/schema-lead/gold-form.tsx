"use client";

import { useState } from "react";
import { Badge } from "@/components/ui/badge.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import {
  answerOfGold,
  type GoldAnswer,
  goldOfAnswer,
  isDecisive,
} from "@/lib/domain/annotation/schema-items/gold-answer.ts";
import type { FormAction } from "@/lib/domain/form-state.ts";
import type { FieldAnswer, TaskAnswer } from "@/lib/domain/tasks/answers/task-answer.ts";
import type { TaskFields } from "@/lib/domain/tasks/schema/stimulus-field.ts";
import type { TaskSchema } from "@/lib/domain/tasks/schema/task-schema.ts";
import { AnswerFieldView } from "../schema/answer-field-view.tsx";
import { StimulusView } from "../schema/stimulus-view.tsx";
import { useAnswerFields } from "../schema/use-answer-fields.ts";

/**
 * A form for the expected answers to an item. They start with the accepted answers and are entered like an annotator's
 * answers. As JSON, a key can also be a list of values or a range.
 */
export function GoldForm({
  item: { id, schema, fields, gold, accepted },
  collectionId,
  action,
}: {
  item: {
    id: string;
    schema: TaskSchema;
    fields: TaskFields;
    gold: GoldAnswer | null;
    accepted: TaskAnswer | null;
  };
  collectionId: string;
  action: FormAction;
}) {
  const [answer, setAnswer] = useState<TaskAnswer>(gold ? answerOfGold(schema, gold) : (accepted ?? {}));
  const [keys, setKeys] = useState(() => formatGoldKeys(gold ?? (accepted ? goldOfAnswer(schema, accepted) : {})));
  const onAnswer = (field: string, value: FieldAnswer | undefined) => {
    const { [field]: _, ...others } = answer;
    const next = value === undefined ? others : { ...others, [field]: value };
    setAnswer(next);
    setKeys(formatGoldKeys(goldOfAnswer(schema, next)));
  };
  const { visible, current, marking, setCurrentSpan, mark } = useAnswerFields({
    ...{ schema, fields, answer, onAnswer, isReadOnly: false },
    // With keys, typing elsewhere on the page could change the answers.
    hasKeys: false,
  });
  if (!schema.answer.some(isDecisive))
    return (
      <p className="max-w-measure text-ink-soft">
        No question of this task has a scoring that decides between right and wrong, so the task cannot have gold items.
        Set such a scoring under Task.
      </p>
    );
  const hidden = { collection: collectionId, items: id, act: "gold" };
  return (
    <details className="grid gap-4" open={gold !== null}>
      <summary className="cursor-pointer font-medium">
        {gold === null ? "Enter the expected answers" : "Expected answers"} {gold !== null && <Badge>gold</Badge>}
      </summary>
      <div className="mt-4 grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(18rem,2fr)]">
        <StimulusView {...{ schema, fields, marking }} mediaBase={`/api/v1/annotation/items/${id}/media`} />
        <div className="grid min-w-0 gap-3">
          {visible.map((field) => (
            <AnswerFieldView
              key={field.name}
              {...{ schema, fields, field, answer, onAnswer, marking }}
              isReadOnly={false}
              isCurrent={field.name === current}
              problems={[]}
              onCurrentSpan={setCurrentSpan}
              onMark={mark}
            />
          ))}
          <ActionForm action={action} hidden={hidden} label="Expected answers">
            <Field
              name="goldAnswer"
              label="Keys as JSON"
              hint="By question. A list accepts any of its values; a range has a minimum and a maximum."
            >
              <TextArea rows={4} value={keys} onChange={({ target }) => setKeys(target.value)} spellCheck={false} />
            </Field>
            <SubmitButton look="secondary">
              {gold === null ? "Make it a gold item" : "Change the gold item"}
            </SubmitButton>
          </ActionForm>
          {gold !== null && (
            <ActionForm action={action} hidden={hidden} label="Ordinary item">
              <SubmitButton look="quiet">Make it an ordinary item again</SubmitButton>
            </ActionForm>
          )}
        </div>
      </div>
    </details>
  );
}

function formatGoldKeys(keys: GoldAnswer): string {
  return Object.keys(keys).length === 0 ? "" : JSON.stringify(keys);
}
