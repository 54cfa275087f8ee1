/** A set of problems that is being made in the background. */
export interface SetUnderWay {
  id: string;
  name: string;
  /** Problems found so far, of how many. */
  found: number;
  wanted: number;
  /** Why it could not be made; null while it is being made. */
  problem: string | null;
}
