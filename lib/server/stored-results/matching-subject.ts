import { type ItemSelection, selectionOfText, textOfSelection } from "@/lib/domain/items/item-selection.ts";

const matchingSuffix = "/matching";
const selectionPrefix = " where ";

/**
 * Encodes the subject of a result, or of the same result that excludes answers to a text other than the item's, or is
 * limited to a selection of the items.
 */
export function encodeSubject(subject: string, withMismatches: boolean, items: ItemSelection | null = null): string {
  const selected = items === null ? "" : `${selectionPrefix}${textOfSelection(items)}`;
  return `${subject}${withMismatches ? "" : matchingSuffix}${selected}`;
}

/**
 * The parts of an encoded subject: the subject, whether its result counts answers to a text other than the item's, and
 * the selected items (null for all).
 */
export function decodeSubject(subject: string): {
  subject: string;
  withMismatches: boolean;
  items: ItemSelection | null;
} {
  const at = subject.indexOf(selectionPrefix);
  const items = at < 0 ? null : selectionOfText(subject.slice(at + selectionPrefix.length));
  const withoutSelection = at < 0 ? subject : subject.slice(0, at);
  if (!withoutSelection.endsWith(matchingSuffix)) return { subject: withoutSelection, withMismatches: true, items };
  return { subject: withoutSelection.slice(0, -matchingSuffix.length), withMismatches: false, items };
}
