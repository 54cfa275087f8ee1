/** The progress of a computation. */
export interface PendingProgress {
  /** The completed share, from 0 to 1. */
  share: number;
  /** The current step, shown to the user who waits. */
  doing: string;
}

/**
 * The requested result is still being computed by a job. A route handler responds with 202; the client repeats the
 * request later.
 */
export class PendingError extends Error {
  readonly progress: PendingProgress;

  constructor(progress: PendingProgress) {
    super("The result is not ready yet.");
    this.name = "PendingError";
    this.progress = progress;
  }
}
