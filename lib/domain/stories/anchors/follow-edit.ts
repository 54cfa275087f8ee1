import { applyEdit, type Edit, editBetween } from "../../words/edit.ts";
import { parseWords, shownRange, textOfWords, type WordedText, type WordRange } from "../../words/words.ts";
import { changesBetween } from "../diff/changes.ts";
import type { Anchor } from "./anchor.ts";
import { findOccurrences } from "./find-words.ts";
import { findWordChange, type WordChange } from "./word-change.ts";

/** A story with its anchors. */
export interface AnchoredStory {
  story: WordedText;
  anchors: Anchor[];
}

/**
 * Updates anchors for one edit.
 *
 * Words that the edit did not touch stay covered by the same anchors. New words belong to an anchor if the edit is
 * inside its displayed range (between its first and its last character, closing punctuation included); at the edges of
 * the range they stay outside. After an edit that crosses an edge the anchor keeps its remaining words and is marked
 * `cut`; after an edit that removes all its words it is empty at their position. If the same words are inserted there
 * again, it becomes sound. A large replacement that keeps most words (a paragraph pasted over itself) is followed word
 * by word.
 */
export function followEdit(before: AnchoredStory, edit: Edit): AnchoredStory {
  return splitIntoSteps(before.story, edit).reduce(followStep, before);
}

/** Maps anchors to another text of the same story (a candidate, a branch, a restored version), change by change. */
export function followText(before: AnchoredStory, text: string): AnchoredStory {
  // From the last change to the first, so that the positions of earlier changes stay valid.
  return changesBetween(before.story.text, text)
    .reverse()
    .map((change) => ({ start: change.oldStart, end: change.oldEnd, text: change.newText }))
    .reduce(followStep, before);
}

function followStep({ story, anchors }: AnchoredStory, edit: Edit): AnchoredStory {
  const next = parseWords(applyEdit(story.text, edit));
  const change = findWordChange(story.words, next.words, edit);
  return { story: next, anchors: anchors.map((anchor) => updateAnchor(story, next, anchor, edit, change)) };
}

function updateAnchor(before: WordedText, after: WordedText, anchor: Anchor, edit: Edit, change: WordChange): Anchor {
  if (anchor.damage === "not-found") return anchor;
  const range =
    change.start === change.end
      ? rangeAfterInsertion(before, anchor, edit, change)
      : rangeAfterReplacement(anchor, change);
  const damage = range.start === range.end ? null : range.cut ? "cut" : anchor.damage;
  const movedAnchor: Anchor = { ...anchor, start: range.start, end: range.end, damage };
  const wasSound = anchor.damage === null && anchor.start < anchor.end;
  if (!wasSound) return healAnchor(after, movedAnchor, change);
  const isSound = damage === null && range.start < range.end;
  return isSound && isTouched(anchor, change) ? { ...movedAnchor, text: textOfWords(after, movedAnchor) } : movedAnchor;
}

/** Whether the edit changed or inserted words in the anchor, so that its remembered text is out of date. */
function isTouched(anchor: WordRange, change: WordChange): boolean {
  return change.start <= anchor.end && change.end >= anchor.start;
}

/**
 * The range after an edit that changed no old word: new words (or only punctuation and spaces) were inserted before
 * word `change.start`.
 */
function rangeAfterInsertion(
  before: WordedText,
  anchor: Anchor,
  edit: Edit,
  change: WordChange,
): WordRange & { cut?: boolean } {
  const { start, end } = anchor;
  const addedWords = change.newEnd - change.start;
  if (change.start < start) return { start: start + addedWords, end: end + addedWords };
  if (change.start > end || start === end) return { start, end };
  if (change.start > start && change.start < end) return { start, end: end + addedWords };
  const displayedRange = shownRange(before, anchor);
  if (change.start === start) {
    return edit.start > displayedRange.start
      ? { start, end: end + addedWords }
      : { start: start + addedWords, end: end + addedWords };
  }
  return edit.end < displayedRange.end ? { start, end: end + addedWords } : { start, end };
}

/**
 * The range after an edit by which old words `change.start` to `change.end` became `change.start` to `change.newEnd`.
 */
function rangeAfterReplacement(anchor: Anchor, change: WordChange): WordRange & { cut?: boolean } {
  const { start, end } = anchor;
  const delta = change.newEnd - change.end;
  if (start === end) return emptyRangeAfter(start, change);
  if (change.start >= end) return { start, end };
  if (change.end <= start) return { start: start + delta, end: end + delta };
  if (start <= change.start && change.end <= end) return { start, end: end + delta };
  if (start <= change.start) return { start, end: change.headSurvives ? change.start + 1 : change.start, cut: true };
  const first = change.tailSurvives && change.end <= end ? change.newEnd - 1 : change.newEnd;
  if (change.end <= end) return { start: first, end: end + delta, cut: true };
  return { start: change.start, end: change.start, cut: true };
}

function emptyRangeAfter(at: number, change: WordChange): WordRange {
  if (at <= change.start) return { start: at, end: at };
  const position = at >= change.end ? at + change.newEnd - change.end : change.start;
  return { start: position, end: position };
}

/**
 * Makes a cut or empty anchor sound again if its words are at its position and the edit inserted some of these words.
 * Equal words that were already next to the anchor do not count.
 */
function healAnchor(story: WordedText, anchor: Anchor, change: WordChange): Anchor {
  const matches = findOccurrences(story.words, anchor.text).filter(
    (range) =>
      range.start <= anchor.end && range.end >= anchor.start && range.start < change.newEnd && range.end > change.start,
  );
  return matches.length === 1 ? { ...anchor, ...matches[0], damage: null } : anchor;
}

/** Minimum share of the words of a replaced passage that must be kept for the passage to be followed word by word. */
const KEPT_SHARE = 0.5;

/** Splits one edit into steps that describe as precisely as possible what happened to each word. */
function splitIntoSteps(story: WordedText, edit: Edit): Edit[] {
  const removedText = story.text.slice(edit.start, edit.end);
  if (removedText === "") return insertionSteps(story.text, edit);
  if (isCutToCapital(removedText, edit.text)) return splitCutToCapital(edit);
  if (edit.text === "" || removedText.length < 2 || edit.text.length < 2) return [edit];
  const changes = changesBetween(removedText, edit.text);
  const lostCharacters = changes.reduce((sum, change) => sum + change.oldEnd - change.oldStart, 0);
  if (lostCharacters > removedText.length * (1 - KEPT_SHARE)) return [edit];
  return changes
    .reverse()
    .map((change) => ({ start: edit.start + change.oldStart, end: edit.start + change.oldEnd, text: change.newText }));
}

/**
 * Whether a clause was cut from the front of a sentence and the next word was capitalised in place: "Not knowing it,
 * s|he went" became "S|he went". The capitalised word counts as the same word.
 */
function isCutToCapital(removed: string, text: string): boolean {
  const [oldLast, newLast] = [removed.at(-1) ?? "", text.at(-1) ?? ""];
  const begins = (part: string) => !LETTER.test(part.at(-2) ?? " ");
  return (
    removed.length > 1 &&
    oldLast !== newLast &&
    oldLast.toLowerCase() === newLast.toLowerCase() &&
    begins(removed) &&
    begins(text)
  );
}

function splitCutToCapital({ start, end, text }: Edit): Edit[] {
  return [
    { start: end - 1, end, text: text.slice(-1) },
    { start, end: end - 1, text: text.slice(0, -1) },
  ];
}

const LETTER = /[\p{L}\p{N}]/u;

/**
 * Splits text that is inserted directly after or before a word: the letters joined to the word are one step, the rest
 * another. After the last word of an anchor, "s, then he left" therefore changes that word and leaves the rest outside.
 */
function insertionSteps(text: string, edit: Edit): Edit[] {
  const at = edit.start;
  const suffixLength =
    at > 0 && LETTER.test(text.slice(at - 1, at)) ? (/^[\p{L}\p{N}'’]+/u.exec(edit.text)?.[0].length ?? 0) : 0;
  const prefixLength = LETTER.test(text.slice(at, at + 1)) ? (/[\p{L}\p{N}'’]+$/u.exec(edit.text)?.[0].length ?? 0) : 0;
  if (suffixLength + prefixLength >= edit.text.length || suffixLength + prefixLength === 0) return [edit];
  const middle = edit.text.slice(suffixLength, edit.text.length - prefixLength);
  const result: Edit[] = [];
  // The separating middle is the first step, because it splits a word if the text was inserted inside a word.
  result.push({ start: at, end: at, text: middle });
  if (prefixLength > 0) {
    const end = at + middle.length;
    result.push({ start: end, end: end, text: edit.text.slice(edit.text.length - prefixLength) });
  }
  if (suffixLength > 0) result.push({ start: at, end: at, text: edit.text.slice(0, suffixLength) });
  return result;
}

/** Converts a change of a text field to an edit and updates the anchors; `caret` as in `editBetween`. */
export function followTyping(before: AnchoredStory, text: string, caret?: number): AnchoredStory {
  const edit = editBetween(before.story.text, text, caret);
  return edit === null ? before : followEdit(before, edit);
}
