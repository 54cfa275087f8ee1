/**
 * The length of a text in graphemes: a flag, a family emoji or a letter with its accents counts as one, in every
 * script.
 */
export function textLength(text: string): number {
  // Fast path: in plain ASCII without carriage returns, each code unit is a grapheme.
  if (/^[\n\x20-\x7e]*$/.test(text)) return text.length;
  let length = 0;
  for (const _ of segmenter.segment(text)) length += 1;
  return length;
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
