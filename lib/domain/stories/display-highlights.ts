import { type Display, listShownMarks } from "../items/kinds/ikd/display.ts";
import type { Highlight } from "../items/kinds/item-kind.ts";
import type { Anchor } from "./anchors/anchor.ts";

/** The highlights that a display condition shows, from an item's anchors. Unsound anchors have no highlight. */
export function displayHighlights(display: Display, anchors: readonly Anchor[]): Highlight[] {
  return listShownMarks(display).flatMap((mark) =>
    anchors
      .filter((anchor) => anchor.role === mark && anchor.damage === null && anchor.start < anchor.end)
      .map((anchor): Highlight => ({ range: [anchor.start, anchor.end], mark })),
  );
}
