import type { Anchor } from "../../stories/anchors/anchor.ts";
import { importedRanges } from "../../stories/items/item-anchors.ts";
import type { ErroneousStory } from "../../stories/items/kste-item.ts";
import { markedFields } from "../../stories/items/marked-fields.ts";
import { foldedVerbatim } from "../../stories/knowledge/fold-verbatim.ts";
import { readKnowledgePieces } from "../../stories/knowledge/read-pieces.ts";
import { shownRange, textOfWords, type Word, type Worded, worded } from "../../words/words.ts";
import type { ErrorDocument, KsteDocument, NextActionDocument } from "./kste-document.ts";

/** The field `implausible_knowledge`, and the knowledge in a person's wording if the field quotes the story instead. */
export interface KnowledgeField {
  implausibleKnowledge: string;
  inWords: string | null;
}

/**
 * Computes the field after the work on an item; `before` is the imported document. If marks and wording are unchanged,
 * the field has the imported bytes. If a person rewrote the wording, it has the new wording. If the words of a mark
 * were edited in the story, this part of the field is edited. If marks were moved, added or removed, it has the marked
 * words (several as a list), and `inWords` has the wording if it differs.
 */
export function knowledgeField(
  document: ErrorDocument | NextActionDocument,
  before: ErrorDocument | NextActionDocument,
): KnowledgeField {
  const story = worded(document.story);
  const words = document.implausibleKnowledge;
  const now = marksOf(document);
  const then = marksOf(before);
  const isTextKept = words === before.implausibleKnowledge;
  const textsNow = now.map((anchor) => anchorText(story, anchor));
  const storyThen = worded(before.story);
  const textsThen = then.map((anchor) => anchorText(storyThen, anchor));
  const isMarkKept = canonical(textsNow) === canonical(textsThen);
  if (isMarkKept) return { implausibleKnowledge: words, inWords: null };
  const isSameMarks = canonical(now.map(({ id }) => id)) === canonical(then.map(({ id }) => id));
  if (isTextKept && isSameMarks) {
    const field = withReplacedPieces(before, then, textsThen, textsNow);
    if (field !== null) return { implausibleKnowledge: field, inWords: null };
  }
  const quoted = now.flatMap((anchor, index) => (isSound(anchor) ? [textsNow[index] as string] : []));
  if (quoted.length === 0) return { implausibleKnowledge: words, inWords: null };
  const isAllQuoted = quoted.every((text) => foldedVerbatim(words).text.includes(foldedVerbatim(text).text));
  if (isAllQuoted && !isTextKept) return { implausibleKnowledge: words, inWords: null };
  const field =
    quoted.length === 1 ? (quoted[0] as string) : quoted.map((text) => `- "${text.replace(/\s+/gu, " ")}"`).join("\n");
  const isPlain = isAllQuoted && words.length < quoted.join("").length + 8;
  return { implausibleKnowledge: field, inWords: isPlain || words.trim() === "" ? null : words };
}

/**
 * The fields `erroneous_event` and `error`. They have the imported bytes if event and errors have the same content;
 * otherwise they are generated from the story. A tag keeps its position next to a comma or a quotation mark until a
 * person moves the mark.
 */
export function eventFields(document: ErrorDocument, before: ErrorDocument, imported: ErroneousStory) {
  const story = worded(document.story);
  const storyThen = worded(before.story);
  const ranges = importedRanges(imported);
  const rangeOf = (anchor: Anchor) => {
    const range = ranges.get(anchor.id);
    const old = before.anchors.find(({ id }) => id === anchor.id);
    if (range === undefined || old === undefined || old.start === old.end) return shownRange(story, anchor);
    return keptEdges(story, anchor, storyThen, old, range);
  };
  const now = markedFields(story, document.anchors, rangeOf);
  const then = markedFields(
    storyThen,
    before.anchors,
    (anchor) => ranges.get(anchor.id) ?? shownRange(storyThen, anchor),
  );
  if (now.erroneousEvent === null || now.erroneousEvent === then.erroneousEvent)
    return { erroneousEvent: imported.erroneousEvent, error: imported.error };
  return { erroneousEvent: now.erroneousEvent, error: now.error ?? imported.error };
}

function marksOf(document: KsteDocument): Anchor[] {
  return document.anchors.filter(({ role }) => role === "knowledge");
}

function isSound(anchor: Anchor): boolean {
  return anchor.damage === null && anchor.start < anchor.end;
}

/** The current text of a mark; for a lost mark, its remembered text. */
function anchorText(story: Worded, anchor: Anchor): string {
  return isSound(anchor) ? textOfWords(story, anchor) : `${anchor.damage ?? "empty"}: ${anchor.text}`;
}

function canonical(texts: readonly string[]): string {
  return JSON.stringify(texts);
}

/** The imported field with each edited part replaced; null if the marks are not parts of the field. */
function withReplacedPieces(
  before: ErrorDocument | NextActionDocument,
  marks: readonly Anchor[],
  then: readonly string[],
  now: readonly string[],
): string | null {
  const field = before.implausibleKnowledge;
  const pieces = readKnowledgePieces(before.story, field);
  if (pieces.length !== marks.length || marks.some((anchor) => !isSound(anchor))) return null;
  let text = "";
  let done = 0;
  for (const [index, { source }] of pieces.entries()) {
    if (source.start < done) return null;
    const said = field.slice(source.start, source.end);
    text += field.slice(done, source.start) + (now[index] === then[index] ? said : (now[index] as string));
    done = source.end;
  }
  return text + field.slice(done);
}

/** The character range of a mark whose first and last words and surrounding marks are unchanged. */
function keptEdges(
  story: Worded,
  anchor: Anchor,
  storyThen: Worded,
  old: Anchor,
  range: { start: number; end: number },
): { start: number; end: number } {
  const shown = shownRange(story, anchor);
  const edge = (word: Word | undefined, wordThen: Word | undefined, place: number, side: "start" | "end") => {
    if (word === undefined || wordThen === undefined || word.text !== wordThen.text) return null;
    const moved = word[side] + place - wordThen[side];
    const [from, to] = [Math.min(moved, word[side]), Math.max(moved, word[side])];
    const [fromThen, toThen] = [Math.min(place, wordThen[side]), Math.max(place, wordThen[side])];
    return story.text.slice(from, to) === storyThen.text.slice(fromThen, toThen) ? moved : null;
  };
  const start = edge(story.words[anchor.start], storyThen.words[old.start], range.start, "start");
  const end = edge(story.words[anchor.end - 1], storyThen.words[old.end - 1], range.end, "end");
  return { start: start ?? shown.start, end: end ?? shown.end };
}
