import { escapeMarkup } from "../../format/escape.ts";
import type { AnswerField } from "../../tasks/schema/answer-field.ts";
import type { Condition } from "../../tasks/schema/condition.ts";
import type { StimulusField } from "../../tasks/schema/stimulus-field.ts";
import type { TaskSchema } from "../../tasks/schema/task-schema.ts";

/**
 * Formats a task schema as a labelling configuration of Label Studio, with the names that the exported tasks have.
 * Fields that Label Studio does not ask (groups, rankings of fixed options, comparisons of texts in one list, choices
 * from the texts of an item) are listed in a comment.
 */
export function formatLabelStudioConfig(schema: TaskSchema): string {
  const objects = new Map(schema.stimulus.map(({ name }) => [name, nameOfObject(schema, name)]));
  const controls = schema.answer.map((field) => ({ field, lines: controlLines(schema, field, objects) }));
  const missing = controls.filter(({ lines }) => lines.length === 0).map(({ field }) => field.name);
  return [
    "<View>",
    `  ${tag("Header", { value: schema.title })}`,
    ...(missing.length === 0 ? [] : [`  <!-- Not in this configuration: ${missing.join(", ")} -->`]),
    ...schema.stimulus.map((field) => `  ${objectTag(schema, field, objects.get(field.name) ?? field.name)}`),
    ...controls.flatMap(({ lines }) => lines.map((line) => `  ${line}`)),
    "</View>",
    "",
  ].join("\n");
}

/** The name of an object: in a schema that was read from a configuration, the `toName` of the controls about it. */
function nameOfObject(schema: TaskSchema, field: string): string {
  for (const control of schema.answer) {
    const toName = schema.labelStudio?.controls[control.name]?.toName;
    const about = stimulusOf(schema, control);
    const name = about.includes(field) ? toName?.split(",")[about.indexOf(field)]?.trim() : undefined;
    if (name) return name;
  }
  return field;
}

/** The stimulus fields that a control names. */
function stimulusOf(schema: TaskSchema, field: AnswerField): string[] {
  if (field.type === "spans") return [field.in];
  if (field.type === "pairwise") return typeof field.between === "string" ? [field.between] : [...field.between];
  if (field.type === "ranking" && !Array.isArray(field.options)) return [field.options.from];
  return schema.stimulus.slice(0, 1).map(({ name }) => name);
}

const objectTags: Readonly<Record<StimulusField["type"], string>> = {
  title: "Text",
  text: "Text",
  markdown: "Markdown",
  dialogue: "Paragraphs",
  texts: "List",
  context: "List",
  image: "Image",
  audio: "Audio",
  video: "Video",
};

function objectTag(schema: TaskSchema, { name: field, type }: StimulusField, name: string): string {
  const spans = schema.answer.find((one) => one.type === "spans" && one.in === field);
  const unit: Record<string, string> =
    spans?.type === "spans" && spans.unit !== "character" ? { granularity: spans.unit } : {};
  const layout: Record<string, string> =
    type === "dialogue" ? { layout: "dialogue", nameKey: "author", textKey: "text" } : {};
  return tag(objectTags[type], { name, value: `$${schema.labelStudio?.data[field] ?? field}`, ...unit, ...layout });
}

/** The lines of a control; empty if Label Studio has no such control. */
function controlLines(schema: TaskSchema, field: AnswerField, objects: ReadonlyMap<string, string>): string[] {
  const names = schema.labelStudio?.controls[field.name];
  const common = {
    name: names?.name ?? field.name,
    toName:
      names?.toName ??
      stimulusOf(schema, field)
        .map((name) => objects.get(name) ?? name)
        .join(","),
    title: field.label,
    ...(field.required ? { required: "true" } : {}),
    ...visibility(schema, field.showIf),
  };
  switch (field.type) {
    case "choice":
    case "several": {
      if (!Array.isArray(field.options)) return [];
      const choice = field.type === "several" ? "multiple" : "single";
      return withOptions("Choices", { ...common, choice }, "Choice", field.options);
    }
    case "spans": {
      const isDialogue = schema.stimulus.some(({ name, type }) => name === field.in && type === "dialogue");
      return withOptions(isDialogue ? "ParagraphLabels" : "Labels", common, "Label", field.labels);
    }
    case "relations":
      return withOptions("Relations", {}, "Relation", field.labels);
    case "text":
      return [tag("TextArea", { ...common, ...(field.isLong ? { rows: "4" } : {}) })];
    case "edit":
      return [tag("TextArea", { ...common, value: `$${schema.labelStudio?.data[field.of] ?? field.of}`, rows: "4" })];
    case "rating":
      return [tag("Rating", { ...common, maxRating: `${field.maximum}` })];
    case "number": {
      const limits = { min: field.minimum, max: field.maximum };
      const given = Object.entries(limits).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, `${value}`]],
      );
      return [tag("Number", { ...common, ...Object.fromEntries(given) })];
    }
    case "pairwise":
      return typeof field.between === "string" ? [] : [tag("Pairwise", common)];
    case "ranking":
      return Array.isArray(field.options) ? [] : [tag("Ranker", common)];
    case "group":
      return [];
  }
}

/** `visibleWhen` for a condition on chosen options. Other conditions have no counterpart: the control is always shown. */
function visibility(schema: TaskSchema, condition: Condition | undefined): Record<string, string> {
  const parts = condition === undefined ? [] : "any" in condition ? condition.any : [condition];
  const choices = parts.map((part) => {
    if (!("field" in part)) return null;
    if ("includes" in part) return { field: part.field, values: [part.includes] };
    if ("equals" in part) return { field: part.field, values: [`${part.equals}`] };
    return "oneOf" in part ? { field: part.field, values: part.oneOf.map(String) } : null;
  });
  const [first] = choices;
  if (!first || choices.some((one) => one?.field !== first.field)) return {};
  return {
    visibleWhen: "choice-selected",
    whenTagName: schema.labelStudio?.controls[first.field]?.name ?? first.field,
    whenChoiceValue: choices.flatMap((one) => one?.values ?? []).join(","),
  };
}

interface TagOption {
  value: string;
  label: string;
  hotkey?: string | undefined;
}

function withOptions(
  name: string,
  attributes: Readonly<Record<string, string>>,
  optionName: string,
  options: readonly TagOption[],
): string[] {
  return [
    tag(name, attributes).replace(/\/>$/u, ">"),
    ...options.map(
      ({ value, label, hotkey }) =>
        `  ${tag(optionName, { value: label, ...(label === value ? {} : { alias: value }), ...(hotkey ? { hotkey } : {}) })}`,
    ),
    `</${name}>`,
  ];
}

function tag(name: string, attributes: Readonly<Record<string, string>>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeMarkup(value)}"`);
  return `<${name}${written.join("")}/>`;
}
