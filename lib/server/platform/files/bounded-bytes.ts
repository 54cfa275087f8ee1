/**
 * Yields the chunks of a stream, and throws the error of `tooLarge` as soon as their total exceeds `maximumBytes`. Only
 * one chunk is in memory.
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
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) parts.push(piece);
  return Buffer.concat(parts);
}
