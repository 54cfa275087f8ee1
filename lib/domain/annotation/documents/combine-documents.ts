import type { Anchor } from "../../stories/anchors/anchor.ts";
import { followText } from "../../stories/anchors/follow-edit.ts";
import { worded } from "../../words/words.ts";
import type { KsteDocument } from "./kste-document.ts";

type KeyOf<Union> = Union extends unknown ? keyof Union : never;

/** What copies of an item can be combined by, besides the words of the story: each text field, and all marks at once. */
export type CombinableField = Exclude<KeyOf<KsteDocument>, "kind" | "story">;

/** The copy, by its place among the documents, that each field is taken from. */
export type FieldChoices = ReadonlyMap<CombinableField, number>;

/**
 * The fields in which copies of one item do not all say the same, in the order of `fields`. Nothing said and an empty text
 * are the same; marks are the same when they stand on the same words, those of each copy carried to the story of the first.
 */
export function fieldsToCombine(
  documents: readonly KsteDocument[],
  fields: readonly CombinableField[],
): CombinableField[] {
  const story = documents[0]?.story ?? "";
  const reading = (document: KsteDocument, field: CombinableField) =>
    field === "anchors" ? placesOf(marksIn(document, story)) : said(document, field);
  return fields.filter((field) => new Set(documents.map((document) => reading(document, field))).size > 1);
}

/** What one copy says in a text field; "" where it says nothing. */
export function said(document: KsteDocument, field: Exclude<CombinableField, "anchors">): string {
  return (document[field as keyof KsteDocument] as string | null | undefined) ?? "";
}

/**
 * One document out of copies of the same item: `story` with each field from the copy that was chosen for it. A field that
 * no copy was chosen for, and the marks likewise, are those of the first copy. Marks are carried to `story` by the changes
 * that lead there; one whose words it does not have comes out damaged, to be looked at.
 */
export function combineDocuments(documents: readonly KsteDocument[], story: string, from: FieldChoices): KsteDocument {
  const [first] = documents;
  if (first === undefined) throw new RangeError("nothing to combine");
  const chosen = (field: CombinableField) => documents[from.get(field) ?? 0] ?? first;
  const texts = [...from.keys()].map((field) => [field, chosen(field)[field as keyof KsteDocument]]);
  const anchors = marksIn(chosen("anchors"), story);
  // Copies of one item are of one kind, so that each has the fields of the first.
  return { ...first, ...Object.fromEntries(texts), story, anchors } as KsteDocument;
}

/** The marks of a document as they stand in another text of its story. */
function marksIn(document: KsteDocument, story: string): Anchor[] {
  return followText({ story: worded(document.story), anchors: [...document.anchors] }, story).anchors;
}

function placesOf(anchors: readonly Anchor[]): string {
  return anchors
    .map(({ role, start, end }) => `${role} ${start} ${end}`)
    .sort()
    .join();
}
