import type { Readable } from "node:stream";
import { ITEM_BYTES, type SourceLimits, SourceRefused } from "./limits.ts";

/** One line of a file; `text` is null when its bytes are not UTF-8 or it is longer than any item. */
export interface FileLine {
  number: number;
  text: string | null;
  problem: string | null;
}

/**
 * The lines of a byte stream, split before decoding, so that one line of broken bytes spoils itself alone and a line
 * without an end never fills the memory.
 */
export async function* linesOf(stream: Readable, limits: SourceLimits): AsyncGenerator<FileLine> {
  let number = 1;
  let parts: Buffer[] = [];
  let length = 0;
  let total = 0;
  const take = (): FileLine => {
    const line = { number, ...decodedLine(parts, length) };
    [number, parts, length] = [number + 1, [], 0];
    return line;
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    total += chunk.length;
    if (total > limits.totalBytes)
      throw new SourceRefused(`is larger than ${Math.round(limits.totalBytes / 2 ** 20)} MB`);
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      if (length + end - from <= ITEM_BYTES) parts.push(chunk.subarray(from, end));
      length += end - from;
      from = end + 1;
      yield take();
    }
    if (length + chunk.length - from <= ITEM_BYTES) parts.push(chunk.subarray(from));
    length += chunk.length - from;
  }
  if (length > 0) yield take();
}

function decodedLine(parts: Buffer[], length: number): { text: string | null; problem: string | null } {
  if (length > ITEM_BYTES) return { text: null, problem: `is longer than ${ITEM_BYTES / 2 ** 20} MB` };
  return decodedBytes(Buffer.concat(parts));
}

/** Bytes as text; a byte order mark is taken off. */
export function decodedBytes(bytes: Uint8Array): { text: string | null; problem: string | null } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), problem: null };
  } catch {
    return { text: null, problem: "is not valid UTF-8" };
  }
}

/** All bytes of a stream, up to `limit`; null when there are more. */
export async function bytesOf(stream: Readable, limit: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) {
      stream.destroy();
      return null;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
