import { fingerprint } from "../../fingerprint.ts";
import { fieldOptions } from "../answers/field-options.ts";
import type { AnswerField } from "../schema/answer-field.ts";
import type { TaskFields } from "../schema/stimulus-field.ts";
import { type TaskSchema, taskFormat } from "../schema/task-schema.ts";

/**
 * Questions of a table that are asked with a task schema. The options in a row are the points or options of the task.
 */
export const tableTasks = ["rating", "number", "several", "ranking", "text", "pairwise", "spans"] as const;
export type TableTask = (typeof tableTasks)[number];

/** The task of that name, or null. */
export function findTableTask(name: string): TableTask | null {
  return tableTasks.find((task) => task === name) ?? null;
}

/** The default scale of a rating without points in the file: seven labelled points. */
const agreement = [
  "Strongly disagree",
  "Disagree",
  "Somewhat disagree",
  "Neither agree nor disagree",
  "Somewhat agree",
  "Agree",
  "Strongly agree",
];

/** The points of a scale: the given names, the numbers of a range such as "1-5", or seven points of agreement. */
function pointsOf(options: readonly string[]): { minimum: number; labels: string[]; maximum: number } {
  const [only] = options;
  const range = options.length === 1 ? /^(\d{1,2})\s*(?:-|–|to|\.\.)\s*(\d{1,2})$/u.exec(only ?? "") : null;
  if (range && Number(range[1]) < Number(range[2]))
    return { minimum: Number(range[1]), maximum: Number(range[2]), labels: [] };
  const labels = options.length >= 2 ? [...options] : agreement;
  return { minimum: 1, maximum: labels.length, labels };
}

/** The slug of the schema for a question with these options. Equal schemas have equal slugs. */
export function tableTaskSlug(task: TableTask, options: readonly string[]): string {
  if (task === "number" || task === "text" || task === "pairwise") return `${task}-question`;
  const points = pointsOf(options);
  if (task === "rating")
    return `rating-${points.maximum - points.minimum + 1}-${fingerprint(JSON.stringify(points)).slice(0, 6)}`;
  return `${task}-of-${options.length}-${fingerprint(JSON.stringify(options)).slice(0, 12)}`;
}

/** The task whose slug was created from these options; null if the slug belongs to another schema. */
export function tableTaskOf(slug: string, options: readonly string[]): TableTask | null {
  return tableTasks.find((task) => tableTaskSlug(task, options) === slug) ?? null;
}

/**
 * The task of an item and its options as in a row of a table (inverse of `createTableTaskSchema`); null if its schema
 * is not the one of a table.
 */
export function readTableTask(
  slug: string,
  { schema, fields }: { schema: Pick<TaskSchema, "answer">; fields: TaskFields },
): { task: TableTask; options: string[] } | null {
  const [field] = schema.answer;
  const options = field ? tableOptionsOf(field, fields) : [];
  const task = tableTaskOf(slug, options);
  return task === null ? null : { task, options };
}

function tableOptionsOf(field: AnswerField, fields: TaskFields): string[] {
  if (field.type === "rating") return field.labels.length > 0 ? field.labels : [`${field.minimum}-${field.maximum}`];
  if (field.type === "spans") return field.labels.map(({ label }) => label);
  if (field.type === "pairwise") return [fields.responses ?? []].flat().map(String);
  return "options" in field ? fieldOptions(field, fields).map(({ label }) => label) : [];
}

/** Whether a row is a rating for which the file states no points. Such ratings get a seven-point agreement scale. */
export function isRatingWithoutPoints({
  schema,
  options,
}: {
  schema?: string | undefined;
  options: readonly string[];
}) {
  return options.length === 0 && schema === tableTaskSlug("rating", []);
}

/** The task schema for one question, with or without a story. */
export function createTableTaskSchema(task: TableTask, options: readonly string[]): unknown {
  return {
    format: taskFormat,
    ...answerOf(task, options),
    instruction: "",
    stimulus: [
      { name: "story", type: "text", required: task === "spans" },
      { name: "question", type: "text" },
      ...(task === "pairwise" ? [{ name: "responses", type: "texts", minimum: 2, maximum: 2 }] : []),
    ],
  };
}

function answerOf(task: TableTask, options: readonly string[]): { title: string; answer: unknown[] } {
  const optionList = options.map((label, index) => ({ value: `option-${index}`, label }));
  const scoring = { by: "key" };
  switch (task) {
    case "rating": {
      const { minimum, maximum, labels } = pointsOf(options);
      return {
        title: `Rating from ${minimum} to ${maximum}`,
        answer: [{ name: "rating", type: "rating", label: "Your rating", minimum, maximum, labels }],
      };
    }
    case "number":
      return {
        title: "Number",
        answer: [{ name: "number", type: "number", label: "Your answer as a number", scoring }],
      };
    case "several":
      return {
        title: `Several of ${options.length} options`,
        answer: [{ name: "chosen", type: "several", label: "Choose all that apply", options: optionList, scoring }],
      };
    case "ranking":
      return {
        title: `Ranking of ${options.length} options`,
        answer: [
          { name: "order", type: "ranking", label: "Your order, the first one first", options: optionList, scoring },
        ],
      };
    case "text":
      return {
        title: "Text",
        answer: [{ name: "answer", type: "text", label: "Your answer", isLong: true }],
      };
    case "pairwise":
      return {
        title: "Comparison of two texts",
        answer: [{ name: "preference", type: "pairwise", label: "Your choice", between: "responses", scoring }],
      };
    case "spans":
      return {
        title: "Marked passages",
        answer: [
          {
            name: "passages",
            type: "spans",
            label: "Mark the passages in the text",
            required: false,
            in: "story",
            labels: optionList,
            scoring: { by: "overlap" },
          },
        ],
      };
  }
}
