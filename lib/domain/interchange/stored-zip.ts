/** A file for an archive: its path inside, with "/" between folders, and its bytes. */
export interface ArchiveFile {
  path: string;
  bytes: Uint8Array;
}

/**
 * A zip archive of files as they are, not compressed, in pieces to be sent one after the other; it serves to send a folder
 * from a browser as one file. Paths are written as UTF-8. At most 65,535 files and 4 GB, the limits of the plain format.
 */
export function storedZip(files: readonly ArchiveFile[]): Uint8Array<ArrayBuffer>[] {
  if (files.length > 0xffff) throw new RangeError(`an archive holds at most 65535 files, not ${files.length}`);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { path, bytes } of files) {
    const name = new TextEncoder().encode(path);
    const facts = { checksum: crc32(bytes), size: bytes.length, name };
    const local = header(localSignature, [20, utf8Names, 0, 0, firstDay], facts, null);
    pieces.push(local, new Uint8Array(bytes));
    directory.push(header(centralSignature, [20, 20, utf8Names, 0, 0, firstDay], facts, offset));
    offset += local.length + bytes.length;
  }
  const size = directory.reduce((sum, entry) => sum + entry.length, 0);
  if (offset + size > 0xffffffff) throw new RangeError(`an archive holds at most 4 GB, not ${offset + size} bytes`);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, endSignature, true);
  end.setUint16(8, files.length, true);
  end.setUint16(10, files.length, true);
  end.setUint32(12, size, true);
  end.setUint32(16, offset, true);
  return [...pieces, ...directory, new Uint8Array(end.buffer)];
}

const localSignature = 0x04034b50;
const centralSignature = 0x02014b50;
const endSignature = 0x06054b50;
/** The flag that says that names are UTF-8. */
const utf8Names = 0x0800;
/** The first of January 1980, so that the same files give the same archive. */
const firstDay = 0x0021;

/**
 * A header of a file: signature, words of two bytes, checksum, both sizes, the lengths of name and extra field; in the
 * directory also comment, disk, attributes and, last, the place of the file.
 */
function header(
  signature: number,
  words: readonly number[],
  { checksum, size, name }: { checksum: number; size: number; name: Uint8Array },
  place: number | null,
): Uint8Array<ArrayBuffer> {
  const fixed = 4 + words.length * 2 + 16 + (place === null ? 0 : 14);
  const bytes = new Uint8Array(fixed + name.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, signature, true);
  words.forEach((word, index) => {
    view.setUint16(4 + index * 2, word, true);
  });
  const at = 4 + words.length * 2;
  view.setUint32(at, checksum, true);
  view.setUint32(at + 4, size, true);
  view.setUint32(at + 8, size, true);
  view.setUint16(at + 12, name.length, true);
  if (place !== null) view.setUint32(fixed - 4, place, true);
  bytes.set(name, fixed);
  return bytes;
}

/** The checksum of zip and PNG (ISO 3309), bit by bit from a table of the 256 bytes. */
function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ (remainders[(sum ^ byte) & 0xff] as number);
  return (sum ^ 0xffffffff) >>> 0;
}

const remainders = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});
