import type { Conflict, WaitingReason } from "./journal-record.ts";

/** Where the words are, as the workspace says it. */
export interface SaveState {
  /** On this device: all of it, being written, or not at all because the browser cannot. */
  device: "saved" | "writing" | "unable";
  server: ServerState;
  /** When the server last confirmed something, in milliseconds since 1970. */
  confirmedAt: number | null;
  conflict: Conflict | null;
  /** The work was ended here (a verdict, parked); it waits for the server to hear of it. */
  isClosing: boolean;
}

export type ServerState =
  /** Everything is on the server. */
  | { is: "saved" }
  /** A request is waiting or in progress. */
  | { is: "sending" }
  /** It could not be sent; it is tried again for as long as this page is open, and when it is next opened. */
  | { is: "waiting"; reason: WaitingReason }
  /** The server refuses this text. Nothing is lost: it stays on this device until it is changed or downloaded. */
  | { is: "refused"; message: string }
  /** The lease went to someone else while no one was here. */
  | { is: "taken" };
