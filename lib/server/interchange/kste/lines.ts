import type { Readable } from "node:stream";
import { boundedBytes, collectBytes } from "../../platform/files/bounded-bytes.ts";
import { decodeUtf8, type FileLine, splitLines } from "../../platform/files/split-lines.ts";
import { ITEM_BYTES, type SourceLimits, SourceRefused } from "./limits.ts";

/** The lines of a byte stream (`splitLines`). Throws if the stream exceeds the limit. */
export function readSourceLines(stream: Readable, { totalBytes }: SourceLimits): AsyncGenerator<FileLine> {
  const tooLarge = () => new SourceRefused(`is larger than ${Math.round(totalBytes / 2 ** 20)} MB`);
  return splitLines(boundedBytes(stream, totalBytes, tooLarge), ITEM_BYTES);
}

/** Bytes as text, without a byte order mark. */
export function decodeUtf8Bytes(bytes: Uint8Array): { text: string | null; problem: string | null } {
  const text = decodeUtf8(bytes);
  return text === null ? { text, problem: "is not UTF-8 text" } : { text: text.replace(/^\uFEFF/, ""), problem: null };
}

/** All bytes of a stream, up to `limit`; null if there are more. */
export async function readAllBytes(stream: Readable, limit: number): Promise<Uint8Array | null> {
  const tooLarge = new RangeError(`more than ${limit} bytes`);
  return collectBytes(boundedBytes(stream, limit, () => tooLarge)).catch((error: unknown) => {
    if (error === tooLarge) return null;
    throw error;
  });
}
