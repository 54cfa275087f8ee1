import * as z from "zod";
import { capitalize } from "../../format/capitalize.ts";
import { findTextProblem, firstProblem } from "../../text.ts";
import type { AnswerField, FieldOfType } from "../schema/answer-field.ts";
import type { TaskFields } from "../schema/stimulus-field.ts";
import type { TaskSchema } from "../schema/task-schema.ts";
import { checkPreference, checkRanking } from "./check-comparison.ts";
import { checkSimple } from "./check-simple.ts";
import { checkRelations, checkSpans, spansOf } from "./check-spans.ts";
import { type AnswerProblemReason, acceptAnswer, type CheckedAnswer, refuseAnswer } from "./checked.ts";
import { type FieldAnswer, fieldAnswerSchema, type TaskAnswer } from "./task-answer.ts";
import { conditionHolds, isGiven, visibleGroupFields } from "./visible-fields.ts";

/** A problem with an answer: the field, the span if the field is in a group, and a sentence with the remedy. */
export interface AnswerProblem {
  field: string;
  /** The span of a group's field. */
  span?: string;
  reason: AnswerProblemReason;
  message: string;
}

type ValidatedAnswer = { ok: true; answer: TaskAnswer } | { ok: false; problems: AnswerProblem[] };

const answerShape = z.record(z.string(), z.unknown());

/**
 * Checks an answer to an item and returns its normal form: answers to hidden fields and blank answers are dropped,
 * options and spans are sorted, and spans are extended to their unit. A draft may lack required answers. All problems
 * are returned, in the order of the fields.
 */
export function validateAnswer(
  schema: Pick<TaskSchema, "answer" | "rules">,
  fields: TaskFields,
  given: unknown,
  { isDraft = false }: { isDraft?: boolean } = {},
): ValidatedAnswer {
  const shape = answerShape.safeParse(given);
  if (!shape.success)
    return { ok: false, problems: [problemOf("", refuseAnswer("wrong-form", "answer the questions"))] };
  const problems: AnswerProblem[] = Object.keys(shape.data)
    .filter((name) => !schema.answer.some((field) => field.name === name))
    .map((name) => ({ field: name, reason: "unknown-field", message: `The task has no field "${name}": remove it.` }));
  const answers: Record<string, FieldAnswer> = {};
  for (const field of schema.answer) {
    if (field.showIf && !conditionHolds(field.showIf, answers)) continue;
    const outcome = checkAnswer(field, shape.data[field.name], { fields, answers, isDraft });
    problems.push(...outcome.problems);
    if (outcome.value !== undefined) answers[field.name] = outcome.value;
  }
  if (!isDraft)
    for (const { field, refuseIf, message } of schema.rules)
      if (conditionHolds(refuseIf, answers)) problems.push({ field, reason: "rule", message });
  return problems.length > 0 ? { ok: false, problems } : { ok: true, answer: answers };
}

interface AnswerContext {
  fields: TaskFields;
  /** The checked answers to preceding fields. */
  answers: TaskAnswer;
  isDraft: boolean;
}
interface Outcome {
  value?: FieldAnswer;
  problems: AnswerProblem[];
}

function checkAnswer(field: AnswerField, given: unknown, context: AnswerContext): Outcome {
  if (field.type === "group") return checkGroup(field, given, context);
  const parsed = fieldAnswerSchema.nullish().safeParse(given);
  if (!parsed.success) {
    const { message } = firstProblem(parsed.error);
    return {
      problems: [problemOf(field, refuseAnswer("wrong-form", `give an answer in the form of the field (${message})`))],
    };
  }
  if (!isGiven(parsed.data)) {
    const isMissing = field.required && !context.isDraft;
    return { problems: isMissing ? [problemOf(field, refuseMissingAnswer(field))] : [] };
  }
  const checked = checkPresentAnswer(field, parsed.data, context);
  return checked.ok ? { value: checked.value, problems: [] } : { problems: [problemOf(field, checked)] };
}

function checkPresentAnswer(
  field: Exclude<AnswerField, { type: "group" }>,
  given: FieldAnswer,
  { fields, answers }: AnswerContext,
): CheckedAnswer<FieldAnswer> {
  switch (field.type) {
    case "ranking":
      return checkRanking(field, given, fields);
    case "pairwise":
      return checkPreference(field, given);
    case "spans":
      return checkSpans(field, given, fields, answers);
    case "relations":
      return checkRelations(field, given, answers);
    case "edit": {
      if (typeof given !== "string") return refuseAnswer("wrong-form", "edit the text");
      const unstorable = findTextProblem(given, 100_000);
      return unstorable ? refuseAnswer("too-long", `shorten the text: it ${unstorable}`) : acceptAnswer(given);
    }
    default:
      return checkSimple(field, given, fields);
  }
}

/** Checks the answers of a group for each span. Answers about spans that no longer exist are dropped. */
function checkGroup(group: FieldOfType<"group">, given: unknown, context: AnswerContext): Outcome {
  const byId = z.record(z.string(), answerShape).nullish().safeParse(given);
  if (!byId.success) return { problems: [problemOf(group, refuseAnswer("wrong-form", "answer for each span"))] };
  const problems: AnswerProblem[] = [];
  const value: Record<string, Record<string, FieldAnswer>> = {};
  for (const { id, label } of spansOf(context.answers[group.per])) {
    const answers: Record<string, FieldAnswer> = {};
    for (const field of group.fields) {
      const groupContext = { label, answers, of: context.answers };
      if (!visibleGroupFields(group, groupContext).includes(field)) continue;
      const outcome = checkAnswer(field, byId.data?.[id]?.[field.name], context);
      problems.push(...outcome.problems.map((problem) => ({ ...problem, span: id })));
      if (outcome.value !== undefined) answers[field.name] = outcome.value;
    }
    if (Object.keys(answers).length > 0) value[id] = answers;
  }
  // The checked answers are a record of simple answers for each span, which is the form of a group.
  return { problems, ...(Object.keys(value).length > 0 ? { value: fieldAnswerSchema.parse(value) } : {}) };
}

function refuseMissingAnswer(field: AnswerField): ReturnType<typeof refuseAnswer> {
  const verb: Partial<Record<AnswerField["type"], string>> = {
    choice: "choose one of the options",
    several: "choose at least one option",
    rating: "choose a value",
    number: "enter a number",
    text: "enter a text",
    ranking: "rank the options",
    pairwise: "choose which one you prefer",
    spans: "mark at least one span",
    relations: "connect at least two spans",
    edit: "edit the text",
  };
  return refuseAnswer("missing", verb[field.type] ?? "answer the question");
}

function problemOf(field: AnswerField | "", { reason, message }: ReturnType<typeof refuseAnswer>): AnswerProblem {
  if (field === "") return { field, reason, message: `${capitalize(message)}.` };
  const customMessage = reason === "missing" ? field.messages.missing : field.messages.invalid;
  const isSentence = /[?!.？！。؟]$/u.test(field.label);
  const standard = isSentence ? `${field.label} ${capitalize(message)}.` : `${field.label}: ${message}.`;
  return { field: field.name, reason, message: customMessage ?? standard };
}
