import * as z from "zod";
import { boundedText, requiredText } from "../text.ts";
import { markAttributes } from "./kinds/marks.ts";

const marks = ["event", "knowledge"] as const satisfies (keyof typeof markAttributes)[];

/**
 * Selects items of a benchmark by attribute values, by the marks of their stories, and by their names. An item is
 * selected if it meets every criterion; an empty selection selects all items. Plans, evaluations, tasks, studies and
 * pages share this definition.
 */
export const itemSelectionSchema = z.strictObject({
  /** Accepted values by attribute, as texts: `{"type": ["tom"], "order": ["5", "6"]}`. */
  attributes: z.record(requiredText(100), z.array(boundedText(200)).min(1).max(500)).optional(),
  /** Names of items, as in their file. */
  ids: z.array(requiredText(200)).min(1).max(50_000).optional(),
  /** The marks that a condition highlights. Only items with all of these marks are selected. */
  marks: z.array(z.enum(marks)).min(1).max(marks.length).optional(),
});
export type ItemSelection = z.infer<typeof itemSelectionSchema>;

/** The fields of an item that a selection reads. */
export interface SelectableItem {
  name: string;
  attributes: Readonly<Record<string, unknown>>;
}

/** Whether an item is selected. Null and undefined select every item. */
export function isSelected(item: SelectableItem, selection: ItemSelection | null | undefined): boolean {
  if (!selection) return true;
  const { attributes = {}, ids, marks: needed = [] } = selection;
  if (ids && !ids.includes(item.name)) return false;
  if (needed.some((mark) => !item.attributes[markAttributes[mark]])) return false;
  return Object.entries(attributes).every(([name, values]) => {
    const attributeValue = Object.hasOwn(item.attributes, name) ? item.attributes[name] : null;
    return attributeValue !== null && attributeValue !== undefined && values.includes(String(attributeValue));
  });
}

/** `isSelected` for many items: the names are stored in a set. */
export function isSelectedBy({ ids, ...rest }: ItemSelection): (item: SelectableItem) => boolean {
  const nameSet = ids ? new Set(ids) : null;
  return (item) => (nameSet === null || nameSet.has(item.name)) && isSelected(item, rest);
}

/** The selected items, in their order. */
export function selectItems<Item extends SelectableItem>(
  items: readonly Item[],
  selection: ItemSelection | null | undefined,
): Item[] {
  return selection ? items.filter(isSelectedBy(selection)) : [...items];
}

/**
 * Formats a selection as one line: `type = tom; order = 5, 6; marks = event; id = story-1`. A value with a comma,
 * semicolon, bar or quotation mark is written as a JSON string.
 */
export function textOfSelection({ attributes = {}, ids, marks: needed }: ItemSelection): string {
  return Object.entries({ ...attributes, ...(needed && { marks: needed }), ...(ids && { id: ids }) })
    .map(([name, values]) => `${name} = ${values.map(quoteIfNeeded).join(", ")}`)
    .join("; ");
}

/**
 * Parses a line into a selection (inverse of `textOfSelection`); null for a blank line.
 *
 * @throws RangeError for a part without "=" or with an unknown mark, with a message for the user
 */
export function selectionOfText(line: string): ItemSelection | null {
  const attributes: Record<string, string[]> = {};
  const ids: string[] = [];
  const neededMarks = new Set<(typeof marks)[number]>();
  for (const part of splitOutsideQuotes(line, ";")) {
    const at = part.indexOf("=");
    const name = part.slice(0, at).trim();
    const values = splitOutsideQuotes(part.slice(at + 1), ",").map(unquote);
    if (at < 1 || name === "" || values.length === 0)
      throw new RangeError(`"${part}" is not a selection of items: write ATTRIBUTE = VALUE, VALUE or id = NAME, NAME.`);
    if (name === "id") ids.push(...values);
    else if (name === "marks") for (const value of values) neededMarks.add(parseMark(value));
    else attributes[name] = [...(attributes[name] ?? []), ...values];
  }
  const hasAttributes = Object.keys(attributes).length > 0;
  if (!hasAttributes && ids.length === 0 && neededMarks.size === 0) return null;
  return {
    ...(hasAttributes ? { attributes } : {}),
    ...(neededMarks.size > 0 ? { marks: [...neededMarks] } : {}),
    ...(ids.length > 0 ? { ids } : {}),
  };
}

function parseMark(value: string): (typeof marks)[number] {
  const found = marks.find((mark) => mark === value);
  if (!found) throw new RangeError(`"${value}" is not a mark: write marks = ${marks.join(", ")}, or one of them.`);
  return found;
}

/** The names of a selection that no item has. */
export function unknownNames({ ids = [] }: ItemSelection, items: readonly Pick<SelectableItem, "name">[]): string[] {
  const knownNames = new Set(items.map(({ name }) => name));
  return ids.filter((name) => !knownNames.has(name));
}

/** A message for the user about names that no item has; null if there are none. */
export function describeUnknownNames(names: readonly string[]): string | null {
  return names.length === 0 ? null : `No item is named ${listNames(names)}; items with the other names are selected.`;
}

/** Lists names in a sentence: the first five, and the number of the remaining names. */
export function listNames(names: readonly string[]): string {
  const more = names.length > 5 ? ` and ${names.length - 5} more` : "";
  return `${names.slice(0, 5).join(", ")}${more}`;
}

/** Splits a line at separators outside quotation marks. Parts are trimmed; empty parts are omitted. */
export function splitOutsideQuotes(line: string, separator: ";" | "," | "|"): string[] {
  const parts: string[] = [""];
  let isQuoted = false;
  for (let index = 0; index < line.length; index += 1) {
    const letter = line[index]!;
    if (isQuoted && letter === "\\") {
      parts[parts.length - 1] += letter + (line[index + 1] ?? "");
      index += 1;
      continue;
    }
    if (letter === '"') isQuoted = !isQuoted;
    if (letter === separator && !isQuoted) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

function quoteIfNeeded(value: string): string {
  return value === "" || value !== value.trim() || /[",;|\\]/.test(value) ? JSON.stringify(value) : value;
}

function unquote(value: string): string {
  if (!value.startsWith('"')) return value;
  try {
    return z.string().parse(JSON.parse(value));
  } catch {
    return value;
  }
}

/**
 * Splits a text into names, which are on separate lines or separated by commas or semicolons. Each name is returned
 * once.
 */
export function splitItemNames(text: string): string[] {
  return [...new Set(text.split(/[\n,;]/).map((name) => name.trim()))].filter((name) => name !== "");
}
