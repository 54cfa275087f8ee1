import type { KsteItem } from "../items/kste-item.ts";
import { removeErrorTags } from "../items/marks.ts";
import { readKnowledgePieces } from "./read-pieces.ts";

/** A piece of knowledge with its position in Unicode code points of the story, end exclusive; null for a paraphrase. */
export interface CodePointPiece {
  text: string;
  start: number | null;
  end: number | null;
}

/** The knowledge of an item in pieces, with their positions in its story without `<error>` and `<modified>` tags. */
export function locateStoryPieces(item: KsteItem): CodePointPiece[] {
  if (item.kind === "original") return [];
  const story = removeErrorTags(item.story);
  return readKnowledgePieces(story, item.implausibleKnowledge).map(({ text, place }) => {
    if (place === null) return { text, start: null, end: null };
    const start = codePoints(story.slice(0, place.start));
    return { text, start, end: start + codePoints(story.slice(place.start, place.end)) };
  });
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
