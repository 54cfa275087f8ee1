import type { ItemRow } from "../../items/item.ts";
import { markAttributes } from "../../items/kinds/marks.ts";
import { followText } from "../../stories/anchors/follow-edit.ts";
import { worded } from "../../words/words.ts";
import { benchmarkRow, type ItemOrigin } from "./benchmark-row.ts";
import type { KsteDocument } from "./kste-document.ts";

/** A text on its way into a benchmark, with where it comes from. */
interface BenchmarkText {
  document: KsteDocument;
  origin: ItemOrigin;
}

/**
 * Texts as rows of an item file, the marks of erroneous stories carried over to the originals they were made from. A
 * condition that highlights an event marks both of a pair, or the mark would say which of them has the error.
 */
export function benchmarkRows(texts: readonly BenchmarkText[]): ItemRow[] {
  const erroneous = new Map<string, KsteDocument>();
  for (const { document, origin } of texts) {
    if (document.kind === "error" && !erroneous.has(origin.groupKey)) erroneous.set(origin.groupKey, document);
  }
  return texts.map(({ document, origin }) => pairedRow(document, origin, erroneous.get(origin.groupKey)));
}

/** One text as a row; an original takes over the marks of the erroneous story that was made from it, where there is one. */
export function pairedRow(document: KsteDocument, origin: ItemOrigin, erroneous: KsteDocument | undefined): ItemRow {
  const row = benchmarkRow(document, origin);
  if (document.kind !== "original" || erroneous === undefined) return row;
  return { ...row, attributes: { ...row.attributes, ...matchingMarks(erroneous, document.story) } };
}

/** Where the marked words of an erroneous story stand in its original; a mark without words there is left out. */
function matchingMarks(version: KsteDocument, original: string): Record<string, string> {
  const sound = version.anchors.filter(({ damage, start, end }) => damage === null && start < end);
  const { anchors } = followText({ story: worded(version.story), anchors: [...sound] }, original);
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
