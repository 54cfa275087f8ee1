/** A set of problems that is being generated in the background. */
export interface SetInProgress {
  id: string;
  name: string;
  /** Number of problems found so far, and the target number. */
  found: number;
  wanted: number;
  /** Why generation failed; null while it is running. */
  problem: string | null;
}
