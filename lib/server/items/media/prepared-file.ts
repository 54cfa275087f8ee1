/** A file in the form in which it is stored: without metadata, identified by its bytes. */
export interface PreparedFile {
  sha256: string;
  type: string;
  bytes: Uint8Array;
  /** The duration of a recording; null for an image. */
  durationMs: number | null;
}
