/** One line of a file, from 1. */
export interface TextLine {
  number: number;
  text: string;
}

/** A file that cannot be read as what it should be; the message says why. */
export class UnreadableFileError extends Error {}

/**
 * The lines of a file, one at a time. Only a line feed ends a line: a text may hold U+2028, at which Node's readline would
 * cut it in two.
 *
 * Bytes that are not UTF-8 are kept as they can be: surrogates that were written one by one (as Python's
 * "surrogatepass" does) come back as the pair or the half that they are, and the parsers say in which field it stands.
 *
 * @param longestBytes a longer line ends the reading with an UnreadableFileError
 */
export async function* readTextLines(
  bytes: AsyncIterable<Uint8Array>,
  longestBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<TextLine> {
  let parts: Buffer[] = [];
  let size = 0;
  let number = 0;
  const take = (part: Buffer) => {
    size += part.length;
    if (size > longestBytes) {
      throw new UnreadableFileError(`line ${number + 1} is longer than ${Math.round(longestBytes / 1024 / 1024)} MB`);
    }
    parts.push(part);
  };
  const finish = (): TextLine => {
    number += 1;
    const line = { number, text: decodeLine(Buffer.concat(parts), number) };
    parts = [];
    size = 0;
    return line;
  };
  for await (const piece of bytes) {
    const chunk = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      take(chunk.subarray(start, end));
      yield finish();
      start = end + 1;
    }
    take(chunk.subarray(start));
  }
  if (size > 0) yield finish();
}

const strictDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decodeLine(bytes: Buffer, number: number): string {
  const withoutReturn = bytes.at(-1) === 0x0d ? bytes.subarray(0, -1) : bytes;
  const text = decodeBytes(withoutReturn);
  return number === 1 ? text.replace(/^\uFEFF/, "") : text;
}

function decodeBytes(bytes: Buffer): string {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    // Not UTF-8: what follows keeps surrogate halves and marks everything else as U+FFFD, which the parsers refuse.
    return decodeWithSurrogates(bytes);
  }
}

/** Decodes three-byte surrogates (ED A0..BF xx) to the code units they stand for; two halves in a row join by themselves. */
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
