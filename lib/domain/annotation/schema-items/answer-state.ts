import * as z from "zod";
import { type FieldAnswer, type TaskAnswer, taskAnswerSchema } from "../../tasks/answers/task-answer.ts";

/** The answers to one item in the workspace, with the data for undo and redo. */
export interface AnswerState {
  answer: TaskAnswer;
  past: readonly TaskAnswer[];
  future: readonly TaskAnswer[];
}

export type AnswerStep =
  | { does: "answer"; field: string; value: FieldAnswer | undefined }
  | { does: "undo" }
  | { does: "redo" }
  | { does: "replace"; state: AnswerState };

/** Number of steps that can be undone after a reload. */
const maxKeptSteps = 50;

export function applyAnswerStep(state: AnswerState, step: AnswerStep): AnswerState {
  const { answer, past, future } = state;
  switch (step.does) {
    case "replace":
      return step.state;
    case "answer": {
      const { [step.field]: _, ...others } = answer;
      const next = step.value === undefined ? others : { ...others, [step.field]: step.value };
      return { answer: next, past: [...past, answer].slice(-maxKeptSteps), future: [] };
    }
    case "undo": {
      const previous = past.at(-1);
      return previous ? { answer: previous, past: past.slice(0, -1), future: [answer, ...future] } : state;
    }
    case "redo": {
      const [next] = future;
      return next ? { answer: next, past: [...past, answer], future: future.slice(1) } : state;
    }
  }
}

const packedSchema = z.strictObject({ past: z.array(taskAnswerSchema), future: z.array(taskAnswerSchema) });

/** The history as JSON text. */
export function packAnswerHistory({ past, future }: AnswerState): string {
  return JSON.stringify({ past, future });
}

/** The state for stored answers; a history that cannot be read is empty. */
export function answerStateFrom(answer: TaskAnswer, undo: string | null): AnswerState {
  let history: unknown = null;
  try {
    history = JSON.parse(undo ?? "null");
  } catch {
    // A history of another version.
  }
  const parsed = packedSchema.safeParse(history);
  return { answer, ...(parsed.success ? parsed.data : { past: [], future: [] }) };
}
