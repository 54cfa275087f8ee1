import type { AnswerField, FieldOfType, SimpleField } from "../schema/answer-field.ts";
import type { Condition } from "../schema/condition.ts";
import type { TaskSchema } from "../schema/task-schema.ts";
import type { FieldAnswer, TaskAnswer } from "./task-answer.ts";

/** The answer fields whose condition is true, in order. An answer to a hidden field counts as absent. */
export function visibleFields(schema: Pick<TaskSchema, "answer">, answer: TaskAnswer): AnswerField[] {
  return filterVisible(schema.answer, answer, {}).visible;
}

/** The fields of a group that are asked about a span with this label, given the answers about the span. */
export function visibleGroupFields(
  group: FieldOfType<"group">,
  { label, answers, of }: { label: string | undefined; answers: TaskAnswer; of: TaskAnswer },
): SimpleField[] {
  const outer = { ...of, ...(label === undefined ? {} : { [group.per]: label }) };
  return filterVisible(group.fields, answers, outer).visible;
}

function filterVisible<Field extends AnswerField>(fields: readonly Field[], answer: TaskAnswer, outer: TaskAnswer) {
  const visible: Field[] = [];
  const answers: Record<string, FieldAnswer> = {};
  for (const field of fields) {
    if (field.showIf && !conditionHolds(field.showIf, { ...outer, ...answers })) continue;
    visible.push(field);
    const given = answer[field.name];
    if (isGiven(given)) answers[field.name] = given;
  }
  return { visible, answers };
}

/** Whether an answer is given: it is not absent, not a blank text, and not an empty list or group. */
export function isGiven(answer: FieldAnswer | null | undefined): answer is FieldAnswer {
  if (answer === undefined || answer === null) return false;
  if (typeof answer === "string") return answer.trim() !== "";
  if (Array.isArray(answer)) return answer.length > 0;
  return typeof answer !== "object" || Object.keys(answer).length > 0;
}

/** Whether a condition is true for these answers. */
export function conditionHolds(condition: Condition, answers: TaskAnswer): boolean {
  if ("all" in condition) return condition.all.every((inner) => conditionHolds(inner, answers));
  if ("any" in condition) return condition.any.some((inner) => conditionHolds(inner, answers));
  if ("not" in condition) return !conditionHolds(condition.not, answers);
  const given = answers[condition.field];
  if ("answered" in condition) return isGiven(given) === condition.answered;
  if (!isGiven(given)) return false;
  const comparable = comparableOf(given);
  if ("equals" in condition) return comparable === condition.equals;
  if ("oneOf" in condition) return condition.oneOf.some((value) => value === comparable);
  if ("includes" in condition) return valuesIn(given).includes(condition.includes);
  const number = typeof comparable === "number" ? comparable : Array.isArray(given) ? given.length : Number.NaN;
  return "atLeast" in condition ? number >= condition.atLeast : number <= condition.atMost;
}

/**
 * The text or number with which a condition compares an answer: of a preference its side, of a quantity its value; null
 * for lists and groups.
 */
function comparableOf(answer: FieldAnswer): string | number | null {
  if (typeof answer === "string" || typeof answer === "number") return answer;
  if (Array.isArray(answer)) return null;
  if ("preferred" in answer && typeof answer.preferred === "string") return answer.preferred;
  return "value" in answer && typeof answer.value === "number" ? answer.value : null;
}

/** The values in a list answer: the chosen options, or the labels of spans and relations. */
function valuesIn(answer: FieldAnswer): string[] {
  if (typeof answer === "string") return [answer];
  if (!Array.isArray(answer)) return [];
  return answer.map((member) => (typeof member === "string" ? member : (member.label ?? "")));
}
