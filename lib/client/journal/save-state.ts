import type { Conflict, WaitingReason } from "./journal-record.ts";

/** The save status for the workspace. */
export interface SaveState {
  /** The copy on this device: stored, being stored, or not possible in this browser. */
  device: "saved" | "writing" | "unable";
  server: ServerState;
  /** The time of the server's last confirmation, in milliseconds since 1970. */
  confirmedAt: number | null;
  conflict: Conflict | null;
  /**
   * Whether the work was completed in this browser (a verdict, parked or skipped) and the completion is not sent yet.
   */
  isClosing: boolean;
}

export type ServerState =
  /** Everything is on the server. */
  | { is: "saved" }
  /** A request is waiting or in progress. */
  | { is: "sending" }
  /**
   * The work could not be sent. It is sent again while this page is open, and when the item is opened the next time.
   */
  | { is: "waiting"; reason: WaitingReason }
  /** The server refuses this text. The text stays on this device until it is changed or downloaded. */
  | { is: "refused"; message: string }
  /** Someone else got the lease while this person was away. */
  | { is: "taken" };
