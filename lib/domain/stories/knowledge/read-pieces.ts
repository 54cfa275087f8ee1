import { wordsOf } from "../../words/words.ts";
import { foldedVerbatim, verbatimRanges } from "./fold-verbatim.ts";
import { quotedStretches } from "./quoted-stretches.ts";
import { splitLists } from "./split-lists.ts";

/** One piece of what a character cannot know, as stated in the field of an item. */
export interface KnowledgePiece {
  /** The words of the story for a piece that occurs there, otherwise the words of the field. */
  text: string;
  /** Half-open UTF-16 range of the story; null for a paraphrase, which does not occur verbatim in the story. */
  place: { start: number; end: number } | null;
  /** Half-open UTF-16 range of the field. */
  source: { start: number; end: number };
}

/** A part with fewer words is not distinctive: "the key" occurs in many positions. */
export const minPieceWords = 3;

/**
 * Parses the field `implausible_knowledge` into pieces. In the released data it is one quotation, a list, quotations
 * joined by "and" or punctuation, a quotation with an ellipsis, or a paraphrase. A field that occurs verbatim in the
 * story gives one piece; otherwise each item of a list is parsed separately, quoted parts are taken without their
 * quotation marks and split at ellipses, and a part that does not occur in the story as a whole is tried sentence by
 * sentence; an unquoted one is also split at "and", "or" and punctuation. Quotation marks, dashes, case and white space
 * may differ. Parts of fewer than three words are not pieces, unless the field has no other content; an empty field has
 * no pieces. Of several positions in the story the first free one is used.
 */
export function readKnowledgePieces(story: string, field: string): KnowledgePiece[] {
  const reader = new PieceReader(story, field);
  const whole = trimmedRange(field, { start: 0, end: field.length });
  if (whole.start === whole.end) return [];
  reader.readItem(whole, () => {
    for (const item of splitLists(field, whole)) reader.readItem(item, () => reader.readStretches(item));
  });
  return reader.pieces.length > 0 ? reader.pieces : [reader.pieceOf(withoutOuterMarks(field, whole), whole)];
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
/** A field with more sentences is not a statement of knowledge; it is not searched sentence by sentence. */
const maxUnits = 200;
const OUTER = /[\s"'“”‘’„‟«»‹›`´\\]/u;
const INNER_MARK = /["“”„‟«»]|(?<![\p{L}\p{N}])['‘]|['’](?![\p{L}\p{N}])/u;
const EDGE = /[\s"'“”‘’„‟«»‹›`´,.;:!?–—()[\]{}\\-]/u;
/** Punctuation between quotations that remains at the ends of a part. */
const BESIDE_NOTE = /[\s,;:()[\]–—]/u;

class PieceReader {
  readonly pieces: KnowledgePiece[] = [];
  readonly #field: string;
  readonly #story: string;
  readonly #folded: ReturnType<typeof foldedVerbatim>;
  readonly #taken = new Set<number>();

  constructor(story: string, field: string) {
    this.#story = story;
    this.#field = field;
    this.#folded = foldedVerbatim(story);
  }

  /** Takes a part of the field as one piece if the story contains it completely; otherwise splits it. */
  readItem(range: Range, otherwise: () => void): void {
    const bare = withoutOuterMarks(this.#field, range);
    const inner = { start: range.start + 1, end: range.end - 1 };
    // Marks around plain words belong to the field; others may be direct speech in the story.
    const isPlain = !INNER_MARK.test(this.#field.slice(bare.start, bare.end));
    const readings = isPlain ? [bare] : [range, ...(OUTER.test(this.#field[range.start] ?? "") ? [inner] : []), bare];
    if (!readings.some((wanted) => wanted.start < wanted.end && this.#take(wanted))) otherwise();
  }

  /** Takes the quoted parts of a range, and the text between them if it has content of its own. */
  readStretches(range: Range): void {
    for (const stretch of quotedStretches(this.#field, range)) {
      const trimmed = trimmedRange(this.#field, stretch);
      if (this.#take(trimmed)) continue;
      const seam = stretch.isQuoted ? SEAM : JOIN;
      for (const part of split(this.#field, trimmed, ELLIPSIS)) this.#readPart(part, seam);
    }
  }

  pieceOf(wanted: Range, source: Range): KnowledgePiece {
    const place = this.#placeOf(wanted);
    if (place === null) return { text: this.#field.slice(source.start, source.end), place, source };
    return { text: this.#story.slice(place.start, place.end), place, source: wanted };
  }

  /**
   * A part between ellipses: completely, without its outer punctuation, otherwise the longest sequences of its
   * sentences.
   */
  #readPart(part: Range, seam: RegExp): void {
    const bare = stripped(this.#field, part, EDGE);
    if (this.#take(part) || this.#take(bare)) return;
    const units = split(this.#field, part, seam);
    let unread = part.start;
    for (let at = 0; at < units.length && units.length <= maxUnits; ) {
      const run = this.#longestRun(units, at);
      if (run !== null) {
        this.#note({ start: unread, end: run.range.start });
        this.#take(run.range) || this.#take(stripped(this.#field, run.range, EDGE));
        unread = run.range.end;
      }
      at += run?.units ?? 1;
    }
    this.#note({ start: unread, end: part.end });
  }

  /** The longest sequence of units from `from` on that occurs in the story as one passage; null if it is too short. */
  #longestRun(units: readonly Range[], from: number): { range: Range; units: number } | null {
    let run: { range: Range; units: number } | null = null;
    for (let count = 1; from + count <= units.length; count += 1) {
      const range = { start: (units[from] as Range).start, end: (units[from + count - 1] as Range).end };
      if (this.#placeOf(stripped(this.#field, range, EDGE)) === null) break;
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
    const source = stripped(this.#field, range, BESIDE_NOTE);
    if (this.#isLongEnough(source))
      this.pieces.push({ text: this.#field.slice(source.start, source.end), place: null, source });
  }

  #isLongEnough({ start, end }: Range): boolean {
    return wordsOf(this.#field.slice(start, end)).length >= minPieceWords;
  }

  #placeOf({ start, end }: Range): Range | null {
    const places = verbatimRanges(this.#folded, this.#field.slice(start, end));
    return places.find((place) => !this.#taken.has(place.start)) ?? places[0] ?? null;
  }
}

/** The trimmed parts of a range between the matches of a pattern, without empty ones. */
function split(text: string, { start, end }: Range, pattern: RegExp): Range[] {
  const parts: Range[] = [];
  let from = start;
  for (const match of text.slice(start, end).matchAll(pattern)) {
    parts.push({ start: from, end: start + match.index });
    from = start + match.index + match[0].length;
  }
  parts.push({ start: from, end });
  return parts.map((part) => trimmedRange(text, part)).filter((part) => part.start < part.end);
}

/** A range without the quotation marks around it; unchanged if no text would remain. */
function withoutOuterMarks(text: string, range: Range): Range {
  const bare = stripped(text, range, OUTER);
  return bare.start < bare.end ? bare : range;
}

function stripped(text: string, range: Range, edge: RegExp): Range {
  let { start, end } = range;
  while (start < end && edge.test(text[start] as string)) start += 1;
  while (end > start && edge.test(text[end - 1] as string)) end -= 1;
  return { start, end };
}

function trimmedRange(text: string, range: Range): Range {
  return stripped(text, range, /\s/u);
}
