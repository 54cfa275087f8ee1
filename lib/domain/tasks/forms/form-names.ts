/** The prefix of a task's fields in a form. A study's own fields never contain a full stop. */
const prefix = "task.";

/** The name of an answer field's input; `part` names one of several inputs. */
export function formName(field: string, part?: string | number): string {
  return `${prefix}${field}${part === undefined ? "" : `.${part}`}`;
}

/** A marked span in a form: part, characters and label by their positions, such as "0:12-20:1" or "0:12-20:". */
export function spanToken(span: { part: number; start: number; end: number; label: number | null }): string {
  return `${span.part}:${span.start}-${span.end}:${span.label ?? ""}`;
}
