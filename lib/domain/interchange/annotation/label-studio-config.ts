import { parseTaskSchema, type TaskSchema, taskFormat } from "../../tasks/schema/task-schema.ts";
import { allTags, type ConfigTag, readConfigTags } from "./config-tags.ts";

/** How a control of Label Studio is called here, and the data of a task that an object shows. */
export interface LabelStudioNames {
  /** Answer field by the name of the control. */
  answers: Readonly<Record<string, string>>;
  /** Stimulus field by the name of the object. */
  stimuli: Readonly<Record<string, string>>;
  /** The key of a task's data by stimulus field. */
  data: Readonly<Record<string, string>>;
}

type ReadConfig = { ok: true; schema: TaskSchema; names: LabelStudioNames } | { ok: false; message: string };

const objectTypes: Readonly<Record<string, string>> = {
  Text: "text",
  HyperText: "text",
  Markdown: "markdown",
  Paragraphs: "dialogue",
  Image: "image",
  Audio: "audio",
  Video: "video",
  List: "texts",
};

/**
 * A labelling configuration of Label Studio as a task schema. Common tags are read: Text, HyperText, Paragraphs, Image,
 * Audio, Video, List, Header; Choices, Labels, TextArea, Rating, Number, Pairwise, Ranker, Relations, and `visibleWhen`
 * for a chosen choice. A control of another kind refuses the configuration by name, so that no question is lost.
 */
export function readLabelStudioConfig(xml: string, title = "Label Studio"): ReadConfig {
  let root: ConfigTag;
  try {
    root = readConfigTags(xml);
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, message: `The configuration ${error.message}.` };
    throw error;
  }
  const taken = new Set<string>();
  const names = {
    answers: {} as Record<string, string>,
    stimuli: {} as Record<string, string>,
    data: {} as Record<string, string>,
  };
  const stimulus: object[] = [];
  const answer: object[] = [];
  const unknown = new Set<string>();
  let header = "";
  for (const { tag, around } of allTags(root)) {
    const { name, attributes } = tag;
    if (name === "Header" && header === "" && !attributes.value?.startsWith("$")) header = attributes.value ?? "";
    if (attributes.name === undefined && name !== "Relations") continue;
    const own = fieldName(attributes.name ?? "relations", taken);
    const type = objectTypes[name];
    if (type !== undefined) {
      names.stimuli[attributes.name ?? ""] = own;
      names.data[own] = (attributes.value ?? "").replace(/^\$/u, "");
      stimulus.push({ name: own, type, required: true });
      continue;
    }
    const objects = (attributes.toName ?? "").split(",").map((object) => names.stimuli[object.trim()] ?? "");
    const control = controlOf(tag, own, objects);
    if (!control) {
      unknown.add(name);
      continue;
    }
    names.answers[attributes.name ?? "relations"] = own;
    const showIf = conditionOf([...around, tag], names.answers);
    answer.push({ ...control, ...(showIf ? { showIf } : {}) });
  }
  const relations = answer.find((field) => (field as { type: string }).type === "relations");
  if (relations) {
    const spans = answer.filter((field) => (field as { type: string }).type === "spans") as { name: string }[];
    Object.assign(relations, { between: spans.map(({ name }) => name) });
  }
  if (unknown.size > 0)
    return { ok: false, message: `The configuration uses ${[...unknown].join(", ")}, which cannot be converted.` };
  const document = { format: taskFormat, title: header || title, stimulus, answer };
  const parsed = parseTaskSchema(document);
  if (parsed.ok) return { ok: true, schema: parsed.schema, names };
  const [problem] = parsed.problems;
  return { ok: false, message: `The configuration cannot be converted: ${problem?.field} ${problem?.message}.` };
}

function controlOf({ name, attributes, children }: ConfigTag, own: string, objects: readonly string[]): object | null {
  const [of = ""] = objects;
  const options = children
    .filter((child) => ["Choice", "Label", "Relation"].includes(child.name))
    .map(({ attributes: { value = "", alias, hotkey } }) => ({
      value: alias ?? value,
      label: value,
      ...(hotkey !== undefined && /^[a-z0-9]$/u.test(hotkey) ? { hotkey } : {}),
    }));
  const required = attributes.required === "true" || attributes.required === undefined;
  const common = { name: own, label: attributes.title ?? attributes.header ?? attributes.name ?? own, required };
  switch (name) {
    case "Choices":
      return { ...common, type: attributes.choice?.startsWith("multiple") ? "several" : "choice", options };
    case "Labels":
    case "HyperTextLabels":
    case "ParagraphLabels":
      return {
        ...common,
        required: attributes.required === "true",
        type: "spans",
        in: of,
        labels: options,
        unit: "character",
      };
    case "TextArea":
      return { ...common, type: "text", isLong: Number(attributes.rows ?? 1) > 1 };
    case "Rating":
      return { ...common, type: "rating", minimum: 1, maximum: Number(attributes.maxRating ?? 5) };
    case "Number":
      return {
        ...common,
        type: "number",
        ...(attributes.min === undefined ? {} : { minimum: Number(attributes.min) }),
        ...(attributes.max === undefined ? {} : { maximum: Number(attributes.max) }),
      };
    case "Pairwise":
      return { ...common, type: "pairwise", between: objects, allowTie: false };
    case "Ranker":
      return { ...common, type: "ranking", options: { from: of } };
    case "Relations":
      return { ...common, required: false, type: "relations", labels: options };
    default:
      return null;
  }
}

/** `visibleWhen="choice-selected"` of a control or of a View around it. */
function conditionOf(tags: readonly ConfigTag[], answers: Readonly<Record<string, string>>): object | null {
  for (const { attributes } of tags.toReversed()) {
    if (attributes.visibleWhen !== "choice-selected") continue;
    const field = answers[attributes.whenTagName ?? ""];
    if (field === undefined) continue;
    const values = (attributes.whenChoiceValue ?? "").split(",").filter((value) => value !== "");
    if (values.length === 0) return { field, answered: true };
    return { any: values.map((value) => ({ field, includes: value })) };
  }
  return null;
}

/** A name that a field may have, made from another tool's name. */
function fieldName(given: string, taken: Set<string>): string {
  const letters = given.replaceAll(/[^a-zA-Z0-9_]+/gu, "_").replace(/^[^a-zA-Z]+/u, "");
  const base = (letters === "" ? "field" : letters[0]?.toLowerCase() + letters.slice(1)).slice(0, 36);
  let name = base;
  for (let number = 2; taken.has(name); number += 1) name = `${base}_${number}`;
  taken.add(name);
  return name;
}
