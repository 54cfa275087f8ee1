import { TableError } from "./read-csv.ts";

const lineFeed = 0x0a;

/**
 * Decodes the bytes of a table, without its byte order mark. Throws TableError with the line number if bytes are not
 * UTF-8, so that no character is decoded incorrectly.
 */
export async function* strictUtf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let line = 1;
  let isFirst = true;
  let pendingBytes = new Uint8Array(0);
  for await (const piece of bytes) {
    if (isFirst && piece.length > 0) rejectUtf16(piece);
    const data = joinBytes(pendingBytes, piece);
    const end = measureCompletePart(data);
    const text = decodeBytes(data.subarray(0, end), line);
    pendingBytes = data.slice(end);
    line += (text.match(/\n/gu) ?? []).length;
    const textWithoutMark = isFirst && text !== "" ? text.replace(/^\uFEFF/u, "") : text;
    if (text !== "") isFirst = false;
    if (textWithoutMark !== "") yield textWithoutMark;
  }
  if (pendingBytes.length > 0) decodeBytes(pendingBytes, line);
}

function decodeBytes(bytes: Uint8Array, line: number): string {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new TableError(`it is not UTF-8 text (line ${line + findBrokenLine(bytes)}); save it as UTF-8`);
  }
}

/** The index, from 0, of the first line in these bytes that is not UTF-8. */
function findBrokenLine(bytes: Uint8Array): number {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let number = 0;
  for (let start = 0; start < bytes.length; number += 1) {
    const found = bytes.indexOf(lineFeed, start);
    const end = found < 0 ? bytes.length : found + 1;
    try {
      decoder.decode(bytes.subarray(start, end));
    } catch {
      return number;
    }
    start = end;
  }
  return Math.max(0, number - 1);
}

/** The length of the bytes up to the end of the last complete character. */
function measureCompletePart(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] as number;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function rejectUtf16(start: Uint8Array): void {
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new TableError("it is UTF-16 text; save it as UTF-8");
}

function joinBytes(left: Uint8Array, right: Uint8Array): Uint8Array {
  if (left.length === 0) return right;
  const data = new Uint8Array(left.length + right.length);
  data.set(left);
  data.set(right, left.length);
  return data;
}
