/** A file in its stored form: without metadata, and identified by its bytes. */
export interface PreparedFile {
  sha256: string;
  type: string;
  bytes: Uint8Array;
  /** The duration of a recording; null for an image. */
  durationMs: number | null;
}
