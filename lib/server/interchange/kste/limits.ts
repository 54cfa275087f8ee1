/**
 * The limits of an import. A source that exceeds one of them is refused as a whole, regardless of the sizes that it
 * declares.
 */
export interface SourceLimits {
  /** Files in a folder or entries in an archive. */
  entries: number;
  /** Bytes of one file, unpacked. */
  fileBytes: number;
  /** Bytes of everything read, unpacked. */
  totalBytes: number;
  /** Unpacked size divided by packed size of an archive: about 4 for stories in JSON, hundreds for a zip bomb. */
  ratio: number;
}

/** The release has 1,500 small files. These limits allow sets that are thirty times as large. */
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
