/**
 * The length of a text in graphemes, so that a flag, a family emoji or a letter with its accents counts as one, in
 * every script.
 */
export function textLength(text: string): number {
  // Plain ASCII without carriage returns has one grapheme per code unit, so the segmenter is not needed.
  if (/^[\n\x20-\x7e]*$/.test(text)) return text.length;
  let length = 0;
  for (const _ of segmenter.segment(text)) length += 1;
  return length;
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
