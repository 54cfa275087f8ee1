const mark = "[ \\t>#*_-]*";
const fieldLabel = new RegExp(`^${mark}logical[ \\t]+errors?(?:\\(s\\))?[*_ ]*(?::[*_]*|$)`, "gimu");
const nextLabel = new RegExp(
  `^${mark}(?:reasoning|logical[ \\t]+errors?(?:\\(s\\))?|conclusion|verdict|(?:final )?answer)[*_ ]*(?::|$)`,
  "imu",
);

/** The field "Logical Error" of a reply. */
export interface ErrorField {
  start: number;
  end: number;
  quotes: string[];
  /** Whether the field states explicitly that there is no error to quote. */
  isNone: boolean;
}

/** Every field "Logical Error" in order. A field ends at the next field or at the end of the text. */
export function findErrorFields(text: string): ErrorField[] {
  return [...text.matchAll(fieldLabel)].map((match) => {
    const start = match.index + match[0].length;
    const rest = text.slice(start);
    const next = nextLabel.exec(rest);
    const end = start + (next?.index ?? rest.length);
    const content = text.slice(start, end);
    return { start, end, quotes: findQuotes(content), isNone: isNoneText(content) };
  });
}

/** Whether a field contains only NA, N/A or None. */
export function isNoneText(text: string): boolean {
  return /^[^\p{L}]*(?:n\/?\.?a\.?|none|nil)[^\p{L}]*$/iu.test(text);
}

/**
 * The texts in quotation marks, in order: curly pairs, which may be nested, and straight pairs; without any of these,
 * single quotation marks. An apostrophe does not begin a quotation.
 */
export function findQuotes(text: string): string[] {
  const doubleQuoted = findPairedQuotes(text, {
    "\u201c": "\u201d",
    '"': '"',
    "\u201e": "\u201c\u201d",
    "\u00ab": "\u00bb",
  });
  return doubleQuoted.length > 0 ? doubleQuoted : findSingleQuotes(text);
}

function findPairedQuotes(text: string, marks: Readonly<Record<string, string>>): string[] {
  const quotes: string[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const opening = text[at] ?? "";
    const closings = marks[opening];
    if (closings === undefined) continue;
    const end = endOfQuote(text, at, opening, closings);
    if (end < 0) continue;
    const quote = text
      .slice(at + 1, end)
      .replace(/\s+/gu, " ")
      .trim();
    if (quote !== "" && !isNoneText(quote)) quotes.push(quote);
    at = end;
  }
  return quotes;
}

function endOfQuote(text: string, start: number, opening: string, closings: string): number {
  let depth = 1;
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (closings.includes(character)) depth -= 1;
    else if (character === opening) depth += 1;
    if (depth === 0) return at;
  }
  const straight = text.indexOf('"', start + 1);
  return opening === '"' ? -1 : straight;
}

function findSingleQuotes(text: string): string[] {
  const pattern = /(?<![\p{L}\p{N}])['\u2018](?=\S)([\s\S]*?\S)['\u2019](?![\p{L}\p{N}])/gu;
  return [...text.matchAll(pattern)]
    .map((match) => (match[1] ?? "").replace(/\s+/gu, " ").trim())
    .filter((quote) => !isNoneText(quote));
}

/** The quotes in a JSON value: the texts of a list, or the quoted parts of a text, or else the whole text. */
export function quotesOfValue(value: unknown): { quotes: string[]; isNone: boolean } {
  if (Array.isArray(value)) {
    const quotes = value.filter((entry) => typeof entry === "string").flatMap((entry) => quotesOfValue(entry).quotes);
    return { quotes, isNone: quotes.length === 0 };
  }
  if (typeof value !== "string" || value.trim() === "" || isNoneText(value)) return { quotes: [], isNone: true };
  const quotes = findQuotes(value);
  const outside = value.replace(/"[^"]*"|\u201c[^\u201d]*\u201d/gu, "").replace(/\b(?:and|or|then)\b/giu, "");
  const isList = quotes.length > 0 && !/[\p{L}\p{N}]/u.test(outside);
  return { quotes: isList ? quotes : [value.trim()], isNone: false };
}
