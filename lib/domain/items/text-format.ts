import * as z from "zod";
import type { StimulusScreen } from "./kinds/item-kind.ts";
import { itemKinds } from "./kinds/registry.ts";

/** The texts of an item that may be Markdown with formulas; by default they are plain. */
export const formattedFields = ["story", "text", "options"] as const;
export type FormattedField = (typeof formattedFields)[number];
/** The parts of a screen that show them. */
export type FormattedPart = NonNullable<StimulusScreen["markdown"]>[number];

/** The attribute that lists the Markdown fields of an item. As an attribute, it is part of the item's content hash. */
export const markdownAttribute = "markdown_fields";

const textFormat = z.enum(["plain", "markdown"]);

/** The field `format` of an item file: one format for all texts, or one for each text. */
export const itemFormatSchema = z.union([
  textFormat,
  z.strictObject({ story: textFormat, text: textFormat, options: textFormat }).partial(),
]);

interface FormattedItem {
  kind: string;
  story: { text: string };
  text: string;
  options: readonly string[];
  attributes?: Readonly<Record<string, unknown>> | undefined;
}

/** The Markdown fields that an item lists; unknown names are ignored. */
export function listMarkdownFields({ attributes }: Pick<FormattedItem, "attributes">): FormattedField[] {
  const statedFields = attributes?.[markdownAttribute];
  const words = typeof statedFields === "string" ? statedFields.split(/[\s,]+/u) : [];
  return formattedFields.filter((field) => words.includes(field));
}

/** Adds the field `format` of a row to its attributes; a plain row gets no attribute. */
export function withFormat<Attributes extends Readonly<Record<string, unknown>>>(
  attributes: Attributes,
  format: z.infer<typeof itemFormatSchema> | undefined,
): Attributes {
  if (format === undefined) return attributes;
  const markdownNames = formattedFields.filter(
    (field) => (typeof format === "string" ? format : format[field]) === "markdown",
  );
  const { [markdownAttribute]: _named, ...others } = attributes;
  return {
    ...others,
    ...(markdownNames.length > 0 ? { [markdownAttribute]: markdownNames.join(" ") } : {}),
  } as unknown as Attributes;
}

/** Why the Markdown fields of an item are invalid; null if they are valid. */
export function findFormatProblem(item: FormattedItem): { field: string; message: string } | null {
  const statedFields = item.attributes?.[markdownAttribute];
  if (statedFields === undefined || statedFields === null || statedFields === "") return null;
  const field = `attributes.${markdownAttribute}`;
  const words = String(statedFields).split(/[\s,]+/u);
  const unknownField = words.find((word) => !formattedFields.some((known) => known === word));
  if (unknownField !== undefined)
    return { field, message: `must name ${formattedFields.join(", ")}, separated by spaces, not "${unknownField}"` };
  // For these kinds, marks and answers are positions of words in the story, so the story must be plain text.
  if (itemKinds[item.kind]?.marks && words.includes("story"))
    return { field, message: `must not name the story of an item of the kind ${item.kind}` };
  return null;
}

/** The parts of a screen that show a Markdown field of the item. */
export function listMarkdownParts(item: FormattedItem, screen: Omit<StimulusScreen, "title">): FormattedPart[] {
  const fields = listMarkdownFields(item);
  const isTextMarkdown = fields.includes("text");
  const isItemOption = ({ label }: { label: string }) => item.options.includes(label);
  return [
    ...(fields.includes("story") && screen.story === item.story.text ? ["story" as const] : []),
    ...(isTextMarkdown && screen.question === item.text ? ["question" as const] : []),
    ...(isTextMarkdown && screen.statement === item.text ? ["statement" as const] : []),
    ...(fields.includes("options") && screen.options.some(isItemOption) ? ["options" as const] : []),
  ];
}
