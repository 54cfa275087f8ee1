/** A text inside an element or a quoted attribute of HTML, XML or SVG. */
export function escapeMarkup(text: string): string {
  return escapeTags(text).replaceAll('"', "&quot;");
}

/** A text between tags that a person or a model reads as it is written: quotation marks stay. */
export function escapeTags(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A text that a regular expression, with or without the flag `u` or `v`, matches as it is. */
export function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replaceAll("-", "\\x2d");
}

/** A text that `LIKE` in SQL matches as it is. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, "\\$&");
}

/** Characters that LaTeX interprets, and those that its usual fonts lack. */
const latexSigns: Readonly<Record<string, string>> = {
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

/** A text in LaTeX source. */
export function escapeLatex(text: string): string {
  return text.replaceAll(/[\\~^&%$#_{}–−≥≤×·…“”‘’\u00a0]/g, (sign) => latexSigns[sign]!);
}
