import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { ZipFile } from "yazl";
import { takeTransferPermit } from "./transfer-permit.ts";

/** One file to be added to an archive. */
export interface ArchivePart {
  name: string;
  chunks: AsyncIterable<string | Uint8Array>;
  /** Whether the content is already compressed, such as an image. */
  isCompressed?: boolean;
}

/** Adds one part; resolves when its content has been read to its end. */
export type AddPart = (part: ArchivePart) => Promise<void>;

/** A part whose text is already in memory. */
export function textPart(name: string, text: string): ArchivePart {
  return { name, chunks: Readable.from([text]) };
}

/**
 * A zip archive that is streamed: nothing is stored on disk, and memory use does not grow with its parts. When the
 * reader stops, the current part is cancelled too. Throws if too many other downloads are running.
 *
 * @param mtime the time of every part; the current time if omitted
 * @param write adds the parts one after the other; each part is read completely before the next one is requested
 */
export function openArchive(write: (add: AddPart) => Promise<unknown>, mtime?: Date): ReadableStream<Uint8Array> {
  const releasePermit = takeTransferPermit();
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  const reader = new PassThrough();
  output.pipe(reader);
  // A failing or cancelled part is reported through the promise below; without a handler the error would end the
  // process.
  zip.on("error", () => undefined);
  const abortController = new AbortController();
  reader.once("close", () => abortController.abort());
  write(async ({ name, chunks, isCompressed = false }) => {
    const content = Readable.from(encoded(chunks), { objectMode: false, signal: abortController.signal });
    // A reader that disconnects before the first byte ends the part before a listener is attached.
    content.on("error", () => undefined);
    const ended = once(content, "end", { signal: abortController.signal });
    zip.addReadStream(content, name, { compress: !isCompressed, ...(mtime ? { mtime } : {}) });
    await ended;
  })
    .then(
      () => zip.end(),
      (error: Error) => reader.destroy(error),
    )
    .finally(releasePermit);
  return Readable.toWeb(reader) as ReadableStream<Uint8Array>;
}

async function* encoded(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
}
