import { sourceRange } from "../../words/fold.ts";
import { straightened } from "../../words/straighten.ts";
import { type Worded, type WordRange, worded, wordRangeOf, wordsOf } from "../../words/words.ts";
import { type Anchor, anchorOn } from "../anchors/anchor.ts";
import { anchorFromText, locate } from "../anchors/locate.ts";
import { readKnowledgePieces } from "../knowledge/read-pieces.ts";
import type { ErroneousStory, KsteItem } from "./kste-item.ts";
import { parseMarks, withoutErrorTags } from "./marks.ts";

/**
 * The anchors of an imported item: its knowledge by pieces (`readKnowledgePieces`); event and errors for an erroneous
 * story. Errors are located through the event, so words that occur twice are no problem; if the event is not in the
 * story each error is searched separately, near the best match of the event. A passage that is not found becomes a
 * damaged anchor.
 */
export function itemAnchors(item: KsteItem): Anchor[] {
  if (item.kind === "original") return [];
  const story = worded(withoutErrorTags(item.story));
  const knowledge = knowledgeAnchors(story, item.implausibleKnowledge);
  return item.kind === "knp" ? knowledge : [...knowledge, ...eventAnchors(story, item)];
}

/** Maximum number of pieces of a plausible list of knowledge; further ones stay in the text only. */
const maxPieces = 40;

function knowledgeAnchors(story: Worded, field: string): Anchor[] {
  return readKnowledgePieces(story.text, field)
    .slice(0, maxPieces)
    .map(({ text, place }, index): Anchor => {
      const id = index === 0 ? "knowledge" : `knowledge-${index + 1}`;
      const range = place === null ? null : wordRangeOf(story.words, place.start, place.end);
      if (range === null || range.start === range.end)
        return { id, role: "knowledge", start: 0, end: 0, text: text.trim(), damage: "not-found" };
      return anchorOn(story, id, "knowledge", range);
    });
}

/**
 * The exact character positions of an imported event and its errors in the story, by the id of their anchor: anchors
 * store words, but tags can be before a comma or after a space. Empty if the story does not contain the event exactly.
 */
export function importedRanges(item: ErroneousStory): Map<string, CharacterRange> {
  const story = worded(withoutErrorTags(item.story));
  const { plain, spans } = parseMarks(item.erroneousEvent, "error");
  const place = charactersInStory(story.text, plain);
  const ranges = new Map<string, CharacterRange>();
  if (place === null) return ranges;
  ranges.set("event", place(0, plain.length));
  const marked = spans.filter(({ start, end }) => wordsOf(plain.slice(start, end)).length > 0);
  // Two marks that share a word are numbered differently; their edges then follow the words.
  const errors = eventAnchors(story, item).filter(({ role }) => role === "error");
  if (errors.length === marked.length)
    marked.forEach(({ start, end }, index) => {
      ranges.set(`error-${index + 1}`, place(start, end));
    });
  return ranges;
}

interface CharacterRange {
  start: number;
  end: number;
}

function eventAnchors(story: Worded, item: ErroneousStory): Anchor[] {
  const { plain, spans } = parseMarks(item.erroneousEvent, "error");
  const event = anchorFromText(story, "event", "event", plain);
  const near = event.damage === null ? event.start : (locate(story, plain).places[0]?.start ?? 0);
  const place = placeInStory(story, plain) ?? (event.damage === null ? placeByWords(plain, event) : null);
  // Marks around punctuation only contain no word.
  const marked = spans.filter(({ start, end }) => wordsOf(plain.slice(start, end)).length > 0);
  const errors: Anchor[] = [];
  for (const { start, end } of marked) {
    const id = `error-${errors.length + 1}`;
    const found = place?.(start, end) ?? null;
    if (found === null) {
      errors.push(anchorFromText(story, id, "error", plain.slice(start, end), near));
      continue;
    }
    // Two marks can share a word if one ends inside it; the first one keeps it.
    const range = { start: Math.max(found.start, errors.at(-1)?.end ?? 0), end: found.end };
    if (range.start < range.end) errors.push(anchorOn(story, id, "error", range));
  }
  if (errors.length > 0 || item.error.trim() === "") return [event, ...errors];
  // An event without marks still has the error as a text.
  return [event, anchorFromText(story, "error-1", "error", item.error, near)];
}

type PlaceOf = (start: number, end: number) => WordRange | null;

/** The position of the event's words in a story that contains it, ignoring typography; null if it does not. */
function placeInStory(story: Worded, plain: string): PlaceOf | null {
  const place = charactersInStory(story.text, plain);
  if (place === null) return null;
  return (start, end) => {
    const range = place(start, end);
    const found = wordRangeOf(story.words, range.start, range.end);
    return found.start < found.end ? found : null;
  };
}

function charactersInStory(text: string, plain: string): ((start: number, end: number) => CharacterRange) | null {
  const story = straightened(text);
  const event = straightened(plain);
  const at = event.text === "" ? -1 : placeOf(story.text, event.text);
  if (at < 0) return null;
  const foldedAt = (place: number) => {
    const { offsets } = event;
    if (offsets === null) return Math.min(place, event.text.length);
    const index = offsets.findIndex((offset) => offset >= place);
    return index < 0 ? event.text.length : index;
  };
  return (start, end) => sourceRange(story, at + foldedAt(start), at + foldedAt(end));
}

/** The position of a text in another, case-sensitive if possible, otherwise ignoring case. */
function placeOf(text: string, wanted: string): number {
  const at = text.indexOf(wanted);
  const [lower, lowerWanted] = [text.toLowerCase(), wanted.toLowerCase()];
  // A few letters have another length in the other case, which shifts positions.
  if (at >= 0 || lower.length !== text.length || lowerWanted.length !== wanted.length) return at;
  return lower.indexOf(lowerWanted);
}

/** The same for an event whose words occur in the story in another case or with other punctuation. */
function placeByWords(plain: string, event: Anchor): PlaceOf | null {
  const words = wordsOf(plain);
  if (event.end - event.start !== words.length) return null;
  return (start, end) => {
    const range = wordRangeOf(words, start, end);
    return range.start < range.end ? { start: event.start + range.start, end: event.start + range.end } : null;
  };
}
