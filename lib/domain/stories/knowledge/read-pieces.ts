import { wordsOf } from "../../words/words.ts";
import { foldVerbatim, verbatimRanges } from "./fold-verbatim.ts";
import { splitAtQuotations } from "./quoted-stretches.ts";
import { splitLists } from "./split-lists.ts";

/** One piece of what a character cannot know, as stated in the field of an item. */
export interface KnowledgePiece {
  /** The words of the story if the piece occurs there, otherwise the words of the field. */
  text: string;
  /** Half-open UTF-16 range of the story; null for a paraphrase, which does not occur verbatim in the story. */
  place: { start: number; end: number } | null;
  /** Half-open UTF-16 range of the field. */
  source: { start: number; end: number };
}

/** Minimum number of words of a piece. A shorter part is not distinctive: "the key" occurs in many positions. */
export const minPieceWords = 3;

/**
 * Parses the field `implausible_knowledge` into pieces. In the released data the field is one quotation, a list,
 * quotations joined by "and" or punctuation, a quotation with an ellipsis, or a paraphrase. A field that occurs
 * verbatim in the story gives one piece. Otherwise each item of a list is parsed separately. Quoted parts lose their
 * quotation marks and are split at ellipses. A part that does not occur in the story as a whole is searched sentence by
 * sentence; an unquoted part is also split at "and", "or" and punctuation. Quotation marks, dashes, case and white
 * space may differ. Parts of fewer than three words are not pieces, unless the field has no other content; an empty
 * field has no pieces. If a piece occurs at several positions in the story, the first unused position is chosen.
 */
export function readKnowledgePieces(story: string, field: string): KnowledgePiece[] {
  const reader = new PieceReader(story, field);
  const wholeRange = trimRange(field, { start: 0, end: field.length });
  if (wholeRange.start === wholeRange.end) return [];
  reader.readItem(wholeRange, () => {
    for (const item of splitLists(field, wholeRange)) reader.readItem(item, () => reader.readStretches(item));
  });
  return reader.pieces.length > 0 ? reader.pieces : [reader.pieceOf(stripOuterMarks(field, wholeRange), wholeRange)];
}

interface Range {
  start: number;
  end: number;
}

/** An ellipsis with optional editorial brackets; the spaced form is also accepted. */
const ELLIPSIS = /[[(<{]?(?:\.(?:\s?\.){2,}|…+)[\])>}]?/gu;
/** Positions at which a part may be split if it does not occur in the story as a whole. */
const SEAM = /(?<=[.!?]["'“”‘’»)]{0,3})\s|[;\n]|(?<=\s)[-–—]+(?=\s)/gu;
/** Separators of unquoted parts; text inside quotation marks is not split there. */
const JOIN = /(?<=[.!?]["'“”‘’»)]{0,3})\s|[;,\n|•·]|—+|--+|(?<=\s)(?:[-–]+|[/&*+]|and|or|as well as)(?=\s)/giu;
/**
 * If a field has more sentences than this, it is not a statement of knowledge and is not searched sentence by sentence.
 */
const maxUnits = 200;
const OUTER = /[\s"'“”‘’„‟«»‹›`´\\]/u;
const INNER_MARK = /["“”„‟«»]|(?<![\p{L}\p{N}])['‘]|['’](?![\p{L}\p{N}])/u;
const EDGE = /[\s"'“”‘’„‟«»‹›`´,.;:!?–—()[\]{}\\-]/u;
/** Punctuation between quotations that is left at the ends of a part. */
const EDGE_OF_PARAPHRASE = /[\s,;:()[\]–—]/u;

class PieceReader {
  readonly pieces: KnowledgePiece[] = [];
  readonly #field: string;
  readonly #story: string;
  readonly #folded: ReturnType<typeof foldVerbatim>;
  readonly #taken = new Set<number>();

  constructor(story: string, field: string) {
    this.#story = story;
    this.#field = field;
    this.#folded = foldVerbatim(story);
  }

  /** Reads a part of the field as one piece if the story contains it completely; otherwise splits it. */
  readItem(range: Range, otherwise: () => void): void {
    const bare = stripOuterMarks(this.#field, range);
    const inner = { start: range.start + 1, end: range.end - 1 };
    // Marks around text without inner marks belong to the field; other marks may be direct speech in the story.
    const isPlain = !INNER_MARK.test(this.#field.slice(bare.start, bare.end));
    const candidates = isPlain ? [bare] : [range, ...(OUTER.test(this.#field[range.start] ?? "") ? [inner] : []), bare];
    if (!candidates.some((wanted) => wanted.start < wanted.end && this.#take(wanted))) otherwise();
  }

  /** Reads the quoted parts of a range, and the text between them if it has content of its own. */
  readStretches(range: Range): void {
    for (const stretch of splitAtQuotations(this.#field, range)) {
      const trimmedRange = trimRange(this.#field, stretch);
      if (this.#take(trimmedRange)) continue;
      const seam = stretch.isQuoted ? SEAM : JOIN;
      for (const part of split(this.#field, trimmedRange, ELLIPSIS)) this.#readPart(part, seam);
    }
  }

  pieceOf(wanted: Range, source: Range): KnowledgePiece {
    const rangeInStory = this.#placeOf(wanted);
    if (rangeInStory === null)
      return { text: this.#field.slice(source.start, source.end), place: rangeInStory, source };
    return { text: this.#story.slice(rangeInStory.start, rangeInStory.end), place: rangeInStory, source: wanted };
  }

  /**
   * A part between ellipses: read completely, or without its outer punctuation, otherwise as the longest sequences of
   * its sentences.
   */
  #readPart(part: Range, seam: RegExp): void {
    const bare = stripEdges(this.#field, part, EDGE);
    if (this.#take(part) || this.#take(bare)) return;
    const units = split(this.#field, part, seam);
    let unreadStart = part.start;
    for (let at = 0; at < units.length && units.length <= maxUnits; ) {
      const run = this.#longestRun(units, at);
      if (run !== null) {
        this.#note({ start: unreadStart, end: run.range.start });
        this.#take(run.range) || this.#take(stripEdges(this.#field, run.range, EDGE));
        unreadStart = run.range.end;
      }
      at += run?.units ?? 1;
    }
    this.#note({ start: unreadStart, end: part.end });
  }

  /**
   * The longest sequence of units, starting at `from`, that occurs in the story as one passage; null if it is too
   * short.
   */
  #longestRun(units: readonly Range[], from: number): { range: Range; units: number } | null {
    let run: { range: Range; units: number } | null = null;
    for (let count = 1; from + count <= units.length; count += 1) {
      const range = { start: (units[from] as Range).start, end: (units[from + count - 1] as Range).end };
      if (this.#placeOf(stripEdges(this.#field, range, EDGE)) === null) break;
      run = { range, units: count };
    }
    return run !== null && this.#isLongEnough(run.range) ? run : null;
  }

  #isPiece(range: Range): boolean {
    return this.#isLongEnough(range) && this.#placeOf(range) !== null;
  }

  #take(range: Range): boolean {
    if (!this.#isPiece(range)) return false;
    const piece = this.pieceOf(range, range);
    this.#taken.add(piece.place?.start ?? -1);
    this.pieces.push(piece);
    return true;
  }

  #note(range: Range): void {
    const trimmedSource = stripEdges(this.#field, range, EDGE_OF_PARAPHRASE);
    if (this.#isLongEnough(trimmedSource))
      this.pieces.push({
        text: this.#field.slice(trimmedSource.start, trimmedSource.end),
        place: null,
        source: trimmedSource,
      });
  }

  #isLongEnough({ start, end }: Range): boolean {
    return wordsOf(this.#field.slice(start, end)).length >= minPieceWords;
  }

  #placeOf({ start, end }: Range): Range | null {
    const matches = verbatimRanges(this.#folded, this.#field.slice(start, end));
    return matches.find((place) => !this.#taken.has(place.start)) ?? matches[0] ?? null;
  }
}

/** The trimmed parts of a range between the matches of a pattern; empty parts are omitted. */
function split(text: string, { start, end }: Range, pattern: RegExp): Range[] {
  const parts: Range[] = [];
  let from = start;
  for (const match of text.slice(start, end).matchAll(pattern)) {
    parts.push({ start: from, end: start + match.index });
    from = start + match.index + match[0].length;
  }
  parts.push({ start: from, end });
  return parts.map((part) => trimRange(text, part)).filter((part) => part.start < part.end);
}

/** A range without the quotation marks around it; unchanged if no text would remain. */
function stripOuterMarks(text: string, range: Range): Range {
  const bare = stripEdges(text, range, OUTER);
  return bare.start < bare.end ? bare : range;
}

function stripEdges(text: string, range: Range, edge: RegExp): Range {
  let { start, end } = range;
  while (start < end && edge.test(text[start] as string)) start += 1;
  while (end > start && edge.test(text[end - 1] as string)) end -= 1;
  return { start, end };
}

function trimRange(text: string, range: Range): Range {
  return stripEdges(text, range, /\s/u);
}
