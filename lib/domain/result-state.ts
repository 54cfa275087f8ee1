/** The state of a stored result for a page. */
export interface ResultState<Document> {
  kind: string;
  subject: string;
  /** Null until it has been computed. */
  stored: { document: Document; dataHash: string; computedAt: Date; isStale: boolean } | null;
  /** The running computation; null if there is none. */
  working: { share: number; doing: string } | null;
  /** Why the last attempt failed; null if it did not fail. */
  failed: string | null;
}
