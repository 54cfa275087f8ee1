import { isObject, type LogObject } from "../model-logs/log-record.ts";

/** Maximum depth of the values that become columns; deeper values are ignored. */
const maxDepth = 2;

/**
 * Converts a JSON record into a table row. A nested value becomes a column such as `question.stem`; the texts of a list
 * become numbered columns (`choices` becomes `choice_1`, `choice_2`). Lists of objects and deeper values are omitted.
 */
export function flattenRecord(record: LogObject): Record<string, string> {
  const row: Record<string, string> = {};
  const add = (name: string, value: unknown, depth: number): void => {
    if (Array.isArray(value)) {
      if (value.every(isScalar))
        for (const [index, one] of value.entries()) row[`${name.replace(/s$/u, "")}_${index + 1}`] = String(one);
    } else if (isObject(value)) {
      if (depth < maxDepth) for (const [inner, one] of Object.entries(value)) add(`${name}.${inner}`, one, depth + 1);
    } else if (isScalar(value)) row[name] = String(value);
  };
  for (const [name, value] of Object.entries(record)) add(name, value, 0);
  return row;
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
