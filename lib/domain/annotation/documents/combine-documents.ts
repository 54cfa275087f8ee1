import type { Anchor, AnchorRole } from "../../stories/anchors/anchor.ts";
import { followText } from "../../stories/anchors/follow-edit.ts";
import { parseWords } from "../../words/words.ts";
import type { KsteDocument } from "./kste-document.ts";

type KeyOf<Union> = Union extends unknown ? keyof Union : never;

/** A text field that can be copied from any copy of an item. The story and the marks are combined separately. */
export type CombinableField = Exclude<KeyOf<KsteDocument>, "kind" | "story" | "anchors">;

/** For each field, the index of the document whose value is used. */
export type FieldChoices = ReadonlyMap<CombinableField, number>;

/** A mark that only some of the copies have. */
export interface DisputedMark {
  /** The mark's role and its words in the story of the first copy. */
  key: string;
  role: AnchorRole;
  text: string;
  /** The indices of the documents of the copies that have the mark. */
  copies: number[];
}

/**
 * The fields in which copies of one item differ, in the order of `fields`. A missing text and an empty text are equal.
 */
export function listFieldsToCombine(
  documents: readonly KsteDocument[],
  fields: readonly CombinableField[],
): CombinableField[] {
  return fields.filter((field) => new Set(documents.map((document) => fieldContent(document, field))).size > 1);
}

/**
 * Finds the marks that only some of the copies have. Marks of other copies are mapped to the story of the first copy;
 * marks on the same words are then equal.
 */
export function findDisputedMarks(documents: readonly KsteDocument[]): DisputedMark[] {
  const story = documents[0]?.story ?? "";
  const marks = new Map<string, DisputedMark>();
  for (const [index, document] of documents.entries())
    for (const mark of mapMarks(document, story)) {
      const key = formatMarkKey(mark);
      const disputedMark = marks.get(key) ?? { key, role: mark.role, text: mark.text, copies: [] };
      marks.set(key, { ...disputedMark, copies: [...new Set([...disputedMark.copies, index])] });
    }
  return [...marks.values()].filter(({ copies }) => copies.length < documents.length);
}

/** The content of a text field in one copy; "" if missing. */
export function fieldContent(document: KsteDocument, field: CombinableField): string {
  return (document[field as keyof KsteDocument] as string | null | undefined) ?? "";
}

/**
 * Combines copies of one item into one document: `story`, each field from its chosen copy, the marks that every copy
 * has, and the marks in `kept`. Fields without a choice come from the first copy. Marks are mapped to `story` by
 * following the text changes. A mark whose words are missing in `story` becomes damaged and must be checked.
 */
export function combineDocuments(
  documents: readonly KsteDocument[],
  story: string,
  from: FieldChoices,
  kept: ReadonlySet<string>,
): KsteDocument {
  const [first] = documents;
  if (first === undefined) throw new RangeError("nothing to combine");
  const chooseDocument = (field: CombinableField) => documents[from.get(field) ?? 0] ?? first;
  const texts = [...from.keys()].map((field) => [field, chooseDocument(field)[field as keyof KsteDocument]]);
  // Copies of one item have the same kind and therefore the same fields as the first copy.
  return {
    ...first,
    ...Object.fromEntries(texts),
    story,
    anchors: combineMarks(documents, story, kept),
  } as KsteDocument;
}

function combineMarks(documents: readonly KsteDocument[], story: string, kept: ReadonlySet<string>): Anchor[] {
  const disputedKeys = new Set(findDisputedMarks(documents).map(({ key }) => key));
  const anchorsByKey = new Map<string, Anchor>();
  for (const [index, document] of documents.entries()) {
    const mappedAnchors = mapMarks(document, story);
    for (const [anchorIndex, mark] of mapMarks(document, documents[0]?.story ?? "").entries()) {
      const key = formatMarkKey(mark);
      const anchor = mappedAnchors[anchorIndex];
      if (anchor === undefined || anchorsByKey.has(key) || (disputedKeys.has(key) && !kept.has(key))) continue;
      const isIdUsed = [...anchorsByKey.values()].some(({ id }) => id === anchor.id);
      anchorsByKey.set(key, isIdUsed ? { ...anchor, id: `${anchor.id}-${index + 1}` } : anchor);
    }
  }
  return [...anchorsByKey.values()];
}

/** Maps the marks of a document to another version of its story. */
function mapMarks(document: KsteDocument, story: string): Anchor[] {
  return followText({ story: parseWords(document.story), anchors: [...document.anchors] }, story).anchors;
}

function formatMarkKey({ role, start, end }: Anchor): string {
  return `${role} ${start} ${end}`;
}
