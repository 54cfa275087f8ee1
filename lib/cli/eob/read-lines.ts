import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { type CommandIo, UsageError } from "../io.ts";

export interface TextLine {
  /** From 1. */
  number: number;
  text: string;
}

/**
 * The lines of a file, or of standard input for "-", one at a time. Only a line feed ends a line: a text may hold
 * U+2028, at which Node's readline would cut it in two.
 *
 * Bytes that are not UTF-8 are kept as they can be: surrogates that were written one by one (as Python's
 * "surrogatepass" does) come back as the pair or the half that they are, and the parsers say in which field it stands.
 */
export async function* readLines(path: string, io: CommandIo): AsyncGenerator<TextLine> {
  let rest: Buffer = Buffer.alloc(0);
  let number = 0;
  for await (const chunk of bytesOf(path, io)) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, start)) {
      number += 1;
      yield { number, text: decodeLine(bytes.subarray(start, end), number) };
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
  if (rest.length > 0) yield { number: number + 1, text: decodeLine(rest, number + 1) };
}

/** The bytes of a file or of standard input; a file that cannot be read is a UsageError. */
export async function* bytesOf(path: string, io: CommandIo): AsyncGenerator<Buffer> {
  const stream: Readable = path === "-" ? io.stdin : createReadStream(path);
  try {
    for await (const chunk of stream) yield typeof chunk === "string" ? Buffer.from(chunk) : (chunk as Buffer);
  } catch (error) {
    if (error instanceof Error && "code" in error) throw new UsageError(`cannot read ${path}: ${error.message}`);
    throw error;
  }
}

/** A whole text, for the small files that are read at once. */
export async function readText(path: string, io: CommandIo): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytesOf(path, io)) chunks.push(chunk);
  return Buffer.concat(chunks)
    .toString("utf8")
    .replace(/^\uFEFF/, "");
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
