import * as z from "zod";
import { boundedText, requiredText } from "../../text.ts";

type AttributeValue = string | number | boolean | null;

/** The fields of an item that composition needs: its names and attributes, but none of its texts. */
export interface LayoutItem {
  id: string;
  story: string;
  /** The source group; an original, its erroneous versions and their questions have the same group. */
  group: string;
  attributes: Readonly<Record<string, AttributeValue>>;
}

const valueSchema = z.union([boundedText(5_000), z.number(), z.boolean(), z.null()]);

/**
 * One line of an item file as read for composition. Everything except names and attributes may be missing, so that a
 * file with attributes only can be tested.
 */
const layoutRowSchema = z.looseObject({
  id: requiredText(200),
  kind: requiredText(40).optional(),
  story: z.looseObject({ id: requiredText(200), genre: boundedText(100).optional() }).optional(),
  group: requiredText(500).optional(),
  gold: z.unknown().optional(),
  attributes: z.record(boundedText(100), valueSchema).default({}),
});

/** The item in a line of an item file, or the reason why it is invalid. */
export function parseLayoutItem(row: unknown): { ok: true; item: LayoutItem } | { ok: false; message: string } {
  const parsed = layoutRowSchema.safeParse(row);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join(".") ?? "";
    return { ok: false, message: field === "" ? "must be one item (a JSON object)" : `${field} ${remedyOf(field)}` };
  }
  const { id, kind, story, group, gold, attributes } = parsed.data;
  return { ok: true, item: layoutItem({ id, kind, story, group, gold, attributes }) };
}

function remedyOf(field: string): string {
  if (field === "id") return "must be the item's name, a text of 1 to 200 characters";
  if (field.startsWith("story")) return 'must be a story with an id, such as {"id":"s1"}';
  if (field === "attributes") return "must be an object of names and values";
  if (field.startsWith("attributes.")) return "must be a text, a number, true, false or null";
  return "must be a text of at least one character";
}

/**
 * The attributes of an item that rules can use. Its source group is the field `group`, otherwise the attribute `group`
 * (which KSTE imports write), otherwise the story's id. `kind`, `genre` and `gold` can be used in rules like
 * attributes, unless an attribute has that name.
 */
export function layoutItem(source: {
  id: string;
  kind?: string | undefined;
  story?: { id: string; genre?: string | undefined } | undefined;
  group?: string | undefined;
  gold?: unknown;
  attributes: Readonly<Record<string, AttributeValue>>;
}): LayoutItem {
  const story = source.story?.id ?? source.id;
  const groupAttribute = source.attributes.group;
  const group =
    source.group ?? (groupAttribute === undefined || groupAttribute === null ? story : String(groupAttribute));
  const facts: Record<string, AttributeValue> = {};
  if (source.kind !== undefined) facts.kind = source.kind;
  if (source.story?.genre) facts.genre = source.story.genre;
  const gold = goldValue(source.gold);
  if (gold !== null) facts.gold = gold;
  return { id: source.id, story, group, attributes: { ...facts, ...source.attributes } };
}

/** The value by which a rule distinguishes items; null if the item does not have it. */
export function layoutValue(item: LayoutItem, attribute: string): string | null {
  if (attribute === "story") return item.story;
  if (attribute === "group") return item.group;
  const value = item.attributes[attribute];
  return value === undefined || value === null || value === "" ? null : String(value);
}

function goldValue(gold: unknown): AttributeValue {
  if (typeof gold === "string" || typeof gold === "number" || typeof gold === "boolean") return gold;
  if (typeof gold === "object" && gold !== null && "consistent" in gold) {
    return gold.consistent === true ? "consistent" : "error";
  }
  return null;
}
