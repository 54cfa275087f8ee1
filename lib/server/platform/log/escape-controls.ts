/**
 * Escapes a text for one line of a log or a terminal: control characters, line and paragraph separators, bidirectional
 * control characters and lone surrogates are written as \u and four digits. User-controlled text can therefore neither
 * forge a log line nor move the terminal's cursor.
 */
export function escapeControls(text: string): string {
  return text.replace(escapedCharacters, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Cc, Zl, Zp, bidirectional controls, zero-width characters and lone surrogates. */
const escapedCharacters = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
