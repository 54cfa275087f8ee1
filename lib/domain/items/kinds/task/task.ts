import * as z from "zod";
import { canonicalJson, fingerprint } from "../../../fingerprint.ts";
import { withDistinctSpanIds, withNumberedSpans } from "../../../tasks/answers/distinct-span-ids.ts";
import { type AnswerProblem, validateAnswer } from "../../../tasks/answers/validate-answer.ts";
import { formName } from "../../../tasks/forms/form-names.ts";
import { hasForm, readTaskForm, taskFormNames } from "../../../tasks/forms/read-form.ts";
import type { AnswerField } from "../../../tasks/schema/answer-field.ts";
import { findTaskGoldProblem, goldByField } from "../../../tasks/scoring/field-gold.ts";
import { scoreTask } from "../../../tasks/scoring/score-answer.ts";
import { categoryOf } from "../../../tasks/scoring/score-field.ts";
import { type TaskScreen, taskScreen } from "../../../tasks/screens/task-screen.ts";
import type { Answer, ItemTask } from "../../item.ts";
import type { AnswerRefusal, ItemKind, KindScreen, Option } from "../item-kind.ts";
import { formatTaskPrompt } from "./task-prompt.ts";

const factors: ItemKind["factors"] = [
  {
    name: "optionOrder",
    label: "Order of the options",
    levels: [
      { value: "given", label: "as in the schema" },
      {
        value: "reversed",
        label: "options reversed",
        hint: "reverses options and compared texts; the points of a scale keep their order",
      },
    ],
  },
];

/** Answer types whose options have no natural order. */
const reorderableTypes: readonly AnswerField["type"][] = ["choice", "several", "ranking", "pairwise"];

/**
 * A task with a schema that defines stimulus and questions as data. Tables count the answer to the first unconditional
 * choice, rating or comparison. If a task has no such field, tables count a hash of all its answers.
 */
export const task: ItemKind = {
  name: "task",
  label: "Question with a custom answer form",
  optionSource: "schema",
  goldSchema: z.record(z.string(), z.unknown(), 'must be an object with the key of each scored field, or "{}"'),
  refuseItem(item) {
    if (!item.task) return { field: "fields", message: "must be the values of a task schema" };
    return item.options.length > 0 ? { field: "options", message: "must be empty for task" } : null;
  },
  refuseGold: (gold, { task: asked }) => (asked ? findTaskGoldProblem(asked.schema, asked.fields, gold) : null),
  factors,
  factorsOf: ({ task: asked }) =>
    asked?.schema.answer.some(({ type }) => reorderableTypes.includes(type)) ? factors : [],
  wording: {},
  screens(item, levels, _wording, layout) {
    if (!item.task) throw new RangeError("an item of the kind task has no task schema");
    const screen = taskScreen(item.task.schema, item.task.fields, levels.optionOrder === "reversed");
    const { instruction } = item.task.schema;
    const main = findCountedField(item.task);
    const answer: KindScreen = {
      ...emptyScreen,
      name: "answer",
      instruction,
      instructionFirst: true,
      options: optionsOf(screen, main),
      input: "task",
      task: { shown: screen.shown, asked: screen.asked.filter(hasForm) },
    };
    if (layout === "one-screen") return [answer];
    return [{ ...emptyScreen, name: "story", instruction, task: { shown: screen.shown, asked: [] } }, answer];
  },
  promptStyles: ["human"],
  prompt: formatTaskPrompt,
  answerFields: [],
  formFields: (item) => (item.task ? taskFormNames(item.task.schema, item.task.fields) : []),
  parseAnswer(form, { task: asked }) {
    if (!asked) return { ok: false, field: "fields", message: "The item has no task." };
    const schema = { ...asked.schema, answer: asked.schema.answer.filter(hasForm) };
    const validated = validateAnswer(schema, asked.fields, readTaskForm(schema, asked.fields, form));
    if (validated.ok) return { ok: true, answer: createTaskAnswer(asked, validated.answer) };
    const [first, ...more] = validated.problems.map((problem) => toFormProblem(problem, schema.answer));
    return { ok: false, field: "", message: "", ...first, more };
  },
  answerKey: ({ choice, fields }) => choice ?? (fields ? hashOf(fields) : null),
  rightKeys(gold, item) {
    if (!item.task || findCountedField(item.task)) return null;
    const { schema, fields } = item.task;
    const validated = validateAnswer(schema, fields, withDistinctSpanIds(goldByField(gold)));
    const isDecided = validated.ok && scoreTask(schema, validated.answer, gold).correct === true;
    return isDecided ? [hashOf(validated.answer)] : [];
  },
  score(answer, gold, { task: asked }) {
    if (!asked) return { correct: null, measures: {} };
    const main = findCountedField(asked);
    const givenFields = answer.fields ?? (main && answer.choice !== undefined ? { [main.name]: answer.choice } : {});
    // If only the counted answer is given, only its field is scored. Tables contain no other answers.
    const scoredSchema = answer.fields || !main ? asked.schema : { answer: [main] };
    const { correct, fields } = scoreTask(scoredSchema, answerOfOption(main, givenFields), gold);
    const measures = Object.fromEntries(Object.entries(fields).map(([name, { score }]) => [name, score]));
    return { correct, measures };
  },
  codebook: [
    {
      name: "answer",
      description:
        "The answer to the first choice, rating or comparison of the task; a hash of all answers for a task without one. All answers are in answer_full.",
    },
    { name: "gold", description: "The key of each scored field, by the field's name." },
  ],
};

/** What a missing answer needs, for types of questions to which one option or a text is the answer. */
const missingRefusals: Partial<Record<AnswerField["type"], AnswerRefusal>> = {
  choice: "missing",
  rating: "missing",
  pairwise: "missing",
  text: "not-written",
};

/** A problem at its input. The standard message for a missing answer can be translated; a custom message cannot. */
function toFormProblem({ field: name, reason, message }: AnswerProblem, fields: readonly AnswerField[]) {
  const field = fields.find((other) => other.name === name);
  const isCustomMessage = field?.messages.missing === message;
  const missingRefusal = missingRefusals[field?.type ?? "choice"] ?? "not-answered";
  return {
    field: formName(name),
    message,
    ...(reason === "missing" && !isCustomMessage ? { reason: missingRefusal } : {}),
  };
}

const emptyScreen = { story: null, question: null, statement: null, options: [], input: null };

/** Adds the answer to the counted field to the answers of a task. */
export function createTaskAnswer(itemTask: ItemTask, fields: NonNullable<Answer["fields"]>): Answer {
  const main = findCountedField(itemTask);
  const mainAnswer = main && fields[main.name];
  return {
    ...(mainAnswer === undefined || mainAnswer === null ? {} : { choice: toCountedOption(mainAnswer) }),
    fields,
  };
}

/** The field whose answers tables count: the first field that everyone answers with one of a few values. */
function findCountedField({ schema }: Pick<ItemTask, "schema">): AnswerField | undefined {
  return schema.answer.find(
    (field) =>
      !field.showIf &&
      field.required &&
      (field.type === "choice" || field.type === "pairwise" || (field.type === "rating" && field.display === "scale")),
  );
}

function optionsOf({ asked }: TaskScreen, main: AnswerField | undefined): Option[] {
  const options = asked.find(({ name }) => name === main?.name)?.options ?? [];
  return options.map(({ value, label }) => ({ value, label }));
}

/** A comparison as an option with its strength; any other answer as its category. */
function toCountedOption(answer: NonNullable<Answer["fields"]>[string]): string {
  const side = categoryOf(answer);
  const strength = typeof answer === "object" && "strength" in answer ? answer.strength : undefined;
  return typeof strength === "number" ? `${side}-${strength}` : side;
}

/** Converts an option of the counted field into an answer to that field. */
function answerOfOption(
  main: AnswerField | undefined,
  given: NonNullable<Answer["fields"]>,
): NonNullable<Answer["fields"]> {
  const value = main && given[main.name];
  if (typeof value !== "string" || main?.type === "choice" || !main) return given;
  if (main.type === "rating") return { ...given, [main.name]: Number(value) };
  const [preferred, strength] = value.split("-");
  const side = preferred === "first" || preferred === "second" ? preferred : "tie";
  return { ...given, [main.name]: { preferred: side, ...(strength ? { strength: Number(strength) } : {}) } };
}

/** A key of all answers. It does not depend on the order in which a person marked spans, or on the IDs of a key's spans. */
function hashOf(fields: NonNullable<Answer["fields"]>): string {
  return `answers-${fingerprint(canonicalJson(withNumberedSpans(fields))).slice(0, 16)}`;
}
