import { wordsOf } from "../../words/words.ts";
import { foldedVerbatim, verbatimPlaces } from "./fold-verbatim.ts";
import { quotedStretches } from "./quoted-stretches.ts";
import { splitLists } from "./split-lists.ts";

/** One piece of what a character cannot know, as the field of an item states it. */
export interface KnowledgePiece {
  /** The words of the story for a piece that stands there, else the words of the field. */
  text: string;
  /** Half-open UTF-16 range of the story; null for a paraphrase, which the story does not hold word for word. */
  place: { start: number; end: number } | null;
  /** Half-open UTF-16 range of the field that says it. */
  source: { start: number; end: number };
}

/** A stretch of fewer words proves nothing: "the key" stands in many places. */
export const fewestWords = 3;

/**
 * Reads the field `implausible_knowledge` into pieces. In the released data it is one quotation, a list, quotations
 * joined by "and" or punctuation, a quotation with an ellipsis, or a paraphrase. A field that stands in the story as it
 * is gives one piece; otherwise each item of a list is taken by itself, quoted stretches are taken out of their quotation
 * marks and split at ellipses, and a stretch that does not stand in the story as a whole is tried sentence by sentence; one
 * that no one quoted also at "and", "or" and punctuation.
 * Quotation marks, dashes, case and white space may differ. Stretches of fewer than three words are no pieces, unless
 * the field says nothing else; an empty field has no pieces. Of several places in the story the first that is free.
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

/** An ellipsis with the brackets that an editor puts around it; the spaced form counts too. */
const ELLIPSIS = /[[(<{]?(?:\.(?:\s?\.){2,}|…+)[\])>}]?/gu;
/** Where a stretch may be parted when it does not stand in the story as a whole. */
const SEAM = /(?<=[.!?]["'“”‘’»)]{0,3})\s|[;\n]|(?<=\s)[-–—]+(?=\s)/gu;
/** Where parts that no one quoted are joined; what stands between quotation marks is not parted there. */
const JOIN = /(?<=[.!?]["'“”‘’»)]{0,3})\s|[;,\n|•·]|—+|--+|(?<=\s)(?:[-–]+|[/&*+]|and|or|as well as)(?=\s)/giu;
/** A field of more sentences is no statement of what someone knows; it is not searched sentence by sentence. */
const mostUnits = 200;
const OUTER = /[\s"'“”‘’„‟«»‹›`´\\]/u;
const INNER_MARK = /["“”„‟«»]|(?<![\p{L}\p{N}])['‘]|['’](?![\p{L}\p{N}])/u;
const EDGE = /[\s"'“”‘’„‟«»‹›`´,.;:!?–—()[\]{}\\-]/u;
/** What is left of the punctuation between quotations at the ends of what stands there. */
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

  /** Takes a part of the field as one piece where the story holds it whole; goes into it otherwise. */
  readItem(range: Range, otherwise: () => void): void {
    const bare = withoutOuterMarks(this.#field, range);
    const inner = { start: range.start + 1, end: range.end - 1 };
    // Marks that enclose nothing but plain words are the field's; others may be the story's own speech.
    const isPlain = !INNER_MARK.test(this.#field.slice(bare.start, bare.end));
    const readings = isPlain ? [bare] : [range, ...(OUTER.test(this.#field[range.start] ?? "") ? [inner] : []), bare];
    if (!readings.some((wanted) => wanted.start < wanted.end && this.#take(wanted))) otherwise();
  }

  /** Takes the quoted stretches of a part, and what stands between them where it says something by itself. */
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

  /** A part between ellipses: whole, without its outer punctuation, else the longest runs of its sentences. */
  #readPart(part: Range, seam: RegExp): void {
    const bare = stripped(this.#field, part, EDGE);
    if (this.#take(part) || this.#take(bare)) return;
    const units = split(this.#field, part, seam);
    let unread = part.start;
    for (let at = 0; at < units.length && units.length <= mostUnits; ) {
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

  /** The longest run of units from `from` on that stands in the story as one stretch; null when it is too short. */
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
    return wordsOf(this.#field.slice(start, end)).length >= fewestWords;
  }

  #placeOf({ start, end }: Range): Range | null {
    const places = verbatimPlaces(this.#folded, this.#field.slice(start, end));
    return places.find((place) => !this.#taken.has(place.start)) ?? places[0] ?? null;
  }
}

/** The trimmed parts of a range between the matches of a pattern, the empty ones left out. */
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

/** A range without the quotation marks around it; unchanged when nothing would be left. */
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
