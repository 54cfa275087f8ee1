import type { LabelStudioNames } from "../../tasks/schema/label-studio-names.ts";
import { parseTaskSchema, type TaskSchema, taskFormat } from "../../tasks/schema/task-schema.ts";
import { allTags, type ConfigTag, readConfigTags } from "./config-tags.ts";

type ConfigResult = { ok: true; schema: TaskSchema } | { ok: false; message: string };

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

/** Tags that may have a name but neither show data of a task nor ask for an answer. */
const interfaceTags = new Set(["Filter", "Shortcut", "Header", "View"]);

/**
 * Converts a labelling configuration of Label Studio into a task schema with the names of the configuration. These tags
 * are read: Text, HyperText, Paragraphs, Image, Audio, Video, List, Header; Choices, Labels, TextArea, Rating, Number,
 * Pairwise, Ranker, Relations; and `visibleWhen` for a chosen choice. A configuration with another control is rejected
 * with the name of the control, so that no question is lost. As in Label Studio, a control may come before its object,
 * and an answer is required only with `required="true"`.
 */
export function readLabelStudioConfig(xml: string, title = "Label Studio"): ConfigResult {
  let root: ConfigTag;
  try {
    root = readConfigTags(xml);
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, message: `The configuration ${error.message}.` };
    throw error;
  }
  const tags = [...allTags(root)];
  const header = tags.find(({ tag }) => tag.name === "Header" && !tag.attributes.value?.startsWith("$"));
  const usedNames = new Set<string>();
  const objects = objectsOf(tags, usedNames);
  const { answer, controls, unknown } = controlsOf(tags, { taken: usedNames, fieldOf: objects.fieldOf });
  if (unknown.length > 0)
    return { ok: false, message: `The configuration uses ${unknown.join(", ")}, which cannot be converted.` };
  const parsed = parseTaskSchema({
    ...{ format: taskFormat, title: header?.tag.attributes.value || title, stimulus: objects.stimulus, answer },
    labelStudio: { controls, data: objects.data },
  });
  if (parsed.ok) return { ok: true, schema: parsed.schema };
  const [problem] = parsed.problems;
  return { ok: false, message: `The configuration cannot be converted: ${problem?.field} ${problem?.message}.` };
}

interface ShownObject {
  field: string;
  unit: string;
}
type Tags = readonly { tag: ConfigTag; around: readonly ConfigTag[] }[];

/**
 * Converts the objects: the stimulus fields, the key of a task's data for each field, and for each object's name its
 * field and the unit of its spans.
 */
function objectsOf(tags: Tags, usedNames: Set<string>) {
  const stimulus: object[] = [];
  const data: Record<string, string> = {};
  const fieldOf = new Map<string, ShownObject>();
  for (const { tag } of tags) {
    const type = objectTypes[tag.name];
    const { name, value = "", granularity = "" } = tag.attributes;
    if (type === undefined || name === undefined) continue;
    const newName = createFieldName(name, usedNames);
    fieldOf.set(name, {
      field: newName,
      unit: ["word", "sentence"].find((unit) => unit === granularity) ?? "character",
    });
    data[newName] = value.replace(/^\$/u, "") || name;
    stimulus.push({ name: newName, type, required: true });
  }
  return { stimulus, data, fieldOf };
}

/** Converts the controls: the answer fields, their names in results, and the tags that cannot be converted. */
function controlsOf(
  tags: Tags,
  { taken: usedNames, fieldOf }: { taken: Set<string>; fieldOf: ReadonlyMap<string, ShownObject> },
) {
  const answer: { name: string; type: string }[] = [];
  const controls: LabelStudioNames["controls"] = {};
  const unsupportedTags = new Set<string>();
  const fields = new Map<string, string>();
  for (const { tag, around } of tags) {
    const { name = tag.name === "Relations" ? "relations" : undefined, toName = "" } = tag.attributes;
    if (name === undefined || tag.name in objectTypes || interfaceTags.has(tag.name)) continue;
    const newName = createFieldName(name, usedNames);
    const objects = toName.split(",").map((object) => fieldOf.get(object.trim()) ?? { field: "", unit: "character" });
    const control = tag.attributes.perRegion === "true" ? null : controlOf(tag, newName, objects);
    if (!control) {
      unsupportedTags.add(tag.attributes.perRegion === "true" ? `${tag.name} with perRegion` : tag.name);
      continue;
    }
    fields.set(name, newName);
    const showIf = conditionOf([...around, tag], fields);
    answer.push({ ...control, ...(showIf ? { showIf } : {}) });
    if (tag.name !== "Relations") controls[newName] = { name, toName, type: tag.name.toLowerCase() };
  }
  const spans = answer.filter(({ type }) => type === "spans").map(({ name }) => name);
  return {
    answer: answer.map((field) => (field.type === "relations" ? { ...field, between: spans } : field)),
    ...{ controls, unknown: [...unsupportedTags] },
  };
}

function controlOf(
  { name, attributes, children }: ConfigTag,
  newName: string,
  objects: readonly ShownObject[],
): ({ name: string; type: string } & Record<string, unknown>) | null {
  const [firstObject] = objects;
  const options = children
    .filter((child) => ["Choice", "Label", "Relation"].includes(child.name))
    .map(({ attributes: { value = "", alias, hotkey } }) => ({
      value: alias ?? value,
      label: value,
      ...(hotkey !== undefined && /^[a-z0-9]$/u.test(hotkey) ? { hotkey } : {}),
    }));
  const required = attributes.required === "true";
  const common = {
    name: newName,
    label: attributes.title ?? attributes.header ?? attributes.name ?? newName,
    required,
  };
  switch (name) {
    case "Choices":
      return { ...common, type: attributes.choice?.startsWith("multiple") ? "several" : "choice", options };
    case "Labels":
    case "HyperTextLabels":
    case "ParagraphLabels":
      return { ...common, ...{ type: "spans", in: firstObject?.field, labels: options, unit: firstObject?.unit } };
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
      return { ...common, type: "pairwise", between: objects.map(({ field }) => field), allowTie: false };
    case "Ranker":
      return { ...common, type: "ranking", options: { from: firstObject?.field } };
    case "Relations":
      return { ...common, type: "relations", labels: options };
    default:
      return null;
  }
}

/** The condition of a control, from `visibleWhen="choice-selected"` on the control or on a View that contains it. */
function conditionOf(tags: readonly ConfigTag[], fields: ReadonlyMap<string, string>): object | null {
  for (const { attributes } of tags.toReversed()) {
    if (attributes.visibleWhen !== "choice-selected") continue;
    const field = fields.get(attributes.whenTagName ?? "");
    if (field === undefined) continue;
    const values = (attributes.whenChoiceValue ?? "").split(",").filter((value) => value !== "");
    if (values.length === 0) return { field, answered: true };
    return { any: values.map((value) => ({ field, includes: value })) };
  }
  return null;
}

/** Derives a valid field name from a name in another tool. */
function createFieldName(given: string, usedNames: Set<string>): string {
  const letters = given.replaceAll(/[^a-zA-Z0-9_]+/gu, "_").replace(/^[^a-zA-Z]+/u, "");
  const base = (letters === "" ? "field" : letters[0]?.toLowerCase() + letters.slice(1)).slice(0, 36);
  let name = base;
  for (let number = 2; usedNames.has(name); number += 1) name = `${base}_${number}`;
  usedNames.add(name);
  return name;
}
