import * as z from "zod";
import { slotNames, slotsIn, usesSlot } from "./slots.ts";
import { hasBrokenUnicode } from "./tuple.ts";
import { type BeliefCategory, type CategoryId, categories, getCategory } from "./typology.ts";

/** One sentence pattern of a category. */
export interface Template {
  category: CategoryId;
  /** Index among the category's templates, from 0. */
  index: number;
  text: string;
}

/** Templates by category, in the typology's order. A category without templates has no entry. */
export type TemplateSet = ReadonlyMap<CategoryId, readonly Template[]>;

export interface TemplateProblem {
  reason:
    | "wrongShape"
    | "unknownDimension"
    | "unknownCategory"
    | "categoryInWrongDimension"
    | "emptyTemplate"
    | "unknownSlot"
    | "strayBrace"
    | "brokenUnicode";
  /** Path in the file: "tone.poetic.templates[3]". */
  place: string;
  message: string;
}

/** Something that does not prevent the use of a template file, but that its user should know. */
export interface TemplateNote {
  reason: "missingCategory" | "duplicateTemplate" | "noAssertion";
  place: string;
  message: string;
}

export type ParsedTemplates =
  | { ok: true; templates: TemplateSet; notes: TemplateNote[] }
  | { ok: false; problems: TemplateProblem[] };

const templateFileSchema = z.record(z.string(), z.record(z.string(), z.object({ templates: z.array(z.string()) })));

/**
 * Reads a template file in the authors' format, `{dimension: {category: {"templates": [...]}}}`; further keys such as
 * `examples` are ignored. All problems are reported at once, each with its location.
 */
export function parseTemplates(value: unknown): ParsedTemplates {
  const parsed = templateFileSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const place = issue?.path.map(String).join(".") ?? "";
    return { ok: false, problems: [{ reason: "wrongShape", place, message: issue?.message ?? "is no template file" }] };
  }
  const problems: TemplateProblem[] = [];
  const textsByCategory = new Map<CategoryId, string[]>();
  for (const [dimension, entries] of Object.entries(parsed.data)) {
    for (const [name, { templates }] of Object.entries(entries)) {
      const place = `${dimension}.${name}`;
      const category = getCategory(name);
      const misplaced = refusePlace(category, dimension, name);
      if (misplaced) problems.push({ ...misplaced, place });
      else if (category) textsByCategory.set(category.id, templates);
      problems.push(...refuseTexts(templates, place));
    }
  }
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, templates: inTypologyOrder(textsByCategory), notes: notesOn(textsByCategory) };
}

/** Templates in the authors' format; `parseTemplates` is the inverse. Other content of the original file is omitted. */
export function formatTemplates(templates: TemplateSet): Record<string, Record<string, { templates: string[] }>> {
  const file: Record<string, Record<string, { templates: string[] }>> = {};
  for (const [id, list] of templates) {
    const dimension = getCategory(id)?.dimension ?? "";
    file[dimension] = { ...file[dimension], [id]: { templates: list.map(({ text }) => text) } };
  }
  return file;
}

/** Why a text is not a template, or null if it is one. */
export function refuseBeliefTemplate(text: string): Pick<TemplateProblem, "reason" | "message"> | null {
  if (text.trim() === "") return { reason: "emptyTemplate", message: "is empty" };
  if (hasBrokenUnicode(text)) return { reason: "brokenUnicode", message: "contains broken Unicode or NUL" };
  const unknown = slotsIn(text).find((name) => !slotNames.has(name));
  if (unknown !== undefined) return { reason: "unknownSlot", message: `asks for the unknown slot {${unknown}}` };
  if (/[{}]/.test(text.replace(/\{[^{}]*\}/g, ""))) {
    return { reason: "strayBrace", message: "has a brace without its partner" };
  }
  return null;
}

/** Whether the template can state a true object as well: extra information is about the false object only. */
export function fitsTrueAssertion(template: Template): boolean {
  return !usesSlot(template.text, "extraInformation");
}

function refusePlace(
  category: BeliefCategory | null,
  dimension: string,
  name: string,
): Pick<TemplateProblem, "reason" | "message"> | null {
  if (!categories.some((known) => known.dimension === dimension)) {
    return { reason: "unknownDimension", message: `"${dimension}" is not a dimension` };
  }
  if (!category) return { reason: "unknownCategory", message: `"${name}" is not a category` };
  if (category.dimension === dimension) return null;
  return { reason: "categoryInWrongDimension", message: `"${name}" belongs to "${category.dimension}"` };
}

function refuseTexts(texts: readonly string[], place: string): TemplateProblem[] {
  return texts.flatMap((text, index) => {
    const problem = refuseBeliefTemplate(text);
    return problem ? [{ ...problem, place: `${place}.templates[${index}]` }] : [];
  });
}

function inTypologyOrder(textsByCategory: ReadonlyMap<CategoryId, readonly string[]>): TemplateSet {
  return new Map(
    categories.flatMap(({ id }) => {
      const texts = textsByCategory.get(id) ?? [];
      return texts.length === 0 ? [] : [[id, texts.map((text, index) => ({ category: id, index, text }))] as const];
    }),
  );
}

function notesOn(textsByCategory: ReadonlyMap<CategoryId, readonly string[]>): TemplateNote[] {
  return categories.flatMap(({ id, dimension }) => {
    const place = `${dimension}.${id}`;
    const texts = textsByCategory.get(id) ?? [];
    if (texts.length === 0) {
      return [{ reason: "missingCategory" as const, place, message: `there is no template for "${id}"` }];
    }
    return texts.flatMap((text, index): TemplateNote[] => {
      const at = `${place}.templates[${index}]`;
      const first = texts.indexOf(text);
      if (first < index) return [{ reason: "duplicateTemplate", place: at, message: `repeats templates[${first}]` }];
      if (!namesClaim(text)) {
        return [{ reason: "noAssertion", place: at, message: "does not name both the fact and the asserted object" }];
      }
      return [];
    });
  });
}

function namesClaim(text: string): boolean {
  const namesFact = usesSlot(text, "subjectRelation") || (usesSlot(text, "relation") && usesSlot(text, "subject"));
  return namesFact && usesSlot(text, "objectContext");
}
