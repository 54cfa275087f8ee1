/** Takes rows of any number in pieces, and makes one document of them at the end. The document is plain JSON. */
export interface Fold<Row, Document> {
  add(rows: readonly Row[]): void;
  finish(): Document;
}
