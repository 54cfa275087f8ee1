/**
 * The kinds of tokens. Each keyword and sign is a kind of its own; `number`, `name` and the infix verbs are classes.
 */
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

/**
 * A position in a text. Line and column start at 1. Columns count characters (code points); a tab advances to the next
 * multiple of 8.
 */
export interface TextPosition {
  line: number;
  column: number;
}

export interface FormulaToken extends TextPosition {
  kind: TokenKind;
  text: string;
}

export type LexResult = { ok: true; tokens: FormulaToken[] } | ({ ok: false } & TextPosition);

/** The keywords. Every other word is an agent's name. Three keywords have two spellings. */
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

/** Words that form one token with a preceding knows, comknow or distknow, after exactly one space. */
const conjunctions = [" whether", " that"] as const;
const verbs = new Set(["knows", "comknow", "distknow"]);

/**
 * Splits an SMCDEL text into tokens. The whole text is tokenised before parsing, so an invalid character is reported
 * even if there is a syntax error before it. The longest match wins: `Kate` is a name although it begins with the
 * keyword `K`, and `knows that` is one token only with exactly one space.
 *
 * Fails at the first character that begins no token, or at a number above 2^53 - 1.
 */
export function lex(text: string): LexResult {
  const tokens: FormulaToken[] = [];
  let line = 1;
  let column = 1;
  let offset = 0;
  while (offset < text.length) {
    const code = text.charCodeAt(offset);
    if (code === newline) {
      line += 1;
      column = 1;
      offset += 1;
    } else if (code === tab) {
      column += 8 - ((column - 1) % 8);
      offset += 1;
    } else if (code === space || code === carriageReturn || code === verticalTab || code === formFeed) {
      column += 1;
      offset += 1;
    } else if (code === minus && text.charCodeAt(offset + 1) === minus) {
      const end = text.indexOf("\n", offset);
      offset = end === -1 ? text.length : end;
    } else {
      const token = tokenAt(text, offset, code);
      if (token === null) return { ok: false, line, column };
      tokens.push({ kind: token.kind, text: token.text, line, column });
      // Tokens contain only characters of the Basic Multilingual Plane, so the length of a token is its number of
      // characters.
      column += token.text.length;
      offset += token.text.length;
    }
  }
  return { ok: true, tokens };
}

const [tab, newline, verticalTab, formFeed, carriageReturn, space, minus] = [9, 10, 11, 12, 13, 32, 45];

/** The longest token at a position; null if no token begins there. */
function tokenAt(text: string, offset: number, code: number): { kind: TokenKind; text: string } | null {
  if (isLetter(code)) return wordAt(text, offset);
  if (isDigit(code)) {
    let end = offset + 1;
    while (isDigit(text.charCodeAt(end))) end += 1;
    const number = text.slice(offset, end);
    return Number.isSafeInteger(Number(number)) ? { kind: "number", text: number } : null;
  }
  if (code === minus) return text.startsWith("->", offset) ? { kind: "->", text: "->" } : null;
  const sign = text[offset]!;
  const kind = signKinds.get(sign);
  return kind === undefined ? null : { kind, text: sign };
}

function wordAt(text: string, offset: number): { kind: TokenKind; text: string } {
  let end = offset + 1;
  while (isLetter(text.charCodeAt(end)) || isDigit(text.charCodeAt(end))) end += 1;
  const word = text.slice(offset, end);
  if (verbs.has(word)) {
    for (const conjunction of conjunctions) {
      if (text.startsWith(conjunction, end)) {
        const phrase = word + conjunction;
        return { kind: phrase as TokenKind, text: phrase };
      }
    }
  }
  if (text[end] === "?") {
    const questionKind = wordKinds.get(`${word}?`);
    if (questionKind !== undefined) return { kind: questionKind, text: `${word}?` };
  }
  return { kind: wordKinds.get(word) ?? "name", text: word };
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
