import * as z from "zod";
import type { StimulusScreen } from "./kinds/item-kind.ts";
import { itemKinds } from "./kinds/registry.ts";

/** The texts of an item that are plain, or Markdown with formulas. */
export const formattedFields = ["story", "text", "options"] as const;
export type FormattedField = (typeof formattedFields)[number];
/** The parts of a screen that show them. */
export type FormattedPart = NonNullable<StimulusScreen["markdown"]>[number];

/** The attribute that names the Markdown fields of an item; as an attribute it is part of the item's content hash. */
export const markdownAttribute = "markdown_fields";

const textFormat = z.enum(["plain", "markdown"]);

/** The field `format` of an item file: one for all texts, or one for each. */
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

/** The Markdown fields that an item names; unknown names are omitted. */
export function markdownFields({ attributes }: Pick<FormattedItem, "attributes">): FormattedField[] {
  const statedFields = attributes?.[markdownAttribute];
  const words = typeof statedFields === "string" ? statedFields.split(/[\s,]+/u) : [];
  return formattedFields.filter((field) => words.includes(field));
}

/** The attributes of a row with its field `format`; a plain row has no attribute. */
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
  const unknown = words.find((word) => !formattedFields.some((known) => known === word));
  if (unknown !== undefined)
    return { field, message: `must name ${formattedFields.join(", ")}, separated by spaces, not "${unknown}"` };
  // Marks and answers of these kinds are positions of words in the story.
  if (itemKinds[item.kind]?.marks && words.includes("story"))
    return { field, message: `must not name the story of an item of the kind ${item.kind}` };
  return null;
}

/** The parts of a screen that show a Markdown field of the item. */
export function markdownParts(item: FormattedItem, screen: Omit<StimulusScreen, "title">): FormattedPart[] {
  const fields = markdownFields(item);
  const isTextMarkdown = fields.includes("text");
  const isItemOption = ({ label }: { label: string }) => item.options.includes(label);
  return [
    ...(fields.includes("story") && screen.story === item.story.text ? ["story" as const] : []),
    ...(isTextMarkdown && screen.question === item.text ? ["question" as const] : []),
    ...(isTextMarkdown && screen.statement === item.text ? ["statement" as const] : []),
    ...(fields.includes("options") && screen.options.some(isItemOption) ? ["options" as const] : []),
  ];
}
