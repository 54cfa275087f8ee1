import type { Layer } from "@/components/annotation/story/layers.ts";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import { shownRange, worded } from "@/lib/domain/words/words.ts";

/** The marks of a document's story for drawing, without lost marks. */
export function storyMarks(document: KsteDocument): Layer[] {
  const story = worded(document.story);
  return document.anchors
    .filter((anchor) => anchor.damage !== "not-found")
    .map((anchor) => ({
      id: anchor.id,
      kind: anchor.damage !== null || anchor.start === anchor.end ? "broken" : anchor.role,
      ...shownRange(story, anchor),
    }));
}
