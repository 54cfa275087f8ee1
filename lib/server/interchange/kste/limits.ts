/** The limits above which an import is refused as a whole, regardless of the sizes it declares. */
export interface SourceLimits {
  /** Files in a folder or entries in an archive. */
  entries: number;
  /** Bytes of one file, unpacked. */
  fileBytes: number;
  /** Bytes of everything read, unpacked. */
  totalBytes: number;
  /** Unpacked size divided by packed size of an archive; stories in JSON reach about 4, a zip bomb hundreds. */
  ratio: number;
}

/** The release has 1,500 small files; these limits leave room for sets thirty times as large. */
export const defaultLimits: SourceLimits = {
  entries: 60_000,
  fileBytes: 512 * 2 ** 20,
  totalBytes: 512 * 2 ** 20,
  ratio: 60,
};

/** Bytes of one JSON file of the layout, or one line of JSONL: larger than any story, but small enough to parse. */
export const ITEM_BYTES = 2 * 2 ** 20;

/** The compression ratio of archives below this unpacked size is not checked. */
export const RATIO_CHECK_MIN_BYTES = 5 * 2 ** 20;

/** The source as a whole was refused; the message is one sentence without the path. */
export class SourceRefused extends Error {}
