"use client";

import { useState } from "react";
import { Button } from "@/components/ui/forms/button.tsx";
import { messagesAt } from "@/lib/domain/tasks/answers/problem-location.ts";
import type { FieldAnswer, TaskAnswer } from "@/lib/domain/tasks/answers/task-answer.ts";
import { validateAnswer } from "@/lib/domain/tasks/answers/validate-answer.ts";
import { isMedia, type StimulusField, type StimulusValue } from "@/lib/domain/tasks/schema/stimulus-field.ts";
import type { TaskSchema } from "@/lib/domain/tasks/schema/task-schema.ts";
import { AnswerFieldView } from "../schema/answer-field-view.tsx";
import { StimulusView } from "../schema/stimulus-view.tsx";
import { useAnswerFields } from "../schema/use-answer-fields.ts";

/** The task as annotators see it, with sample texts. The user can try it; nothing is stored. */
export function TaskPreview({ schema }: { schema: TaskSchema }) {
  const [answer, setAnswer] = useState<TaskAnswer>({});
  const [isChecked, setChecked] = useState(false);
  const fields = Object.fromEntries(
    schema.stimulus.flatMap((field) => (isMedia(field) ? [] : [[field.name, sampleOf(field)]])),
  );
  const onAnswer = (field: string, value: FieldAnswer | undefined) => {
    const { [field]: _, ...others } = answer;
    setAnswer(value === undefined ? others : { ...others, [field]: value });
  };
  const { visible, current, marking, setCurrentSpan, mark } = useAnswerFields({
    ...{ schema, fields, answer, onAnswer, isReadOnly: false, hasKeys: false },
  });
  const checked = validateAnswer(schema, fields, answer);
  const problems = checked.ok ? [] : checked.problems;
  const media = schema.stimulus.filter(isMedia);
  return (
    <section aria-label="Preview" className="grid gap-4 rounded-md border border-rule bg-surface px-4 py-4">
      <h3 className="text-sm text-ink-soft">Preview with sample texts. You can try it; nothing is stored.</h3>
      <p className="text-lg wrap-anywhere">{schema.title}</p>
      {schema.instruction && <p className="whitespace-pre-wrap wrap-anywhere">{schema.instruction}</p>}
      {media.map(({ name, label, type }) => (
        <p key={name} className="text-ink-soft">
          {label || name}: the {type} of the item
        </p>
      ))}
      <StimulusView {...{ schema, fields, marking }} mediaBase="" />
      {visible.map((field) => (
        <AnswerFieldView
          key={field.name}
          {...{ schema, fields, field, answer, onAnswer, marking }}
          isReadOnly={false}
          isCurrent={field.name === current}
          problems={isChecked ? messagesAt(field, problems) : []}
          onCurrentSpan={setCurrentSpan}
          onMark={mark}
        />
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <Button size="small" onClick={() => setChecked(true)}>
          Check this answer
        </Button>
        <p role="status" className="text-sm text-ink-soft">
          {isChecked && (checked.ok ? "It can be submitted." : `It cannot be submitted: ${problems[0]?.message}`)}
        </p>
      </div>
    </section>
  );
}

function sampleOf(field: Exclude<StimulusField, { type: "image" | "audio" | "video" }>): StimulusValue {
  switch (field.type) {
    case "title":
      return "A title";
    case "dialogue":
      return [
        { speaker: "Ana", text: "Where is the key?" },
        { speaker: "Ben", text: "Under the mat." },
      ];
    case "texts":
      return Array.from({ length: Math.min(Math.max(field.minimum, 2), field.maximum) }, (_, at) => `Text ${at + 1}.`);
    case "context":
      return [{ key: "Source", value: "a sample" }];
    default:
      return "A sample text of an item, with a few words to mark.";
  }
}
