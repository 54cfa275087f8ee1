/** What a page knows of a stored result. */
export interface ResultState<Document> {
  kind: string;
  subject: string;
  /** Null until it has been computed. */
  stored: { document: Document; dataHash: string; computedAt: Date; isStale: boolean } | null;
  /** The work under way; null when none is. */
  working: { share: number; doing: string } | null;
  /** Why the last attempt came to nothing; null when it did not. */
  failed: string | null;
}
