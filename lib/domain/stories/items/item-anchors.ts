import { sourceRange } from "../../words/fold.ts";
import { straightenWithOffsets } from "../../words/straighten.ts";
import { parseWords, type WordedText, type WordRange, wordRangeOf, wordsOf } from "../../words/words.ts";
import { type Anchor, createAnchor } from "../anchors/anchor.ts";
import { anchorFromText, locate } from "../anchors/locate.ts";
import { readKnowledgePieces } from "../knowledge/read-pieces.ts";
import type { ErroneousStory, KsteItem } from "./kste-item.ts";
import { parseMarks, removeErrorTags } from "./marks.ts";

/**
 * Creates the anchors of an imported item: its knowledge, in pieces (`readKnowledgePieces`), and for an erroneous story
 * the event and the errors. Errors are located through the event, so words that occur twice are unambiguous. If the
 * event is not in the story, each error is searched separately, near the best match of the event. A passage that is not
 * found becomes a damaged anchor.
 */
export function itemAnchors(item: KsteItem): Anchor[] {
  if (item.kind === "original") return [];
  const story = parseWords(removeErrorTags(item.story));
  const knowledge = knowledgeAnchors(story, item.implausibleKnowledge);
  return item.kind === "knp" ? knowledge : [...knowledge, ...eventAnchors(story, item)];
}

/** Maximum number of anchors of a plausible list of knowledge; further pieces are kept in the text only. */
const maxPieces = 40;

function knowledgeAnchors(story: WordedText, field: string): Anchor[] {
  return readKnowledgePieces(story.text, field)
    .slice(0, maxPieces)
    .map(({ text, place }, index): Anchor => {
      const id = index === 0 ? "knowledge" : `knowledge-${index + 1}`;
      const range = place === null ? null : wordRangeOf(story.words, place.start, place.end);
      if (range === null || range.start === range.end)
        return { id, role: "knowledge", start: 0, end: 0, text: text.trim(), damage: "not-found" };
      return createAnchor(story, id, "knowledge", range);
    });
}

/**
 * The exact character positions of an imported event and its errors in the story, by anchor ID. They are needed because
 * anchors store words, but a tag can be before a comma or after a space. Empty if the story does not contain the event
 * exactly.
 */
export function importedRanges(item: ErroneousStory): Map<string, CharacterRange> {
  const story = parseWords(removeErrorTags(item.story));
  const { plain, spans } = parseMarks(item.erroneousEvent, "error");
  const toStoryCharacters = locateCharacters(story.text, plain);
  const ranges = new Map<string, CharacterRange>();
  if (toStoryCharacters === null) return ranges;
  ranges.set("event", toStoryCharacters(0, plain.length));
  const markedSpans = spans.filter(({ start, end }) => wordsOf(plain.slice(start, end)).length > 0);
  // If two marks share a word, their anchors are numbered differently; their edges then follow the words.
  const errors = eventAnchors(story, item).filter(({ role }) => role === "error");
  if (errors.length === markedSpans.length)
    markedSpans.forEach(({ start, end }, index) => {
      ranges.set(`error-${index + 1}`, toStoryCharacters(start, end));
    });
  return ranges;
}

interface CharacterRange {
  start: number;
  end: number;
}

function eventAnchors(story: WordedText, item: ErroneousStory): Anchor[] {
  const { plain, spans } = parseMarks(item.erroneousEvent, "error");
  const event = anchorFromText(story, "event", "event", plain);
  const nearPosition = event.damage === null ? event.start : (locate(story, plain).places[0]?.start ?? 0);
  const toStoryWords = locateEvent(story, plain) ?? (event.damage === null ? locateEventByWords(plain, event) : null);
  // Marks around punctuation alone contain no word.
  const markedSpans = spans.filter(({ start, end }) => wordsOf(plain.slice(start, end)).length > 0);
  const errors: Anchor[] = [];
  for (const { start, end } of markedSpans) {
    const id = `error-${errors.length + 1}`;
    const wordRange = toStoryWords?.(start, end) ?? null;
    if (wordRange === null) {
      errors.push(anchorFromText(story, id, "error", plain.slice(start, end), nearPosition));
      continue;
    }
    // Two marks can share a word if one ends inside it; the first mark keeps the word.
    const range = { start: Math.max(wordRange.start, errors.at(-1)?.end ?? 0), end: wordRange.end };
    if (range.start < range.end) errors.push(createAnchor(story, id, "error", range));
  }
  if (errors.length > 0 || item.error.trim() === "") return [event, ...errors];
  // An event without marks still has the error as text.
  return [event, anchorFromText(story, "error-1", "error", item.error, nearPosition)];
}

type ToStoryWords = (start: number, end: number) => WordRange | null;

/** The position of the event's words in a story that contains it, ignoring typography; null if it does not. */
function locateEvent(story: WordedText, plain: string): ToStoryWords | null {
  const toStoryCharacters = locateCharacters(story.text, plain);
  if (toStoryCharacters === null) return null;
  return (start, end) => {
    const range = toStoryCharacters(start, end);
    const wordRange = wordRangeOf(story.words, range.start, range.end);
    return wordRange.start < wordRange.end ? wordRange : null;
  };
}

function locateCharacters(text: string, plain: string): ((start: number, end: number) => CharacterRange) | null {
  const story = straightenWithOffsets(text);
  const event = straightenWithOffsets(plain);
  const at = event.text === "" ? -1 : indexIgnoringCase(story.text, event.text);
  if (at < 0) return null;
  const foldedAt = (position: number) => {
    const { offsets } = event;
    if (offsets === null) return Math.min(position, event.text.length);
    const index = offsets.findIndex((offset) => offset >= position);
    return index < 0 ? event.text.length : index;
  };
  return (start, end) => sourceRange(story, at + foldedAt(start), at + foldedAt(end));
}

/** The position of a text in another text; ignores case only if there is no exact match. */
function indexIgnoringCase(text: string, wanted: string): number {
  const exactIndex = text.indexOf(wanted);
  const [lower, lowerWanted] = [text.toLowerCase(), wanted.toLowerCase()];
  // A few letters change their length with the case, which would shift positions.
  if (exactIndex >= 0 || lower.length !== text.length || lowerWanted.length !== wanted.length) return exactIndex;
  return lower.indexOf(lowerWanted);
}

/** Like `locateEvent`, for an event whose words occur in the story with another case or punctuation. */
function locateEventByWords(plain: string, event: Anchor): ToStoryWords | null {
  const words = wordsOf(plain);
  if (event.end - event.start !== words.length) return null;
  return (start, end) => {
    const range = wordRangeOf(words, start, end);
    return range.start < range.end ? { start: event.start + range.start, end: event.start + range.end } : null;
  };
}
