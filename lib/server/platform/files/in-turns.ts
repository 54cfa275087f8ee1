import { setImmediate as otherWork } from "node:timers/promises";
import type { Clock } from "./split-lines.ts";

/**
 * What a parser is given at a time: it works through a piece without a pause, whatever is in it. In two letters there may be
 * a row, and an error made of it takes some 50 microseconds.
 */
const pieceLength = 2 * 1024;

/** So long may the records of one file, and what is done with each, keep the process to themselves. */
const turnMs = 20;

/** A file's bytes or text in small pieces, with a turn for the other work of the process after each. */
export async function* inPieces<Piece extends Uint8Array | string>(
  pieces: AsyncIterable<Piece> | Iterable<Piece>,
  length = pieceLength,
): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    for (let start = 0, end = 0; start < piece.length; start = end) {
      end = start + length;
      // A letter of two halves (UTF-16) stays whole; the halves of one in bytes find each other again.
      if (typeof piece === "string" && isFirstHalf(piece.charCodeAt(end - 1))) end += 1;
      yield (typeof piece === "string" ? piece.slice(start, end) : piece.subarray(start, end)) as Piece;
      await otherWork();
    }
  }
}

function isFirstHalf(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

/** Records one after the other, with a turn for the other work of the process every 20 ms. */
export async function* inTurns<Entry>(
  records: AsyncIterable<Entry> | Iterable<Entry>,
  clock: Clock = performance,
): AsyncGenerator<Entry> {
  let since = clock.now();
  for await (const record of records) {
    yield record;
    if (clock.now() - since < turnMs) continue;
    await otherWork();
    since = clock.now();
  }
}
