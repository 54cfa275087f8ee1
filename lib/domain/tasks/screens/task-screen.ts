import { fieldOptions } from "../answers/field-options.ts";
import { markedTexts } from "../answers/marked-text.ts";
import type { AnswerField, FieldOfType } from "../schema/answer-field.ts";
import type { StimulusField, StimulusValue, TaskFields } from "../schema/stimulus-field.ts";
import type { TaskSchema } from "../schema/task-schema.ts";

/** A stimulus field with its value, prepared for display. */
export interface ShownField {
  name: string;
  type: StimulusField["type"];
  label: string;
  value: StimulusValue;
  /** The names of the texts of a list, in the order in which they are shown. */
  names?: readonly string[];
  /** Whether the complete recording must be played before the answer. */
  isPlayedCompletely?: true;
}

export interface AskedOption {
  /** The index of the option in the schema, which forms submit; independent of the order on screen. */
  index: number;
  value: string;
  label: string;
  help?: string;
}

/** An answer field prepared for display: everything that people and models see of it, without scoring and keys. */
export interface AskedField {
  name: string;
  type: AnswerField["type"];
  label: string;
  help: string;
  required: boolean;
  showIf?: AnswerField["showIf"];
  /** Options, labels of spans, points of a scale or sides of a comparison, in the order in which they are shown. */
  options: readonly AskedOption[];
  /** The bounds of a slider or a number. */
  bounds?: { minimum?: number | undefined; maximum?: number | undefined; step?: number };
  /** Names of the ends of a slider. */
  ends?: readonly string[];
  units?: readonly string[];
  isLong?: boolean;
  longest?: number;
  /** Of a ranking. */
  top?: number;
  /** Only for spans: the texts to mark, and the unit of a span. */
  texts?: readonly string[];
  unit?: FieldOfType<"spans">["unit"];
}

export interface TaskScreen {
  shown: readonly ShownField[];
  asked: readonly AskedField[];
}

/** How an item of a task is shown. Options and sides of comparisons are in the order of the schema, or reversed. */
export function taskScreen(schema: TaskSchema, fields: TaskFields, isReversed: boolean): TaskScreen {
  const reversedFields = new Set(isReversed ? listComparedFields(schema) : []);
  const shownFields = schema.stimulus.flatMap((field): ShownField[] => {
    const value = fields[field.name];
    if (value === undefined) return [];
    const { name, type, label } = field;
    const isComplete = "playback" in field && field.playback === "complete";
    const base = { name, type, label, ...(isComplete ? { isPlayedCompletely: true as const } : {}) };
    if (field.type !== "texts") return [{ ...base, value }];
    const texts = markedTexts(value);
    const names = texts.map((_, index) => nameOfText(field.names, index));
    return [{ ...base, value: reversedFields.has(name) ? texts.toReversed() : texts, names }];
  });
  const isPairOfFields = (field: AnswerField) => field.type === "pairwise" && typeof field.between !== "string";
  const pair = schema.answer.find(isPairOfFields);
  const inOrder = pair && isReversed ? swapFields(shownFields, pair) : shownFields;
  return {
    shown: inOrder,
    asked: schema.answer.map((field) => createAskedField(field, { schema, fields, isReversed })),
  };
}

function listComparedFields(schema: TaskSchema): string[] {
  return schema.answer.flatMap((field) => (field.type === "pairwise" ? [field.between].flat() : []));
}

/** Swaps the positions of the two fields of a comparison. */
function swapFields(shown: readonly ShownField[], pair: AnswerField): ShownField[] {
  const [first, second] = pair.type === "pairwise" ? [pair.between].flat() : [];
  const indexOfField = (name: string | undefined) => shown.findIndex((field) => field.name === name);
  const [one, other] = [indexOfField(first), indexOfField(second)];
  if (one < 0 || other < 0) return [...shown];
  const replaceLabel = (value: ShownField, label: ShownField) => ({ ...value, label: label.label });
  return shown.map((field, index) => {
    if (index === one) return replaceLabel(shown[other] as ShownField, field);
    return index === other ? replaceLabel(shown[one] as ShownField, field) : field;
  });
}

interface AskingContext {
  schema: TaskSchema;
  fields: TaskFields;
  isReversed: boolean;
}

function createAskedField(field: AnswerField, asking: AskingContext): AskedField {
  const { name, type, label, help, required, showIf } = field;
  const base = { name, type, label, help, required, ...(showIf ? { showIf } : {}) };
  const list = optionsOf(field, asking);
  const options = asking.isReversed && field.type !== "rating" ? list.toReversed() : list;
  switch (field.type) {
    case "rating": {
      const { minimum, maximum, step } = field;
      return {
        ...base,
        options,
        bounds: { minimum, maximum, step },
        ends: field.labels.length === 2 ? field.labels : [],
      };
    }
    case "number":
      return {
        ...base,
        options,
        bounds: { minimum: field.minimum, maximum: field.maximum, ...(field.isWhole ? { step: 1 } : {}) },
        units: field.units.map((unit) => unit.name),
      };
    case "text":
      return { ...base, options, isLong: field.isLong, longest: field.maximum };
    case "ranking":
      return { ...base, options, ...(field.top === undefined ? {} : { top: field.top }) };
    case "spans":
      return { ...base, options: list, texts: markedTexts(asking.fields[field.in]), unit: field.unit };
    default:
      return { ...base, options };
  }
}

/** Options in the order of the schema. */
function optionsOf(field: AnswerField, { schema, fields, isReversed }: AskingContext): AskedOption[] {
  switch (field.type) {
    case "choice":
    case "several":
    case "ranking": {
      const from = Array.isArray(field.options) ? null : field.options.from;
      const source = schema.stimulus.find(({ name }) => name === from);
      const names = source?.type === "texts" ? source.names : [];
      const isSwapped = isReversed && from !== null && listComparedFields(schema).includes(from);
      return fieldOptions(field, fields).map(({ value, label, help }, index, all) => {
        const name = nameOfText(names, isSwapped ? all.length - 1 - index : index);
        return { index, value, label: from === null ? label : `${name}. ${label}`, ...(help ? { help } : {}) };
      });
    }
    case "rating":
      return field.display === "slider" ? [] : pointsOf(field);
    case "pairwise":
      return sidesOf(field, schema, isReversed);
    case "spans":
    case "relations":
      return field.labels.map(({ value, label, help }, index) => ({ index, value, label, ...(help ? { help } : {}) }));
    default:
      return [];
  }
}

function pointsOf({ minimum, maximum, step, labels }: FieldOfType<"rating">): AskedOption[] {
  const count = Math.round((maximum - minimum) / step) + 1;
  return Array.from({ length: count }, (_, index) => {
    // Rounded, because steps such as 0.1 have no exact binary form.
    const value = String(Math.round((minimum + index * step) * 1e6) / 1e6);
    const end = index === 0 ? labels[0] : index === count - 1 ? labels.at(-1) : undefined;
    const pointLabel = labels.length === count ? labels[index] : end;
    return { index, value, label: pointLabel ? `${value} ${pointLabel}` : value };
  });
}

/**
 * The sides of a comparison, from the strongest preference for the first to the strongest for the second. A name
 * belongs to a position on the screen, so the names do not move if the sides are reversed.
 */
function sidesOf(field: FieldOfType<"pairwise">, schema: TaskSchema, isReversed: boolean): AskedOption[] {
  const sources = [field.between].flat().map((name) => schema.stimulus.find((shown) => shown.name === name));
  const [source] = sources;
  const inOrder =
    sources.length === 2
      ? sources.map((shown, index) => shown?.label || nameOfText([], index))
      : [0, 1].map((index) => nameOfText(source?.type === "texts" ? source.names : [], index));
  const names = isReversed ? inOrder.toReversed() : inOrder;
  const steps = Array.from({ length: field.strength }, (_, index) => index + 1);
  const labelOf = (name: string | undefined, step: number) =>
    field.strength === 1 ? `${name}` : `${name}: ${field.strengthLabels[step - 1] ?? step}`;
  const side = (value: "first" | "second", name: string | undefined, order: readonly number[]) =>
    order.map((step) => ({ value: `${value}-${step}`, label: labelOf(name, step) }));
  return [
    ...side("first", names[0], steps.toReversed()),
    ...(field.allowTie ? [{ value: "tie", label: field.tieLabel }] : []),
    ...side("second", names[1], steps),
  ].map((option, index) => ({ index, ...option }));
}

/** The name of a text in a list: the name from the schema, otherwise a letter. */
function nameOfText(names: readonly string[], index: number): string {
  return names[index] ?? "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[index] ?? `${index + 1}`;
}
