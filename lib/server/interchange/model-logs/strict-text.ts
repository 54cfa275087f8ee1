import { UnusableLogError } from "@/lib/domain/interchange/model-logs/log-record.ts";

/**
 * The text of a log's bytes, without a byte order mark; a character may be split between two chunks. Throws an
 * `UnusableLogError` if the bytes are not UTF-8, so that no character is replaced silently.
 */
export async function* strictText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const piece of bytes) yield decoder.decode(piece, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw new UnusableLogError("it is not UTF-8 text; save it as UTF-8");
    throw error;
  }
}
