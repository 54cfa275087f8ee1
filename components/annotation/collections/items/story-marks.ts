import type { Layer } from "@/components/annotation/story/layers.ts";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import { parseWords, shownRange } from "@/lib/domain/words/words.ts";

/** The marks of a document's story as layers. Marks whose words are no longer in the text are omitted. */
export function storyMarks(document: KsteDocument): Layer[] {
  const story = parseWords(document.story);
  return document.anchors
    .filter((anchor) => anchor.damage !== "not-found")
    .map((anchor) => ({
      id: anchor.id,
      kind: anchor.damage !== null || anchor.start === anchor.end ? "broken" : anchor.role,
      ...shownRange(story, anchor),
    }));
}
