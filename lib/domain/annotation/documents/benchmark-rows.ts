import type { ItemRow } from "../../items/item.ts";
import { markAttributes } from "../../items/kinds/marks.ts";
import { followText } from "../../stories/anchors/follow-edit.ts";
import { parseWords } from "../../words/words.ts";
import { type ItemOrigin, toBenchmarkRow } from "./benchmark-row.ts";
import type { KsteDocument } from "./kste-document.ts";

/** A text to add to a benchmark, with its source. */
interface BenchmarkText {
  document: KsteDocument;
  origin: ItemOrigin;
}

/**
 * Converts texts into rows of an item file and copies the marks of erroneous stories to their originals. A condition
 * that highlights an event must mark both stories of a pair, otherwise the mark would reveal which one has the error.
 */
export function toBenchmarkRows(texts: readonly BenchmarkText[]): ItemRow[] {
  const erroneous = new Map<string, KsteDocument>();
  for (const { document, origin } of texts) {
    if (document.kind === "error" && !erroneous.has(origin.groupKey)) erroneous.set(origin.groupKey, document);
  }
  return texts.map(({ document, origin }) => toRowWithMarks(document, origin, erroneous.get(origin.groupKey)));
}

/** Converts one text into a row. An original gets the marks of its erroneous story if there is one. */
export function toRowWithMarks(
  document: KsteDocument,
  origin: ItemOrigin,
  erroneous: KsteDocument | undefined,
): ItemRow {
  const row = toBenchmarkRow(document, origin);
  if (document.kind !== "original" || erroneous === undefined) return row;
  return { ...row, attributes: { ...row.attributes, ...findMatchingMarks(erroneous, document.story) } };
}

/** Finds the marked words of an erroneous story in its original; a mark whose words are not found is omitted. */
function findMatchingMarks(version: KsteDocument, original: string): Record<string, string> {
  const intactAnchors = version.anchors.filter(({ damage, start, end }) => damage === null && start < end);
  const { anchors } = followText({ story: parseWords(version.story), anchors: [...intactAnchors] }, original);
  const marks: Record<string, string> = {};
  for (const role of ["event", "knowledge"] as const) {
    const ranges = anchors
      .filter((anchor) => anchor.role === role && anchor.start < anchor.end)
      .toSorted((left, right) => left.start - right.start)
      .map(({ start, end }) => `${start}-${end}`);
    if (ranges.length > 0) marks[markAttributes[role]] = ranges.join(" ");
  }
  return marks;
}
