/**
 * Passes the pieces of a stream on as they come, and throws what `tooLarge` makes as soon as they are more than
 * `maximumBytes` together: no one holds more of a stranger's file than was agreed. Memory is one piece.
 */
export async function* boundedBytes(
  stream: AsyncIterable<Uint8Array> | null,
  maximumBytes: number,
  tooLarge: () => Error,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of stream ?? []) {
    size += piece.byteLength;
    if (size > maximumBytes) throw tooLarge();
    yield piece;
  }
}

/** The whole of such a stream in one piece. */
export async function allBytes(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const held: Uint8Array[] = [];
  for await (const piece of pieces) held.push(piece);
  return Buffer.concat(held);
}
