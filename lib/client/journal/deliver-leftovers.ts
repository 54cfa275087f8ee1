import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { exchange } from "../exchange/exchange.ts";
import type { JournalRecord } from "./journal-record.ts";
import type { SessionHub } from "./session-hub.ts";

/** A record that an earlier visit left on this device, and its state. */
export interface Leftover {
  record: JournalRecord;
  /** The server's refusal: another person has the item, or it is finished or deleted. Null while the record waits. */
  refusal: string | null;
  /** Whether the record waits until its author has read the newest guidelines. */
  needsGuidelines: boolean;
}

/** How long to wait for the tab lock of an unloading page; an open page in another tab sends its own items. */
const maxLockWaitMs = 2_000;

/** Sends one record as if its item were open; null after the server has stored all of it. */
export async function deliverLeftover(hub: SessionHub, api: string, record: JournalRecord): Promise<Leftover | null> {
  const outcome = await exchange("GET", `${api}/tasks/${record.taskId}`);
  if (outcome.kind !== "done")
    return { record, refusal: outcome.kind === "refused" ? outcome.message : null, needsGuidelines: false };
  const session = hub.open(outcome.body as TaskPayload);
  const release = hub.hold(record.taskId);
  // Before that, the session has no access to the record and would have nothing to send.
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
 * Sends what was submitted before a reload, without opening it. Returns the names of the items that are still unsent.
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
