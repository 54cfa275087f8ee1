/** A set of problems that is being generated in the background. */
export interface SetInProgress {
  id: string;
  name: string;
  /** Problems found so far, and the target. */
  found: number;
  wanted: number;
  /** Why generation failed; null while it is running. */
  problem: string | null;
}
