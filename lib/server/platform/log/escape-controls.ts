/**
 * A text that stays on one line of a log and looks in a terminal as it is: control characters, line and paragraph
 * separators, characters that turn the direction of writing and lone surrogates are written as \u and four digits. Who
 * can put a text into the log can so neither forge a line of it nor move the cursor of anyone who reads it.
 */
export function escapeControls(text: string): string {
  return text.replace(hidden, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Cc, Zl, Zp, bidirectional controls, zero-width signs and surrogates without their other half. */
const hidden = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
