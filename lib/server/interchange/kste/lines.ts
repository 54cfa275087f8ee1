import type { Readable } from "node:stream";
import { decodeUtf8, type FileLine, splitLines } from "../../platform/files/split-lines.ts";
import { ITEM_BYTES, type SourceLimits, SourceRefused } from "./limits.ts";

/** The lines of a byte stream (`splitLines`); a stream beyond the limit ends the reading. */
export async function* linesOf(stream: Readable, limits: SourceLimits): AsyncGenerator<FileLine> {
  async function* bounded() {
    let total = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      total += chunk.length;
      if (total > limits.totalBytes)
        throw new SourceRefused(`is larger than ${Math.round(limits.totalBytes / 2 ** 20)} MB`);
      yield chunk;
    }
  }
  yield* splitLines(bounded(), ITEM_BYTES);
}

/** Bytes as text; a byte order mark is taken off. */
export function decodedBytes(bytes: Uint8Array): { text: string | null; problem: string | null } {
  const text = decodeUtf8(bytes);
  return text === null ? { text, problem: "is not UTF-8 text" } : { text: text.replace(/^\uFEFF/, ""), problem: null };
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
