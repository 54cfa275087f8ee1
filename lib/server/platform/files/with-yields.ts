import { setImmediate as otherWork } from "node:timers/promises";
import { type Clock, maxBlockingMs } from "./split-lines.ts";

/**
 * The size of input that a parser processes without a yield. Two characters can be a row, and an error for a row takes
 * about 50 microseconds.
 */
const pieceLength = 2 * 1024;

/** A file's bytes or text in small chunks, with a yield to the event loop after each. */
export async function* splitIntoChunks<Piece extends Uint8Array | string>(
  pieces: AsyncIterable<Piece> | Iterable<Piece>,
  length = pieceLength,
): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    for (let start = 0, end = 0; start < piece.length; start = end) {
      end = start + length;
      // Surrogate pairs (UTF-16) are not split; a decoder joins split bytes of a character.
      if (typeof piece === "string" && isHighSurrogate(piece.charCodeAt(end - 1))) end += 1;
      yield (typeof piece === "string" ? piece.slice(start, end) : piece.subarray(start, end)) as Piece;
      await otherWork();
    }
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

/** Returns records one after the other, with a yield to the event loop every 8 ms. */
export async function* withYields<Entry>(
  records: AsyncIterable<Entry> | Iterable<Entry>,
  clock: Clock = performance,
): AsyncGenerator<Entry> {
  let lastYieldAt = clock.now();
  for await (const record of records) {
    yield record;
    if (clock.now() - lastYieldAt < maxBlockingMs) continue;
    await otherWork();
    lastYieldAt = clock.now();
  }
}
