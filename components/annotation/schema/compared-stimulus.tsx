"use client";

import type { ComponentProps } from "react";
import type { SchemaTask } from "@/lib/domain/annotation/task.ts";
import type { TaskAnswer } from "@/lib/domain/tasks/answers/task-answer.ts";
import { mergeMarks } from "./copies-marking.ts";
import { StimulusView } from "./stimulus-view.tsx";

/** The content of an item. Its texts show the marks of all answers. */
export function ComparedStimulus({
  task,
  answers,
  ...rest
}: {
  task: Pick<SchemaTask, "schema" | "fields">;
  answers: readonly TaskAnswer[];
} & Pick<ComponentProps<typeof StimulusView>, "mediaBase">) {
  return (
    <StimulusView schema={task.schema} fields={task.fields} marking={mergeMarks(task, answers, answers)} {...rest} />
  );
}
