/** Escapes a text for an element or a quoted attribute of HTML, XML or SVG. */
export function escapeMarkup(text: string): string {
  return escapeTags(text).replaceAll('"', "&quot;");
}

/** Escapes a text between tags that a person or a model reads as source. Quotation marks are not escaped. */
export function escapeTags(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Escapes a text so that a regular expression, with or without the flag `u` or `v`, matches it literally. */
export function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replaceAll("-", "\\x2d");
}

/** Escapes a text so that `LIKE` in SQL matches it literally. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, "\\$&");
}

/** Escapes of characters that LaTeX interprets or that its usual fonts lack. */
const latexEscapes: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "&": "\\&",
  "%": "\\%",
  $: "\\$",
  "#": "\\#",
  _: "\\_",
  "{": "\\{",
  "}": "\\}",
  "–": "--",
  "−": "$-$",
  "≥": "$\\geq$",
  "≤": "$\\leq$",
  "×": "$\\times$",
  "·": "$\\cdot$",
  "…": "\\ldots{}",
  "“": "``",
  "”": "''",
  "‘": "`",
  "’": "'",
  "\u00a0": "~",
};

/** Escapes a text for LaTeX source. */
export function escapeLatex(text: string): string {
  return text.replaceAll(/[\\~^&%$#_{}–−≥≤×·…“”‘’\u00a0]/g, (sign) => latexEscapes[sign]!);
}
