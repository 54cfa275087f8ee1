import type { TaskAnswer } from "../../domain/tasks/answers/task-answer.ts";
import { conditionHolds } from "../../domain/tasks/answers/visible-fields.ts";
import type { Condition } from "../../domain/tasks/schema/condition.ts";

/**
 * Shows a question of a task only if its condition is true. Without the script all questions are shown, and the server
 * ignores answers to questions whose condition is false.
 */
export function startTaskConditions(form: HTMLFormElement): void {
  const questions = [...form.querySelectorAll<HTMLElement>("[data-task-field]")];
  if (!questions.some((question) => question.dataset.showIf)) return;
  const refresh = () => {
    const answers: Record<string, TaskAnswer[string]> = {};
    for (const question of questions) {
      const condition: Condition | null = question.dataset.showIf ? JSON.parse(question.dataset.showIf) : null;
      question.hidden = condition !== null && !conditionHolds(condition, answers);
      const fieldAnswer = question.hidden ? undefined : readFieldAnswer(question);
      if (fieldAnswer !== undefined && question.dataset.taskField) answers[question.dataset.taskField] = fieldAnswer;
    }
  };
  form.addEventListener("input", refresh);
  form.addEventListener("change", refresh);
  refresh();
}

/** The current answer to a question, as conditions need it: chosen values, a number, a text, or marked sentences. */
function readFieldAnswer(question: HTMLElement): TaskAnswer[string] | undefined {
  const readValues = (selector: string) =>
    [...question.querySelectorAll<HTMLInputElement>(selector)].map((input) => input.dataset.value ?? input.value);
  const [chosen] = readValues("input[type=radio]:checked");
  if (chosen !== undefined)
    return /^-?\d+(?:\.\d+)?$/u.test(chosen) ? Number(chosen) : chosen.replace(/^(first|second)-\d$/u, "$1");
  const ticked = readValues("input[type=checkbox]:checked");
  const marks = readValues("[data-span-marks]").filter((text) => text !== "");
  if (question.querySelector("input[type=checkbox], [data-span-marks]")) return [...ticked, ...marks];
  const [written] = readValues("input[type=text], input[type=range][name], textarea");
  if (written === undefined || written.trim() === "") return undefined;
  return Number.isNaN(Number(written)) ? written : Number(written);
}
