import { type ItemSelection, selectionOfText, textOfSelection } from "@/lib/domain/items/item-selection.ts";

const mark = "/matching";
const where = " where ";

/**
 * The subject of a result, or of the same result without answers to another text than the item's, and over a selection
 * of the items.
 */
export function encodeSubject(subject: string, withMismatches: boolean, items: ItemSelection | null = null): string {
  const selected = items === null ? "" : `${where}${textOfSelection(items)}`;
  return `${subject}${withMismatches ? "" : mark}${selected}`;
}

/**
 * The same subject under its other name, whether its result counts answers to another text than the item's, and the
 * selected items; null for all items.
 */
export function decodeSubject(subject: string): {
  subject: string;
  withMismatches: boolean;
  items: ItemSelection | null;
} {
  const at = subject.indexOf(where);
  const items = at < 0 ? null : selectionOfText(subject.slice(at + where.length));
  const named = at < 0 ? subject : subject.slice(0, at);
  if (!named.endsWith(mark)) return { subject: named, withMismatches: true, items };
  return { subject: named.slice(0, -mark.length), withMismatches: false, items };
}
