import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { ZipFile } from "yazl";
import { takeTransferPermit } from "../../platform/http/transfer-permit.ts";
import type { ExportOptions } from "./export-files.ts";
import { type ExportableStudy, exportStudy } from "./export-study.ts";

/**
 * A study's export as one zip, written while it is read: nothing is kept on disk, and memory does not grow with the
 * study. Who stops reading ends the database's snapshot, too. Throws when too many others are under way.
 */
export function openExportArchive(study: ExportableStudy, options: ExportOptions): ReadableStream<Uint8Array> {
  const giveBack = takeTransferPermit();
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  const reader = new PassThrough();
  output.pipe(reader);
  // A part that fails or is cut off is reported through the promise below; unheard, it would end the process.
  zip.on("error", () => undefined);
  const stopped = new AbortController();
  reader.once("close", () => stopped.abort());
  exportStudy(study, options, async ({ name, chunks }) => {
    const content = Readable.from(encoded(chunks), { objectMode: false, signal: stopped.signal });
    // Who leaves before the first byte ends the part before anything listens to it.
    content.on("error", () => undefined);
    const ended = once(content, "end", { signal: stopped.signal });
    zip.addReadStream(content, name);
    await ended;
  })
    .then(
      () => zip.end(),
      (error: Error) => reader.destroy(error),
    )
    .finally(giveBack);
  return Readable.toWeb(reader) as ReadableStream<Uint8Array>;
}

async function* encoded(chunks: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}
