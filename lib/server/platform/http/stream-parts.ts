import { Readable } from "node:stream";
import { takeTransferPermit } from "./transfer-permit.ts";

/** Stored parts as the stream of a response, one part at a time. Throws if too many other downloads are running. */
export function streamParts(parts: AsyncIterable<Buffer>): ReadableStream<Uint8Array> {
  const releasePermit = takeTransferPermit();
  const stream = Readable.from(parts, { objectMode: false });
  stream.once("close", releasePermit);
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}
