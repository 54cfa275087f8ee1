import { createHash } from "node:crypto";

/** A line as text, or why it cannot be read as one. */
export type ImportLine = string | { refused: string };

/** A file on its way in. */
export interface ImportSource {
  fileName: string;
  lines: AsyncIterable<ImportLine>;
  /** SHA-256 of the bytes; asked for when all lines have been read. */
  sha256: () => string;
}

/** No story, prompt or answer within the limits of its schema makes a longer line, even with every character escaped. */
export const longestLineBytes = 4 * 1024 * 1024;

/**
 * A file of JSON lines, read in pieces: memory is bounded by one line, and a line that is too long or not UTF-8 is
 * refused by itself. Only a line feed ends a line, since a text may hold U+2028; a byte order mark is passed over.
 */
export function importSource(
  fileName: string,
  bytes: AsyncIterable<Uint8Array>,
  longest: number = longestLineBytes,
): ImportSource {
  const hash = createHash("sha256");
  return {
    fileName,
    lines: splitLines(bytes, longest, (chunk) => hash.update(chunk)),
    sha256: () => hash.digest("hex"),
  };
}

async function* splitLines(
  bytes: AsyncIterable<Uint8Array>,
  longest: number,
  onChunk: (chunk: Uint8Array) => void,
): AsyncGenerator<ImportLine> {
  let parts: Uint8Array[] = [];
  let size = 0;
  let isFirst = true;
  const take = (part: Uint8Array) => {
    size += part.length;
    // What a refused line still brings is counted but not kept.
    if (size <= longest) parts.push(part);
    else parts = [];
  };
  const finish = (): ImportLine => {
    const line: ImportLine =
      size > longest
        ? { refused: `is longer than ${Math.round(longest / 1024 / 1024)} MB` }
        : decoded(Buffer.concat(parts), isFirst);
    parts = [];
    size = 0;
    isFirst = false;
    return line;
  };
  for await (const chunk of bytes) {
    onChunk(chunk);
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

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decoded(bytes: Uint8Array, isFirst: boolean): ImportLine {
  try {
    const text = decoder.decode(bytes);
    return isFirst ? text.replace(/^\uFEFF/, "") : text;
  } catch {
    return { refused: "is not UTF-8 text" };
  }
}
