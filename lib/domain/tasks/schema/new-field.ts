import { slugify } from "../../slug.ts";
import { type AnswerField, answerFieldSchema } from "./answer-field.ts";
import type { TaskOption } from "./names.ts";
import { scoringSchemas } from "./scoring.ts";
import { type StimulusField, stimulusFieldSchema } from "./stimulus-field.ts";
import type { TaskSchema } from "./task-schema.ts";

type Fields = Pick<TaskSchema, "stimulus" | "answer">;

/** The names of all fields of a schema, those in groups included. */
export function namesOfFields({ stimulus, answer }: Fields): ReadonlySet<string> {
  const inGroups = answer.flatMap((field) => (field.type === "group" ? field.fields : []));
  return new Set([...stimulus, ...answer, ...inGroups].map(({ name }) => name));
}

/** A name that is neither `reservedName` nor the name of a field: the type, followed by a number if necessary. */
function findUnusedName(schema: Fields, type: string, reservedName = ""): string {
  const takenNames = new Set([...namesOfFields(schema), reservedName]);
  let name = type;
  for (let number = 2; takenNames.has(name); number += 1) name = `${type}${number}`;
  return name;
}

/** A new stimulus field of a type, with default values. */
export function createStimulusField(
  schema: Fields,
  type: StimulusField["type"],
  name: string = findUnusedName(schema, type),
): StimulusField {
  return stimulusFieldSchema.parse({ name, type });
}

const twoOptions = ["First option", "Second option"].map((label) => ({ value: slugify(label), label }));

/**
 * A new question of a type, with default values. If the type refers to another field, the first suitable field is used.
 * Without a suitable field, the schema has a problem that names the missing field.
 */
export function createAnswerField(
  schema: Fields,
  type: AnswerField["type"],
  name: string = findUnusedName(schema, type),
): AnswerField {
  const text = schema.stimulus.find((field) => field.type === "text")?.name ?? "text";
  const pair = schema.stimulus.find((field) => field.type === "texts" && field.minimum === 2 && field.maximum === 2);
  const spans = schema.answer.find((field) => field.type === "spans")?.name ?? "spans";
  const typeDefaults = {
    choice: { options: twoOptions },
    several: { options: twoOptions },
    ranking: { options: twoOptions },
    rating: {},
    number: {},
    text: {},
    pairwise: { between: pair?.name ?? "texts" },
    spans: { in: text, labels: twoOptions },
    relations: { between: [spans], labels: twoOptions },
    edit: { of: text },
    group: {
      per: spans,
      fields: [
        { name: findUnusedName(schema, "detail", name), type: "choice", label: "Question", options: twoOptions },
      ],
    },
  }[type];
  return answerFieldSchema.parse({ name, type, label: "New question", ...typeDefaults });
}

/**
 * Changes the label of an option. If no answer has the option's value yet, the value follows the label, unless another
 * option has that value.
 */
export function relabelOption(
  options: readonly TaskOption[],
  index: number,
  label: string,
  stored: ReadonlySet<string>,
): TaskOption[] {
  return options.map((option, at) => {
    if (at !== index) return option;
    const valueOfLabel = slugify(label);
    const isTaken = options.some(({ value }, other) => other !== index && value === valueOfLabel);
    const isKept = stored.has(option.value) || valueOfLabel === "" || isTaken;
    return { ...option, label, value: isKept ? option.value : valueOfLabel };
  });
}

/** Adds an option with a value that no other option has. */
export function withOption(options: readonly TaskOption[]): TaskOption[] {
  let number = options.length + 1;
  while (options.some(({ value }) => value === `option-${number}`)) number += 1;
  return [...options, { value: `option-${number}`, label: `Option ${number}` }];
}

/** The texts of a stimulus field as options; fixed options to begin with if no field is named. */
export function optionsFrom(name: string): TaskOption[] | { from: string } {
  return name === "" ? twoOptions : { from: name };
}

/** The options or labels of a question in a stored version, which answers may have. */
export function storedValues(
  { answer }: Pick<TaskSchema, "answer">,
  { name, type }: Pick<AnswerField, "name" | "type">,
): ReadonlySet<string> {
  const field = answer
    .flatMap((one): AnswerField[] => (one.type === "group" ? [one, ...one.fields] : [one]))
    .find((one) => one.name === name && one.type === type);
  const options = !field ? [] : "options" in field ? field.options : "labels" in field ? field.labels : [];
  const values = Array.isArray(options) ? (options as (TaskOption | string)[]) : [];
  return new Set(values.flatMap((option) => (typeof option === "string" ? [] : option.value)));
}

type ScoredField = Exclude<AnswerField, { type: "group" }>;

/** The ways in which answers of a type may be scored. */
export function scoringsOf(type: ScoredField["type"]): ScoredField["scoring"]["by"][] {
  return scoringSchemas[type].options.map((option) => option.shape.by.value);
}

/**
 * A question with another scoring, with the defaults of that scoring. Its other properties are not checked, because
 * they may be incomplete while someone edits them.
 *
 * @throws RangeError if answers of its type cannot be scored in this way
 */
export function withScoring(field: ScoredField, by: string): AnswerField {
  const scoring = scoringSchemas[field.type].safeParse({ by });
  if (!scoring.success)
    throw new RangeError(
      `The question "${field.name}" (${field.type}) cannot be scored by "${by}", only by ${scoringsOf(field.type).join(", ")}.`,
    );
  return { ...field, scoring: scoring.data } as AnswerField;
}
