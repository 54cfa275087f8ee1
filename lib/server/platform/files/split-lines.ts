/**
 * One line of a file, numbered from 1, without its end. Contains either its text or the reason why it cannot be
 * decoded.
 */
export type FileLine =
  | { number: number; text: string; problem: null }
  | { number: number; text: null; problem: string };

/** Decodes bytes to text; null if they are not valid text. */
export type DecodeLine = (bytes: Uint8Array) => string | null;

/**
 * The lines of a file, one at a time, for every line-based format. Bytes are split before they are decoded, so that a
 * malformed or very long line affects no other line, and only one line is in memory. Only a line feed ends a line,
 * because a text may contain U+2028. A carriage return before it and a byte order mark at the beginning are removed.
 * Text that is not UTF-8 is reported, never silently replaced (U+FFFD). Yields to the event loop every 8 ms.
 */
export async function* splitLines(
  bytes: AsyncIterable<Uint8Array>,
  maxLineBytes: number,
  decode: DecodeLine = decodeUtf8,
  clock: Clock = performance,
): AsyncGenerator<FileLine> {
  let parts: Uint8Array[] = [];
  let size = 0;
  let number = 0;
  let lastYieldAt = clock.now();
  const append = (part: Uint8Array) => {
    size += part.length;
    // The rest of a line beyond the limit is counted but not kept.
    if (size <= maxLineBytes) parts.push(part);
    else parts = [];
  };
  const finish = (): FileLine => {
    number += 1;
    const line = readLine(number, size <= maxLineBytes ? Buffer.concat(parts) : null, maxLineBytes, decode);
    parts = [];
    size = 0;
    return line;
  };
  for await (const chunk of bytes) {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      append(chunk.subarray(start, end));
      yield finish();
      start = end + 1;
      // There may be millions of lines, so this yields to other work of the process.
      if (clock.now() - lastYieldAt < maxBlockingMs) continue;
      await new Promise((resolve) => setImmediate(resolve));
      lastYieldAt = clock.now();
    }
    append(chunk.subarray(start));
  }
  if (size > 0) yield finish();
}

/** The clock in milliseconds; a test's clock advances with the work. */
export interface Clock {
  now(): number;
}

/** Maximum time in milliseconds without a yield while the lines or records of one file are processed. */
export const maxBlockingMs = 8;

const strictDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Strict UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return null;
  }
}

function readLine(number: number, bytes: Buffer | null, maxLineBytes: number, decode: DecodeLine): FileLine {
  if (bytes === null) return { number, text: null, problem: `is longer than ${formatByteLimit(maxLineBytes)}` };
  const text = decode(bytes.at(-1) === 0x0d ? bytes.subarray(0, -1) : bytes);
  if (text === null) return { number, text: null, problem: "is not UTF-8 text" };
  return { number, text: number === 1 ? text.replace(/^\uFEFF/, "") : text, problem: null };
}

function formatByteLimit(bytes: number): string {
  return bytes >= 2 ** 20 ? `${Math.round(bytes / 2 ** 20)} MB` : `${bytes} bytes`;
}
