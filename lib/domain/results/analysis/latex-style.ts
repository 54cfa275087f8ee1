/** Booktabs as most machine-learning venues print it, or the style of the American Psychological Association (7th ed.). */
export type TableStyle = "booktabs" | "apa";

/** An APA title is in italics. */
export function styleCaption(caption: string, style: TableStyle): string {
  return style === "apa" ? `\\textit{${caption}}` : caption;
}

/** A p-value cannot exceed 1, so APA prints no zero before its decimal point: ".034". */
export function stylePValue(p: string, style: TableStyle): string {
  return style === "apa" ? p.replace(/^(< )?0\./, "$1.") : p;
}

/** The notes below a table: one paragraph each, or a single one that begins with "Note.". */
export function latexNotes(notes: readonly string[], style: TableStyle): string[] {
  if (style === "apa")
    return notes.length === 0 ? [] : [`  \\par\\footnotesize\\raggedright\\textit{Note.} ${notes.join(" ")}`];
  return notes.map((note) => `  \\par\\footnotesize ${note}`);
}
