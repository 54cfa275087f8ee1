import type { Anchor } from "../../stories/anchors/anchor.ts";
import { importedRanges } from "../../stories/items/item-anchors.ts";
import type { ErroneousStory } from "../../stories/items/kste-item.ts";
import { markedFields } from "../../stories/items/marked-fields.ts";
import { foldVerbatim } from "../../stories/knowledge/fold-verbatim.ts";
import { readKnowledgePieces } from "../../stories/knowledge/read-pieces.ts";
import { parseWords, shownRange, textOfWords, type Word, type WordedText } from "../../words/words.ts";
import type { ErrorDocument, KsteDocument, NextActionDocument } from "./kste-document.ts";

/** The field `implausible_knowledge`, and the knowledge in a person's wording if the field quotes the story instead. */
export interface KnowledgeField {
  implausibleKnowledge: string;
  inWords: string | null;
}

/**
 * Computes the field `implausible_knowledge` of an edited item:
 * - Marks unchanged: the current wording, which has the imported bytes if no one edited it.
 * - Only words of a mark edited in the story: the imported wording with this part replaced.
 * - A person rewrote the wording and it quotes all marks: the new wording.
 * - Otherwise: the marked words (several as a list); `inWords` keeps the wording if it says more.
 */
export function computeKnowledgeField(
  document: ErrorDocument | NextActionDocument,
  importedDocument: ErrorDocument | NextActionDocument,
): KnowledgeField {
  const story = parseWords(document.story);
  const wording = document.implausibleKnowledge;
  const marks = marksOf(document);
  const importedMarks = marksOf(importedDocument);
  const isWordingUnchanged = wording === importedDocument.implausibleKnowledge;
  const markTexts = marks.map((anchor) => anchorText(story, anchor));
  const importedStory = parseWords(importedDocument.story);
  const importedTexts = importedMarks.map((anchor) => anchorText(importedStory, anchor));
  const isMarkTextUnchanged = toComparable(markTexts) === toComparable(importedTexts);
  if (isMarkTextUnchanged) return { implausibleKnowledge: wording, inWords: null };
  const isSameMarks = toComparable(marks.map(({ id }) => id)) === toComparable(importedMarks.map(({ id }) => id));
  if (isWordingUnchanged && isSameMarks) {
    const editedField = replaceEditedPieces(importedDocument, importedMarks, importedTexts, markTexts);
    if (editedField !== null) return { implausibleKnowledge: editedField, inWords: null };
  }
  const quotedTexts = marks.flatMap((anchor, index) => (isSound(anchor) ? [markTexts[index] as string] : []));
  if (quotedTexts.length === 0) return { implausibleKnowledge: wording, inWords: null };
  const isAllQuoted = quotedTexts.every((text) => foldVerbatim(wording).text.includes(foldVerbatim(text).text));
  if (isAllQuoted && !isWordingUnchanged) return { implausibleKnowledge: wording, inWords: null };
  const field =
    quotedTexts.length === 1
      ? (quotedTexts[0] as string)
      : quotedTexts.map((text) => `- "${text.replace(/\s+/gu, " ")}"`).join("\n");
  const isPlain = isAllQuoted && wording.length < quotedTexts.join("").length + 8;
  return { implausibleKnowledge: field, inWords: isPlain || wording.trim() === "" ? null : wording };
}

/**
 * Computes the fields `erroneous_event` and `error`. If event and errors have the same content as imported, the fields
 * have the imported bytes; otherwise they are generated from the story. A tag keeps its position next to a comma or a
 * quotation mark until a person moves the mark.
 */
export function computeEventFields(document: ErrorDocument, importedDocument: ErrorDocument, imported: ErroneousStory) {
  const story = parseWords(document.story);
  const storyThen = parseWords(importedDocument.story);
  const ranges = importedRanges(imported);
  const importedRangeOf = (anchor: Anchor) => {
    const range = ranges.get(anchor.id);
    const importedAnchor = importedDocument.anchors.find(({ id }) => id === anchor.id);
    if (range === undefined || importedAnchor === undefined || importedAnchor.start === importedAnchor.end)
      return shownRange(story, anchor);
    return keepUnchangedEdges(story, anchor, storyThen, importedAnchor, range);
  };
  const current = markedFields(story, document.anchors, importedRangeOf);
  const importedFields = markedFields(
    storyThen,
    importedDocument.anchors,
    (anchor) => ranges.get(anchor.id) ?? shownRange(storyThen, anchor),
  );
  if (current.erroneousEvent === null || current.erroneousEvent === importedFields.erroneousEvent)
    return { erroneousEvent: imported.erroneousEvent, error: imported.error };
  return { erroneousEvent: current.erroneousEvent, error: current.error ?? imported.error };
}

function marksOf(document: KsteDocument): Anchor[] {
  return document.anchors.filter(({ role }) => role === "knowledge");
}

function isSound(anchor: Anchor): boolean {
  return anchor.damage === null && anchor.start < anchor.end;
}

/** The current text of a mark; for a lost mark, its remembered text. */
function anchorText(story: WordedText, anchor: Anchor): string {
  return isSound(anchor) ? textOfWords(story, anchor) : `${anchor.damage ?? "empty"}: ${anchor.text}`;
}

function toComparable(texts: readonly string[]): string {
  return JSON.stringify(texts);
}

/** The imported field with each edited part replaced; null if the marks are not parts of the field. */
function replaceEditedPieces(
  importedDocument: ErrorDocument | NextActionDocument,
  marks: readonly Anchor[],
  importedTexts: readonly string[],
  currentTexts: readonly string[],
): string | null {
  const field = importedDocument.implausibleKnowledge;
  const pieces = readKnowledgePieces(importedDocument.story, field);
  if (pieces.length !== marks.length || marks.some((anchor) => !isSound(anchor))) return null;
  let text = "";
  let copiedLength = 0;
  for (const [index, { source }] of pieces.entries()) {
    if (source.start < copiedLength) return null;
    const importedText = field.slice(source.start, source.end);
    text +=
      field.slice(copiedLength, source.start) +
      (currentTexts[index] === importedTexts[index] ? importedText : (currentTexts[index] as string));
    copiedLength = source.end;
  }
  return text + field.slice(copiedLength);
}

/** The character range of a mark whose first and last words and surrounding marks are unchanged. */
function keepUnchangedEdges(
  story: WordedText,
  anchor: Anchor,
  storyThen: WordedText,
  old: Anchor,
  range: { start: number; end: number },
): { start: number; end: number } {
  const shown = shownRange(story, anchor);
  const findEdge = (
    word: Word | undefined,
    wordThen: Word | undefined,
    importedPosition: number,
    side: "start" | "end",
  ) => {
    if (word === undefined || wordThen === undefined || word.text !== wordThen.text) return null;
    const movedPosition = word[side] + importedPosition - wordThen[side];
    const [from, to] = [Math.min(movedPosition, word[side]), Math.max(movedPosition, word[side])];
    const [fromThen, toThen] = [Math.min(importedPosition, wordThen[side]), Math.max(importedPosition, wordThen[side])];
    return story.text.slice(from, to) === storyThen.text.slice(fromThen, toThen) ? movedPosition : null;
  };
  const start = findEdge(story.words[anchor.start], storyThen.words[old.start], range.start, "start");
  const end = findEdge(story.words[anchor.end - 1], storyThen.words[old.end - 1], range.end, "end");
  return { start: start ?? shown.start, end: end ?? shown.end };
}
