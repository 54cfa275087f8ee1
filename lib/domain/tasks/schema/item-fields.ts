import { firstProblem } from "../../text.ts";
import { type StimulusValue, stimulusValueSchema, type TaskFields } from "./stimulus-field.ts";
import type { TaskSchema } from "./task-schema.ts";

type ParsedFields = { ok: true; fields: TaskFields } | { ok: false; field: string; message: string };

/**
 * Parses the fields of an item by its schema: every required field must be present, no unknown field is allowed, and
 * each value must have the form of its field.
 */
export function parseTaskFields(schema: Pick<TaskSchema, "stimulus">, given: unknown): ParsedFields {
  if (given === null || typeof given !== "object" || Array.isArray(given))
    return { ok: false, field: "fields", message: "must be an object with a value for each stimulus field" };
  const values = new Map(Object.entries(given));
  const fields: Record<string, StimulusValue> = {};
  for (const field of schema.stimulus) {
    const value: unknown = values.get(field.name);
    values.delete(field.name);
    if (value === undefined || value === null || value === "") {
      if (!field.required) continue;
      return { ok: false, field: `fields.${field.name}`, message: "is missing: the task schema requires it" };
    }
    const parsed = stimulusValueSchema(field).safeParse(field.type === "context" ? entriesOf(value) : value);
    if (!parsed.success) {
      const { field: inner, message } = firstProblem(parsed.error);
      return { ok: false, field: ["fields", field.name, inner].filter(Boolean).join("."), message };
    }
    fields[field.name] = parsed.data;
  }
  const [unknown] = values.keys();
  if (unknown !== undefined)
    return { ok: false, field: `fields.${unknown}`, message: "is not a stimulus field of the task schema" };
  return { ok: true, fields };
}

/** Context may be written as an object. It is converted to a list of entries, which keeps its order in every store. */
function entriesOf(value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.entries(value).map(([key, entry]: [string, unknown]) => ({
    key,
    value: typeof entry === "number" || typeof entry === "boolean" ? String(entry) : entry,
  }));
}
