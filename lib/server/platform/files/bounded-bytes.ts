/**
 * Passes the chunks of a stream on, and throws the error of `tooLarge` as soon as they exceed `maximumBytes` together.
 * Memory is one chunk.
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

/** The whole stream as one buffer. */
export async function collectBytes(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const held: Uint8Array[] = [];
  for await (const piece of pieces) held.push(piece);
  return Buffer.concat(held);
}
