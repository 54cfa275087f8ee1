/** Processes rows in chunks, and returns one document at the end. The document is plain JSON. */
export interface Fold<Row, Document> {
  add(rows: readonly Row[]): void;
  finish(): Document;
}
