import type { Anchor } from "../../stories/anchors/anchor.ts";
import { followText } from "../../stories/anchors/follow-edit.ts";
import { worded } from "../../words/words.ts";
import type { KsteDocument } from "./kste-document.ts";

type KeyOf<Union> = Union extends unknown ? keyof Union : never;

/** The parts of an item that can be chosen separately from the story text: each text field, and all marks together. */
export type CombinableField = Exclude<KeyOf<KsteDocument>, "kind" | "story">;

/** For each field, the index of the document it is taken from. */
export type FieldChoices = ReadonlyMap<CombinableField, number>;

/**
 * The fields in which copies of one item differ, in the order of `fields`. A missing text equals an empty text; marks
 * are equal if they cover the same words after each copy's marks are mapped to the story of the first.
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

/** The content of a text field in one copy; "" if missing. */
export function said(document: KsteDocument, field: Exclude<CombinableField, "anchors">): string {
  return (document[field as keyof KsteDocument] as string | null | undefined) ?? "";
}

/**
 * Combines copies of one item into one document: `story` with each field from its chosen copy. Fields without a choice,
 * and the marks, default to the first copy. Marks are mapped to `story` through the text changes; a mark whose words
 * are missing there becomes damaged and must be checked.
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

/** Maps the marks of a document to another version of its story. */
function marksIn(document: KsteDocument, story: string): Anchor[] {
  return followText({ story: worded(document.story), anchors: [...document.anchors] }, story).anchors;
}

function placesOf(anchors: readonly Anchor[]): string {
  return anchors
    .map(({ role, start, end }) => `${role} ${start} ${end}`)
    .sort()
    .join();
}
