/** The smallest unit of a diff: a word or a punctuation mark. White space is between tokens. */
export interface DiffToken {
  text: string;
  start: number;
  end: number;
}

const TOKEN = /[\p{L}\p{N}\p{M}]+(?:['\u2019\u02bc][\p{L}\p{N}\p{M}]+)*|[^\s\p{L}\p{N}\p{M}]/gu;

export function diffTokens(text: string): DiffToken[] {
  const tokens: DiffToken[] = [];
  for (const match of text.matchAll(TOKEN)) {
    tokens.push({ text: match[0], start: match.index, end: match.index + match[0].length });
  }
  return tokens;
}

/** Whether a token is a word and not a punctuation mark. */
export function isWord(token: DiffToken): boolean {
  return /^[\p{L}\p{N}]/u.test(token.text);
}
