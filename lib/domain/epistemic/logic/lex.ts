/** The kinds of token: a keyword or sign is its own kind; `number`, `name` and the infix verbs are classes. */
export type TokenKind =
  | "VARS"
  | "LAW"
  | "OBS"
  | "TRUE?"
  | "VALID?"
  | "WHERE?"
  | "Top"
  | "Bot"
  | "~"
  | "&"
  | "|"
  | "->"
  | "iff"
  | "AND"
  | "OR"
  | "XOR"
  | "ONEOF"
  | "Forall"
  | "Exists"
  | "K"
  | "Kw"
  | "knows that"
  | "knows whether"
  | "comknow that"
  | "comknow whether"
  | "distknow that"
  | "distknow whether"
  | ":"
  | ","
  | "("
  | ")"
  | "["
  | "]"
  | "{"
  | "}"
  | "<"
  | ">"
  | "!"
  | "?"
  | "number"
  | "name";

/** A place in a text, both counted from 1; columns count characters (code points), and a tab jumps to the next stop of 8. */
export interface Place {
  line: number;
  column: number;
}

export interface Token extends Place {
  kind: TokenKind;
  text: string;
}

export type LexResult = { ok: true; tokens: Token[] } | ({ ok: false } & Place);

/** Words that mean something; every other word is an agent's name. Three of them can be written in two ways. */
const wordKinds = new Map<string, TokenKind>([
  ...(
    ["VARS", "LAW", "OBS", "TRUE?", "VALID?", "WHERE?", "Top", "Bot", "iff", "AND", "OR", "XOR", "ONEOF"] as const
  ).map((word) => [word, word] as const),
  ...(["Forall", "Exists", "K", "Kw"] as const).map((word) => [word, word] as const),
  ["ForAll", "Forall"],
  ["not", "~"],
  ["Not", "~"],
]);

const signKinds = new Map<string, TokenKind>([
  ...([":", ",", "(", ")", "[", "]", "{", "}", "<", ">", "!", "?", "~", "&", "|"] as const).map(
    (sign) => [sign, sign] as const,
  ),
  ["¬", "~"],
  ["∧", "&"],
  ["∨", "|"],
  ["→", "->"],
]);

const spaces = /[ \t\n\v\f\r]/y;
const comment = /--[^\n]*/y;
/** The verbs with their single space come before names, because the longest match wins. */
const verb = /(?:knows|comknow|distknow) (?:whether|that)/y;
const word = /[A-Za-z][A-Za-z0-9]*/y;
const digits = /[0-9]+/y;

/**
 * Cuts an SMCDEL text into tokens; the whole text is read before any of it is parsed, so a bad character is reported
 * even behind a syntax error. The longest match wins: `Kate` is a name though it begins with the keyword `K`, and
 * `knows that` is one token only when written with exactly one space.
 *
 * Fails with the place of the first character that begins no token, or of a number above 2^53 - 1.
 */
export function lex(text: string): LexResult {
  const tokens: Token[] = [];
  const place = { line: 1, column: 1 };
  let offset = 0;
  while (offset < text.length) {
    const blank = matchAt(spaces, text, offset) ?? matchAt(comment, text, offset);
    if (blank !== null) {
      advance(place, blank);
      offset += blank.length;
      continue;
    }
    const token = tokenAt(text, offset);
    if (token === null) return { ok: false, ...place };
    tokens.push({ ...token, ...place });
    advance(place, token.text);
    offset += token.text.length;
  }
  return { ok: true, tokens };
}

function tokenAt(text: string, offset: number): { kind: TokenKind; text: string } | null {
  const phrase = matchAt(verb, text, offset);
  if (phrase !== null) return { kind: phrase as TokenKind, text: phrase };
  const name = matchAt(word, text, offset);
  if (name !== null) {
    const asked = `${name}?`;
    if (text.startsWith("?", offset + name.length) && wordKinds.has(asked)) {
      return { kind: wordKinds.get(asked)!, text: asked };
    }
    return { kind: wordKinds.get(name) ?? "name", text: name };
  }
  const number = matchAt(digits, text, offset);
  if (number !== null) return Number.isSafeInteger(Number(number)) ? { kind: "number", text: number } : null;
  if (text.startsWith("->", offset)) return { kind: "->", text: "->" };
  const sign = text[offset]!;
  const kind = signKinds.get(sign);
  return kind === undefined ? null : { kind, text: sign };
}

function matchAt(pattern: RegExp, text: string, offset: number): string | null {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0] ?? null;
}

function advance(place: Place, text: string): void {
  for (const character of text) {
    if (character === "\n") {
      place.line += 1;
      place.column = 1;
    } else if (character === "\t") {
      place.column += 8 - ((place.column - 1) % 8);
    } else {
      place.column += 1;
    }
  }
}
