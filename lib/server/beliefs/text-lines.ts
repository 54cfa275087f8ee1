import { decodeUtf8, splitLines } from "../platform/files/split-lines.ts";

/** One line of a file, from 1. */
export interface NumberedLine {
  number: number;
  text: string;
}

/** A file that cannot be parsed; the message states the reason. */
export class UnreadableFileError extends Error {}

/**
 * The lines of a file, one at a time (`splitLines`). Bytes that are not UTF-8 are preserved if possible. Separately
 * encoded surrogates (as written by Python's "surrogatepass") become a pair or a lone surrogate, and the parsers report
 * the field of a lone surrogate.
 *
 * @param maxLineBytes a longer line ends the reading with an UnreadableFileError
 */
export async function* readTextLines(
  bytes: AsyncIterable<Uint8Array>,
  maxLineBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<NumberedLine> {
  // The bytes are not UTF-8: surrogate halves are kept and everything else becomes U+FFFD, which the parsers refuse.
  const decode = (line: Uint8Array) => decodeUtf8(line) ?? decodeWithSurrogates(Buffer.from(line));
  for await (const { number, text, problem } of splitLines(bytes, maxLineBytes, decode)) {
    if (text === null) throw new UnreadableFileError(`line ${number} ${problem}`);
    yield { number, text };
  }
}

/** Decodes three-byte surrogates (ED A0..BF xx) to their code units; two adjacent halves form a pair. */
function decodeWithSurrogates(bytes: Buffer): string {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at + 2 < bytes.length; at += 1) {
    const [second, third] = [bytes[at + 1] as number, bytes[at + 2] as number];
    if (bytes[at] !== 0xed || second < 0xa0 || second > 0xbf || (third & 0xc0) !== 0x80) continue;
    parts.push(bytes.toString("utf8", start, at));
    parts.push(String.fromCharCode(0xd000 | ((second & 0x3f) << 6) | (third & 0x3f)));
    start = at + 3;
    at += 2;
  }
  parts.push(bytes.toString("utf8", start));
  return parts.join("");
}
