/** A file as it is stored: without metadata, identified by its bytes. */
export interface PreparedFile {
  sha256: string;
  type: string;
  bytes: Uint8Array;
  /** Of a recording; null for an image. */
  durationMs: number | null;
}
