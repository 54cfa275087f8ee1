import { type ItemSelection, selectionOfText, textOfSelection } from "@/lib/domain/items/item-selection.ts";

const matchingSuffix = "/matching";
const selectionPrefix = " where ";

/**
 * Encodes the subject of a result. A suffix marks a result that excludes answers to a text other than the item's, or
 * that is limited to a selection of the items.
 */
export function encodeSubject(subject: string, withMismatches: boolean, items: ItemSelection | null = null): string {
  const selectionSuffix = items === null ? "" : `${selectionPrefix}${textOfSelection(items)}`;
  return `${subject}${withMismatches ? "" : matchingSuffix}${selectionSuffix}`;
}

/**
 * The parts of an encoded subject: the subject, whether answers to a text other than the item's are counted, and the
 * selected items (null for all items).
 */
export function decodeSubject(subject: string): {
  subject: string;
  withMismatches: boolean;
  items: ItemSelection | null;
} {
  const selectionStart = subject.indexOf(selectionPrefix);
  const items = selectionStart < 0 ? null : selectionOfText(subject.slice(selectionStart + selectionPrefix.length));
  const withoutSelection = selectionStart < 0 ? subject : subject.slice(0, selectionStart);
  if (!withoutSelection.endsWith(matchingSuffix)) return { subject: withoutSelection, withMismatches: true, items };
  return { subject: withoutSelection.slice(0, -matchingSuffix.length), withMismatches: false, items };
}
