import type { Random } from "../../random.ts";
import { validateAnswer } from "../answers/validate-answer.ts";
import type { AnswerField } from "../schema/answer-field.ts";
import type { TaskFields } from "../schema/stimulus-field.ts";
import type { TaskSchema } from "../schema/task-schema.ts";
import { goldByField, goldSchemas } from "../scoring/field-gold.ts";
import { scoreTask } from "../scoring/score-answer.ts";
import { type AskedField, taskScreen } from "../screens/task-screen.ts";
import { formatSpanToken, formName } from "./form-names.ts";
import { hasForm, readTaskForm } from "./read-form.ts";

type ScriptedForm = Record<string, string | string[]>;

/**
 * Creates the form that a scripted participant sends for an item of a task. A field with a decisive key gets a right or
 * a wrong answer, as requested, if there is a candidate; other fields get a random valid answer. A field without a
 * valid candidate, such as a text with a pattern, is empty. Fields that other answers hide may be included; they are
 * ignored when the form is read.
 */
export function createScriptedForm(
  { schema, fields }: { schema: TaskSchema; fields: TaskFields },
  gold: unknown,
  { wanted, random }: { wanted: boolean; random: Random },
): ScriptedForm {
  const formFields = taskScreen(schema, fields, false).asked.filter(hasForm);
  const forms = formFields.map((field) => {
    const { showIf: _shown, ...source } = schema.answer.find(({ name }) => name === field.name) as AnswerField;
    const fieldSchema = { ...schema, answer: [source], rules: [] };
    const valid = listCandidateForms(field, goldByField(gold)[field.name]).flatMap((form) => {
      const validated = validateAnswer(fieldSchema, fields, readTaskForm(fieldSchema, fields, form));
      return validated.ok ? [{ form, correct: scoreTask(fieldSchema, validated.answer, gold).correct }] : [];
    });
    const matching = valid.filter(({ correct }) => correct === wanted);
    const eligible = matching.length > 0 ? matching : valid;
    return eligible.length > 0 ? eligible[random.below(eligible.length)]?.form : {};
  });
  return Object.assign({}, ...forms);
}

/** Candidate forms of one field: those that match its key, and some others. */
function listCandidateForms(field: AskedField, key: unknown): ScriptedForm[] {
  const name = formName(field.name);
  const { minimum = 0, maximum = minimum + 1 } = field.bounds ?? {};
  switch (field.type) {
    case "choice":
    case "pairwise":
      return field.options.map(({ index }) => ({ [name]: String(index) }));
    case "rating":
      if (field.options.length > 0) return field.options.map(({ index }) => ({ [name]: String(index) }));
      return [...numbersOf(key), minimum, maximum].map((value) => ({ [name]: String(value) }));
    case "number": {
      const unit = field.units?.length ? { [formName(field.name, "unit")]: "0" } : {};
      return [...numbersOf(key), minimum, maximum].map((value) => ({ [name]: String(value), ...unit }));
    }
    case "several":
      return [indexesOf(field, key), ...prefixes(field.options.map(({ index }) => index))].map((chosen) => ({
        [name]: chosen.map(String),
      }));
    case "ranking": {
      const given = field.options.map(({ index }) => index);
      return [indexesOf(field, key), given, given.toReversed()].map((order) =>
        Object.fromEntries(
          order.slice(0, field.top).map((index, rank) => [formName(field.name, index), String(rank + 1)]),
        ),
      );
    }
    case "text": {
      const texts = goldSchemas.texts.safeParse(key).data ?? [];
      // One candidate is long enough for any field, because some tasks require a minimum length.
      const others = ["something else", "something else ".repeat(600).slice(0, field.longest)];
      return [...texts, ...others].map((text) => ({ [name]: text }));
    }
    case "spans": {
      const label = field.options[0]?.index ?? null;
      const spans = (goldSchemas.spans.safeParse(key).data ?? []).map((span) =>
        formatSpanToken({
          part: span.part ?? 0,
          start: span.start,
          end: span.end,
          label: field.options.find(({ value }) => value === span.label)?.index ?? null,
        }),
      );
      return [spans, [formatSpanToken({ part: 0, start: 0, end: 1, label })]].map((tokens) => ({ [name]: tokens }));
    }
    default:
      return [];
  }
}

/** The value of a key that is a quantity or a range, and a larger value; empty for other keys. */
function numbersOf(key: unknown): number[] {
  const { data: number } = goldSchemas.quantity.safeParse(key);
  const { data: range } = goldSchemas.range.safeParse(key);
  const value = number?.value ?? range?.minimum;
  return value === undefined ? [] : [value, (range?.maximum ?? value) + 1];
}

function indexesOf({ options }: AskedField, key: unknown): number[] {
  const values = goldSchemas.list.safeParse(key).data ?? [];
  return values.flatMap((value) => options.find((option) => option.value === value)?.index ?? []);
}

function prefixes(indexes: readonly number[]): number[][] {
  return indexes.map((_, last) => indexes.slice(0, last + 1));
}
