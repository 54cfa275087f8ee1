/** The prefix of a task's fields in a form. Fields of the study itself never contain a full stop. */
const prefix = "task.";

/** The name of the input for an answer field. If the field has several inputs, `part` distinguishes them. */
export function formName(field: string, part?: string | number): string {
  return `${prefix}${field}${part === undefined ? "" : `.${part}`}`;
}

/**
 * A marked span in a form as "part:start-end:label", where the label is an index or empty: "0:12-20:1" or "0:12-20:".
 */
export function formatSpanToken(span: { part: number; start: number; end: number; label: number | null }): string {
  return `${span.part}:${span.start}-${span.end}:${span.label ?? ""}`;
}
