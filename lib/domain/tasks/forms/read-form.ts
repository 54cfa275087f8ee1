import { withDistinctSpanIds } from "../answers/distinct-span-ids.ts";
import { hasParts } from "../answers/marked-text.ts";
import type { FieldAnswer, TaskSpan } from "../answers/task-answer.ts";
import type { TaskFields } from "../schema/stimulus-field.ts";
import type { TaskSchema } from "../schema/task-schema.ts";
import { type AskedField, taskScreen } from "../screens/task-screen.ts";
import { formName } from "./form-names.ts";

export type TaskForm = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The names of all inputs in a task's form. Relations, edits and groups have no inputs, because only the workspace
 * supports them.
 */
export function taskFormNames(schema: TaskSchema, fields: TaskFields): string[] {
  return taskScreen(schema, fields, false).asked.flatMap((field) => {
    if (field.type === "ranking") return field.options.map(({ index }) => formName(field.name, index));
    if (field.type === "number") return [formName(field.name), formName(field.name, "unit")];
    if (field.type === "spans") return [formName(field.name), formName(field.name, "marks")];
    return hasForm(field) ? [formName(field.name)] : [];
  });
}

/** Whether people can answer a field in a plain form. */
export function hasForm({ type }: Pick<AskedField, "type">): boolean {
  return type !== "relations" && type !== "edit" && type !== "group";
}

/**
 * The answers in a form, not yet validated. Options are sent as their indices in the schema. Values that cannot be
 * parsed are returned unchanged, so that validation reports the field.
 */
export function readTaskForm(schema: TaskSchema, fields: TaskFields, form: TaskForm): Record<string, unknown> {
  const { asked } = taskScreen(schema, fields, false);
  return withDistinctSpanIds(
    Object.fromEntries(
      asked.flatMap((field): [string, unknown][] => {
        const value = readField(field, form, schema, fields);
        return value === undefined || value === null || value === "" ? [] : [[field.name, value]];
      }),
    ),
  );
}

function readField(field: AskedField, form: TaskForm, schema: TaskSchema, fields: TaskFields): unknown {
  const given = valuesOf(form[formName(field.name)]);
  const [first] = given;
  switch (field.type) {
    case "choice":
      return findOptionValue(field, first);
    case "several":
      return given.map((position) => findOptionValue(field, position) ?? position);
    case "rating":
      return first === undefined
        ? undefined
        : numberOrText(field.options.length > 0 ? findOptionValue(field, first) : first);
    case "pairwise":
      return preferenceOf(findOptionValue(field, first));
    case "number": {
      const [unit] = valuesOf(form[formName(field.name, "unit")]);
      const value = first === undefined ? undefined : numberOrText(first);
      if (typeof value !== "number") return value;
      const unitName = unit === undefined ? undefined : (field.units?.[Number(unit)] ?? unit);
      return { value, ...(unitName === undefined ? {} : { unit: unitName }) };
    }
    case "text":
      return first?.replace(/\r\n?/gu, "\n");
    case "ranking":
      return rankingOf(field, form);
    case "spans": {
      const marks = valuesOf(form[formName(field.name, "marks")]).flatMap((text) => text.split(/\s+/u));
      const source = schema.answer.find(({ name }) => name === field.name);
      return spansOfTokens(
        field,
        [...given, ...marks].filter((token) => token !== ""),
        source?.type === "spans" && hasParts(fields[source.in]),
      );
    }
    default:
      return undefined;
  }
}

function valuesOf(given: string | string[] | undefined): string[] {
  return [given ?? []].flat().filter((value) => value !== "");
}

/** The value of the option with this index. Without such an option, the index itself, so that validation reports it. */
function findOptionValue({ options }: AskedField, position: string | undefined): string | undefined {
  return options.find(({ index }) => String(index) === position)?.value ?? position;
}

function numberOrText(text: string | undefined): number | string | undefined {
  const plain = text?.trim().replace(",", ".");
  return plain !== undefined && /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu.test(plain) ? Number(plain) : text;
}

function preferenceOf(side: string | undefined): FieldAnswer | undefined {
  const [, preferred, strength] = /^(first|second)-([1-5])$/u.exec(side ?? "") ?? [];
  if (preferred === "first" || preferred === "second") return { preferred, strength: Number(strength) };
  return side === "tie" ? { preferred: "tie" } : side;
}

/** The options in the order of their ranks. Options with equal ranks are kept, so that validation rejects them. */
function rankingOf(field: AskedField, form: TaskForm): string[] | undefined {
  const ranked = field.options.flatMap(({ index, value }) => {
    const rank = Number(valuesOf(form[formName(field.name, index)])[0]);
    return Number.isInteger(rank) && rank > 0 ? [{ rank, value }] : [];
  });
  if (ranked.length === 0) return undefined;
  const ranks = new Set(ranked.map(({ rank }) => rank));
  const inOrder = ranked.toSorted((left, right) => left.rank - right.rank).map(({ value }) => value);
  // An option is repeated on purpose, so that validation reports that every rank must be used once.
  return ranks.size < ranked.length ? [...inOrder, inOrder[0] ?? ""] : inOrder;
}

/**
 * The spans in a form. Equal marks count once. An invalid token becomes a span outside of the text, which validation
 * rejects.
 */
function spansOfTokens(field: AskedField, tokens: readonly string[], hasParts: boolean): TaskSpan[] {
  return [...new Set(tokens)].map((token, index): TaskSpan => {
    const [, part, start, end, label] = /^(\d{1,4}):(\d{1,7})-(\d{1,7}):(\d{0,3})$/u.exec(token) ?? [];
    const known = field.options.find((option) => String(option.index) === label)?.value;
    return {
      id: String(index + 1),
      start: Number(start ?? 0),
      end: Number(end ?? 0),
      ...(known === undefined ? {} : { label: known }),
      ...(hasParts ? { part: Number(part ?? 0) } : {}),
    };
  });
}
