import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

/** Two entries of a zip archive; the archive's directory is wrong about the second one. */
export type ZipLie = "smaller than it is" | "larger than it is" | "inside the first" | "a thousand times over";

/** An archive of two files with a wrong entry in its directory for the second one. */
export async function lyingZip(files: readonly [string, string][], lie: ZipLie): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of files) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const bytes = await buffer(zip.outputStream as Readable);
  const directory = bytes.indexOf("PK\x01\x02");
  const end = bytes.lastIndexOf("PK\x05\x06");
  const last = bytes.lastIndexOf("PK\x01\x02");
  const size = bytes.readUInt32LE(last + 24);
  if (lie === "smaller than it is") bytes.writeUInt32LE(size - 1, last + 24);
  if (lie === "larger than it is") bytes.writeUInt32LE(size + 1, last + 24);
  if (lie === "inside the first") bytes.writeUInt32LE(bytes.readUInt32LE(directory + 42), last + 42);
  if (lie !== "a thousand times over") return bytes;
  const copies = Array.from({ length: 1_000 }, () => bytes.subarray(last, end));
  const tail = Buffer.from(bytes.subarray(end));
  const count = files.length - 1 + copies.length;
  tail.writeUInt16LE(count, 8);
  tail.writeUInt16LE(count, 10);
  tail.writeUInt32LE(last - directory + copies.length * (end - last), 12);
  return Buffer.concat([bytes.subarray(0, last), ...copies, tail]);
}
