import * as z from "zod";
import { listSlotNames, slotNames, usesSlot } from "./slots.ts";
import { hasBrokenUnicode } from "./tuple.ts";
import { categories, categoryLabel, type DimensionId, dimensions, getCategory } from "./typology.ts";

/** One sentence pattern of a category. */
export interface Template {
  /** A category of the typology, or a category that a template file defines. */
  category: string;
  dimension: DimensionId;
  /** Index among the category's templates, from 0. */
  index: number;
  text: string;
}

/**
 * Templates by category: first the categories of the typology, then those of the file. A category without templates has
 * no entry.
 */
export type TemplateSet = ReadonlyMap<string, readonly Template[]>;

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

/** A note on a template file that can be used but may contain a mistake. */
export interface TemplateNote {
  reason: "missingCategory" | "ownCategory" | "duplicateTemplate" | "noAssertion";
  place: string;
  message: string;
}

export type ParsedTemplates =
  | { ok: true; templates: TemplateSet; notes: TemplateNote[] }
  | { ok: false; problems: TemplateProblem[] };

/** The pattern for names of categories that a template file defines. */
export const customCategoryPattern = /^[a-z][a-z0-9_]{0,39}$/;

const templateFileSchema = z.record(z.string(), z.record(z.string(), z.object({ templates: z.array(z.string()) })));

/**
 * Reads a template file in the authors' format, `{dimension: {category: {"templates": [...]}}}`. Other keys, such as
 * `examples`, are ignored. A category that the typology lacks is added to the dimension in which the file lists it. All
 * problems are reported together, each with its location.
 */
export function parseTemplates(value: unknown): ParsedTemplates {
  const parsed = templateFileSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const path = issue?.path.map(String).join(".") ?? "";
    return {
      ok: false,
      problems: [{ reason: "wrongShape", place: path, message: issue?.message ?? "is not a template file" }],
    };
  }
  const problems: TemplateProblem[] = [];
  const textsByCategory: CategoryTexts = new Map();
  for (const [dimension, entries] of Object.entries(parsed.data)) {
    for (const [name, { templates }] of Object.entries(entries)) {
      const path = `${dimension}.${name}`;
      const knownDimension = dimensions.find(({ id }) => id === dimension);
      const locationProblem = findLocationProblem(
        knownDimension !== undefined,
        dimension,
        name,
        textsByCategory.has(name),
      );
      if (locationProblem) problems.push({ ...locationProblem, place: path });
      else if (knownDimension) textsByCategory.set(name, { dimension: knownDimension.id, texts: templates });
      problems.push(...findTextProblems(templates, path));
    }
  }
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, templates: sortByTypology(textsByCategory), notes: listNotes(textsByCategory) };
}

/**
 * Formats templates in the authors' format; `parseTemplates` is the inverse. Other content of the source file is lost.
 */
export function formatTemplates(templates: TemplateSet): Record<string, Record<string, { templates: string[] }>> {
  const file: Record<string, Record<string, { templates: string[] }>> = {};
  for (const [id, list] of templates) {
    const dimension = list[0]?.dimension ?? "";
    file[dimension] = { ...file[dimension], [id]: { templates: list.map(({ text }) => text) } };
  }
  return file;
}

/** Why a text is not a template, or null if it is one. */
export function findBeliefTemplateProblem(text: string): Pick<TemplateProblem, "reason" | "message"> | null {
  if (text.trim() === "") return { reason: "emptyTemplate", message: "is empty" };
  if (hasBrokenUnicode(text)) return { reason: "brokenUnicode", message: "contains broken Unicode or NUL" };
  const unknownSlot = listSlotNames(text).find((name) => !slotNames.has(name));
  if (unknownSlot !== undefined)
    return { reason: "unknownSlot", message: `asks for the unknown slot {${unknownSlot}}` };
  if (/[{}]/.test(text.replace(/\{[^{}]*\}/g, ""))) {
    return { reason: "strayBrace", message: "has an unmatched brace" };
  }
  return null;
}

/**
 * Whether the template can also state a true object. A template with extra information cannot, because that information
 * is about the false object only.
 */
export function fitsTrueAssertion(template: Template): boolean {
  return !usesSlot(template.text, "extraInformation");
}

/** Dimension and texts of the file's categories, by category name. */
type CategoryTexts = Map<string, { dimension: DimensionId; texts: readonly string[] }>;

function findLocationProblem(
  isDimension: boolean,
  dimension: string,
  name: string,
  isTaken: boolean,
): Pick<TemplateProblem, "reason" | "message"> | null {
  if (!isDimension) return { reason: "unknownDimension", message: `"${dimension}" is not a dimension` };
  const category = getCategory(name);
  if (!category && (isTaken || !customCategoryPattern.test(name)))
    return {
      reason: "unknownCategory",
      message: isTaken
        ? `"${name}" is in another dimension already`
        : `"${name}" must begin with a lowercase letter and have only lowercase letters, digits and underscores`,
    };
  if (!category || category.dimension === dimension) return null;
  return { reason: "categoryInWrongDimension", message: `"${name}" belongs to "${category.dimension}"` };
}

function findTextProblems(texts: readonly string[], path: string): TemplateProblem[] {
  return texts.flatMap((text, index) => {
    const problem = findBeliefTemplateProblem(text);
    return problem ? [{ ...problem, place: `${path}.templates[${index}]` }] : [];
  });
}

function sortByTypology(textsByCategory: CategoryTexts): TemplateSet {
  const names = [
    ...categories.map(({ id }): string => id),
    ...[...textsByCategory.keys()].filter((name) => getCategory(name) === null),
  ];
  return new Map(
    names.flatMap((category) => {
      const { dimension, texts } = textsByCategory.get(category) ?? { texts: [] };
      if (texts.length === 0 || !dimension) return [];
      return [[category, texts.map((text, index) => ({ category, dimension, index, text }))] as const];
    }),
  );
}

function listNotes(textsByCategory: CategoryTexts): TemplateNote[] {
  const fileCategories = [...textsByCategory].flatMap(([id, { dimension }]) =>
    getCategory(id) === null ? [{ id, dimension }] : [],
  );
  const customCategoryNotes = fileCategories.map(
    ({ id, dimension }): TemplateNote => ({
      reason: "ownCategory",
      place: `${dimension}.${id}`,
      message: `"${id}" is a category of this file`,
    }),
  );
  const notes = [...categories, ...fileCategories].flatMap(({ id, dimension }: { id: string; dimension: string }) => {
    const path = `${dimension}.${id}`;
    const texts = textsByCategory.get(id)?.texts ?? [];
    if (texts.length === 0) {
      return [{ reason: "missingCategory" as const, place: path, message: `there is no template for "${id}"` }];
    }
    return texts.flatMap((text, index): TemplateNote[] => {
      const textPath = `${path}.templates[${index}]`;
      const first = texts.indexOf(text);
      if (first < index)
        return [{ reason: "duplicateTemplate", place: textPath, message: `repeats templates[${first}]` }];
      if (!usesClaimSlots(text)) {
        return [
          { reason: "noAssertion", place: textPath, message: "does not name both the fact and the asserted object" },
        ];
      }
      return [];
    });
  });
  return [...customCategoryNotes, ...notes];
}

function usesClaimSlots(text: string): boolean {
  const namesFact = usesSlot(text, "subjectRelation") || (usesSlot(text, "relation") && usesSlot(text, "subject"));
  return namesFact && usesSlot(text, "objectContext");
}

/** The categories with templates: first those of the typology, then those defined by the file. */
export function categoriesWithTemplates(templates: TemplateSet): { id: string; label: string; dimension: string }[] {
  return [...templates].flatMap(([id, [first]]) =>
    first ? [{ id, label: categoryLabel(id), dimension: first.dimension }] : [],
  );
}
