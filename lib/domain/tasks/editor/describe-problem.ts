import type { TaskSchema } from "../schema/task-schema.ts";

/** A problem of a task in a sentence that names the field and the property as the task editor does. */
export interface DescribedProblem {
  /** The name of the stimulus or answer field; null for a problem of the task or of a rule. */
  field: string | null;
  sentence: string;
}

/** Properties whose name in the editor is not their name in the document. */
const propertyLabels: Readonly<Record<string, string>> = {
  label: "question",
  showIf: "asked if",
  refuseIf: "condition",
  in: "marked text",
  of: "edited text",
  per: "asked for each mark of",
  between: "compared fields",
  hotkey: "key",
  isWhole: "whole numbers",
  isLong: "long text",
  strengthLabels: "names of the strengths",
  tieLabel: "name of a tie",
  top: "ranked options",
  oneOf: "values",
  missing: "message for a missing answer",
  invalid: "message for an invalid answer",
};
/** Lists, as one of their members is called. */
const memberLabels: Readonly<Record<string, string>> = {
  options: "option",
  labels: "label",
  units: "unit",
  names: "name",
  strengthLabels: "strength",
  all: "condition",
  any: "condition",
  oneOf: "value",
};

/** Names the question and the property of a problem of a document, by its path. */
export function describeProblem(
  { stimulus, answer }: Pick<TaskSchema, "stimulus" | "answer">,
  { field: path, message }: { field: string; message: string },
): DescribedProblem {
  const [list = "", index = "", ...rest] = path.split(".");
  if (list === "rules" && index !== "")
    return { field: null, sentence: sentenceOf([`Rule ${Number(index) + 1}`, ...propertyPath(rest)], message) };
  const field = list === "stimulus" ? stimulus[Number(index)] : list === "answer" ? answer[Number(index)] : undefined;
  if (!field || index === "") return { field: null, sentence: sentenceOf(propertyPath(path.split(".")), message) };
  const outer = `“${field.label || field.name}”`;
  const inner = field.type === "group" && rest[0] === "fields" ? field.fields[Number(rest[1])] : undefined;
  if (!inner || rest[1] === undefined)
    return { field: field.name, sentence: sentenceOf([outer, ...propertyPath(rest)], message) };
  const names = [outer, `“${inner.label || inner.name}”`, ...propertyPath(rest.slice(2))];
  return { field: inner.name, sentence: sentenceOf(names, message) };
}

function sentenceOf(names: readonly string[], message: string): string {
  return `${names.join(", ")}${names.length > 0 ? " " : ""}${message}.`;
}

/** `options.1.label` as "option 2", `minimum` as "minimum". */
function propertyPath(path: readonly string[]): string[] {
  const names: string[] = [];
  for (const [at, part] of path.entries()) {
    const next = path[at + 1];
    if (/^\d+$/u.test(part) || part === "" || part === "messages" || part === "scoring") continue;
    // The words of an option are what the editor calls the option.
    if (part === "label" && at > 0) continue;
    const isMember = next !== undefined && /^\d+$/u.test(next);
    names.push(isMember ? `${memberLabels[part] ?? part} ${Number(next) + 1}` : (propertyLabels[part] ?? part));
  }
  return names;
}
