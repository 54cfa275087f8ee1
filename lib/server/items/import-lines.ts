import { createHash } from "node:crypto";
import type { ReadRow } from "@/lib/domain/interchange/read-item-row.ts";
import { type Clock, decodeUtf8, splitLines } from "../platform/files/split-lines.ts";

/** A line as text, or the reason why it cannot be decoded. */
export type TextLine = string | { refused: string };

/** A line of text, or a row that a thread has already parsed from `length` characters. */
export type ImportLine<Row> = TextLine | { read: ReadRow<Row>; length: number };

/** A file that is being imported. */
export interface ImportSource {
  fileName: string;
  lines: AsyncIterable<TextLine>;
  /** SHA-256 of the bytes. Available after all lines have been read. */
  sha256: () => string;
}

/** Maximum length of a line. Rows within the limits of their schema are shorter, even with every character escaped. */
export const maxImportLineBytes = 4 * 1024 * 1024;

/**
 * A JSON Lines file, read in chunks: only one line is in memory, and only lines that are too long or not UTF-8 are
 * refused (`splitLines`).
 */
export function makeImportSource(
  fileName: string,
  bytes: AsyncIterable<Uint8Array>,
  longest: number = maxImportLineBytes,
  clock: Clock = performance,
): ImportSource {
  const hash = createHash("sha256");
  return {
    fileName,
    lines: readLines(bytes, longest, clock, (chunk) => hash.update(chunk)),
    // A copy of the hash, because a digest can be computed only once.
    sha256: () => hash.copy().digest("hex"),
  };
}

async function* readLines(
  bytes: AsyncIterable<Uint8Array>,
  longest: number,
  clock: Clock,
  onChunk: (chunk: Uint8Array) => void,
): AsyncGenerator<TextLine> {
  async function* watched() {
    for await (const chunk of bytes) {
      onChunk(chunk);
      yield chunk;
    }
  }
  for await (const { text, problem } of splitLines(watched(), longest, decodeUtf8, clock))
    yield text ?? { refused: problem };
}
