import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { exchange } from "../exchange/exchange.ts";
import type { JournalRecord } from "./journal-record.ts";
import type { SessionHub } from "./session-hub.ts";

/** A record from an earlier visit on this device that could not be sent. */
export interface Leftover {
  record: JournalRecord;
  /**
   * The server's reason if it refuses the record, for example because another person has the item; null if the record
   * waits.
   */
  refusal: string | null;
  /** Whether the record waits until its author has read the newest guidelines. */
  needsGuidelines: boolean;
}

/** How long to wait for the tab lock. A tab that is closing releases it soon; an open tab sends its own items. */
const maxLockWaitMs = 2_000;

/** Sends one record as if its item were open. Returns null after the server has stored all of it. */
export async function deliverLeftover(hub: SessionHub, api: string, record: JournalRecord): Promise<Leftover | null> {
  const outcome = await exchange("GET", `${api}/tasks/${record.taskId}`);
  if (outcome.kind !== "done")
    return { record, refusal: outcome.kind === "refused" ? outcome.message : null, needsGuidelines: false };
  const session = hub.open(outcome.body as TaskPayload);
  const release = hub.hold(record.taskId);
  // The session cannot read the record before it is the writer, so it would have nothing to send.
  await Promise.race([session.whenWriting(), new Promise((resolve) => setTimeout(resolve, maxLockWaitMs))]);
  if (session.view.tabLock !== "writer") {
    release();
    return { record, refusal: null, needsGuidelines: false };
  }
  await session.whenLeased();
  await session.whenDelivered();
  release();
  const { isTaken, takenMessage, save } = session.view;
  const refusal = isTaken ? takenMessage : save.server.is === "refused" ? save.server.message : null;
  const { needsGuidelines } = session;
  return refusal === null && !session.isWaiting ? null : { record, refusal, needsGuidelines };
}

/**
 * Sends the completions of an earlier page without opening their items. Returns the labels of the items that are still
 * unsent.
 */
export async function deliverCompletions(hub: SessionHub, api: string): Promise<string[]> {
  const unsent: string[] = [];
  for (const record of await hub.leftovers()) {
    if (record.closing === null) continue;
    const leftover = await deliverLeftover(hub, api, record);
    if (leftover !== null && leftover.refusal === null) unsent.push(record.label);
  }
  return unsent;
}
