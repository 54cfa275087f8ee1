import { type NetworkRange, parseRange } from "./address.ts";

/**
 * Parses a list such as "127.0.0.1, 10.0.0.0/8". The error names the first part that is neither an address nor a range.
 */
export function parseRanges(text: string): { ok: true; ranges: NetworkRange[] } | { ok: false; part: string } {
  const ranges: NetworkRange[] = [];
  for (const part of text.split(/[\s,]+/).filter(Boolean)) {
    const range = parseRange(part);
    if (range === null) return { ok: false, part };
    ranges.push(range);
  }
  return { ok: true, ranges };
}
