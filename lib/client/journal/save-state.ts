import type { Conflict, WaitingReason } from "./journal-record.ts";

/** The save status for the workspace. */
export interface SaveState {
  /** On this device: stored, being stored, or not possible in this browser. */
  device: "saved" | "writing" | "unable";
  server: ServerState;
  /** The time of the server's last confirmation, in milliseconds since 1970. */
  confirmedAt: number | null;
  conflict: Conflict | null;
  /** The work was completed here (a verdict, parked), which is not sent yet. */
  isClosing: boolean;
}

export type ServerState =
  /** Everything is on the server. */
  | { is: "saved" }
  /** A request is waiting or in progress. */
  | { is: "sending" }
  /** It could not be sent; it is retried for as long as this page is open, and when it is next opened. */
  | { is: "waiting"; reason: WaitingReason }
  /** The server refuses this text. Nothing is lost: it stays on this device until it is changed or downloaded. */
  | { is: "refused"; message: string }
  /** Someone else got the lease during an absence. */
  | { is: "taken" };
