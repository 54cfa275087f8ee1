import { RE2JS } from "re2js";
import type { AnswerField } from "./answer-field.ts";
import { type Condition, fieldsOfCondition } from "./condition.ts";
import type { TaskOption } from "./names.ts";
import type { StimulusField } from "./stimulus-field.ts";

interface Problem {
  path: (string | number)[];
  message: string;
}

interface SchemaParts {
  stimulus: readonly StimulusField[];
  answer: readonly AnswerField[];
  rules: readonly { field: string; refuseIf: Condition }[];
}

/** Stimulus types in which spans may be marked, because their characters are shown as stored. */
export const markable: readonly StimulusField["type"][] = ["text", "title", "dialogue", "texts"];

/** Finds invalid references between the fields of a schema: unknown names, conditions on later fields, empty ranges. */
export function findReferenceProblems({ stimulus, answer, rules }: SchemaParts): Problem[] {
  const stimulusByName = new Map(stimulus.map((field) => [field.name, field]));
  const hotkeys = new Map<string, string>();
  const names = new Set(stimulus.map(({ name }) => name));
  const problems: Problem[] = [];
  if (names.size < stimulus.length)
    problems.push({ path: ["stimulus"], message: "must not have two fields of one name" });
  for (const [index, field] of stimulus.entries())
    if (field.type === "texts" && field.minimum > field.maximum)
      problems.push({ path: ["stimulus", index, "minimum"], message: "must not be above the maximum" });
  const earlierFields = new Map<string, AnswerField>();
  answer.forEach((field, index) => {
    const path = ["answer", index];
    const add = (at: (string | number)[], message: string) => problems.push({ path: [...path, ...at], message });
    if (names.has(field.name)) add(["name"], `must not be a second field "${field.name}"`);
    names.add(field.name);
    checkField(field, { shown: stimulusByName, earlier: earlierFields, hotkeys }, add);
    if (field.type === "group")
      field.fields.forEach((inner, at) => {
        const siblings = new Map([
          ...earlierFields,
          ...field.fields.slice(0, at).map((other) => [other.name, other] as const),
        ]);
        const addInner = (to: (string | number)[], message: string) => add(["fields", at, ...to], message);
        if (names.has(inner.name)) addInner(["name"], `must not be a second field "${inner.name}"`);
        names.add(inner.name);
        checkField(inner, { shown: stimulusByName, earlier: siblings, hotkeys: new Map() }, addInner);
      });
    earlierFields.set(field.name, field);
  });
  rules.forEach((rule, index) => {
    for (const name of [rule.field, ...fieldsOfCondition(rule.refuseIf)])
      if (!earlierFields.has(name))
        problems.push({ path: ["rules", index], message: `there is no answer field "${name}"` });
  });
  return problems;
}

interface CheckContext {
  shown: ReadonlyMap<string, StimulusField>;
  earlier: ReadonlyMap<string, AnswerField>;
  hotkeys: Map<string, string>;
}
type AddProblem = (path: (string | number)[], message: string) => void;

function checkField(field: AnswerField, known: CheckContext, add: AddProblem): void {
  for (const name of field.showIf ? fieldsOfCondition(field.showIf) : [])
    if (!known.earlier.has(name)) add(["showIf"], `must name an earlier answer field, not "${name}"`);
  if ("minimum" in field && "maximum" in field && isAbove(field.minimum, field.maximum))
    add(["minimum"], "must not be above the maximum");
  checkOptions(field, known, add);
  checkSources(field, known, add);
  if (field.type === "text" && field.pattern !== undefined && !isValidPattern(field.pattern))
    add(["pattern"], "must be a valid RE2 pattern");
  if (field.type === "rating") checkRating(field, add);
  if (field.type === "number" && field.units[0] && field.units[0].factor !== 1)
    add(["units", 0, "factor"], "must be 1: the first unit is the unit of keys and results");
}

function checkOptions(field: AnswerField, { shown, hotkeys }: CheckContext, add: AddProblem): void {
  const options = "options" in field ? field.options : "labels" in field && field.type !== "rating" ? field.labels : [];
  if (!Array.isArray(options)) {
    if (shown.get(options.from)?.type !== "texts")
      add(["options", "from"], 'must name a stimulus field of type "texts"');
    return;
  }
  const values = options.map(({ value }: TaskOption) => value);
  if (new Set(values).size < values.length) add(["options"], "must not contain a value twice");
  for (const { hotkey } of options as readonly TaskOption[]) {
    if (hotkey === undefined) continue;
    const other = hotkeys.get(hotkey);
    if (other !== undefined) add(["options"], `must not use the key "${hotkey}" of the field "${other}"`);
    hotkeys.set(hotkey, field.name);
  }
}

function checkSources(field: AnswerField, { shown, earlier }: CheckContext, add: AddProblem): void {
  if (field.type === "pairwise") {
    if (![0, field.strength].includes(field.strengthLabels.length))
      add(["strengthLabels"], `must be empty, or name all ${field.strength} steps`);
    const [first, second] = [field.between].flat();
    const one = shown.get(first ?? "");
    if (second === undefined ? !isPair(one) : !one || !shown.has(second) || first === second)
      add(["between"], "must name a stimulus field of two texts, or two stimulus fields");
  }
  if (field.type === "spans" && !markable.includes(shown.get(field.in)?.type ?? "image"))
    add(["in"], "must name a stimulus field of type text, title, dialogue or texts");
  if (field.type === "edit" && shown.get(field.of)?.type !== "text")
    add(["of"], 'must name a stimulus field of type "text"');
  if (field.type === "group" && earlier.get(field.per)?.type !== "spans")
    add(["per"], 'must name an earlier answer field of type "spans"');
  if (field.type === "relations" && !field.between.every((name) => earlier.get(name)?.type === "spans"))
    add(["between"], 'must name earlier answer fields of type "spans"');
}

function checkRating(field: Extract<AnswerField, { type: "rating" }>, add: AddProblem): void {
  const points = Math.round((field.maximum - field.minimum) / field.step) + 1;
  if (field.display === "scale" && points > 21) add(["step"], "must leave at most 21 points; use a slider for more");
  if (![0, 2, points].includes(field.labels.length))
    add(["labels"], `must be empty, or name the 2 ends or all ${points} points`);
}

function isPair(field: StimulusField | undefined): boolean {
  return field?.type === "texts" && field.minimum === 2 && field.maximum === 2;
}

function isAbove(minimum: number | undefined, maximum: number | undefined): boolean {
  return minimum !== undefined && maximum !== undefined && minimum > maximum;
}

function isValidPattern(pattern: string): boolean {
  try {
    RE2JS.compile(pattern);
    return true;
  } catch {
    return false;
  }
}
